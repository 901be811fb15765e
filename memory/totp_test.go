package memory_test

import (
	"encoding/base32"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/verdict-run/verdict/memory"
)

// TestTOTP holds the codes against the test vectors of RFC 6238, appendix B.
func TestTOTP(t *testing.T) {
	t.Parallel()
	key := func(length int) string {
		return base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString([]byte(strings.Repeat("1234567890", 7)[:length]))
	}
	urls := map[string]string{
		"SHA1":   "otpauth://totp/Shop:ana?digits=8&algorithm=SHA1&secret=" + key(20),
		"SHA256": "otpauth://totp/Shop:ana?digits=8&algorithm=SHA256&secret=" + key(32),
		"SHA512": "otpauth://totp/Shop:ana?digits=8&algorithm=SHA512&secret=" + key(64),
	}
	for _, v := range []struct {
		at           int64
		one, two, by string
	}{
		{59, "94287082", "46119246", "90693936"},
		{1111111109, "07081804", "68084774", "25091201"},
		{1111111111, "14050471", "67062674", "99943326"},
		{1234567890, "89005924", "91819424", "93441116"},
		{2000000000, "69279037", "90698825", "38618901"},
		{20000000000, "65353130", "77737706", "47863826"},
	} {
		for hash, want := range map[string]string{"SHA1": v.one, "SHA256": v.two, "SHA512": v.by} {
			c, err := memory.ParseTOTP(urls[hash])
			require.NoError(t, err)
			got, err := c.At(time.Unix(v.at, 0))
			require.NoError(t, err)
			require.Equal(t, want, got, "%s at %d", hash, v.at)
		}
	}
	plain, err := memory.ParseTOTP(" gezd gnbv gy3t qojq gezd gnbv gy3t qojq ")
	require.NoError(t, err)
	got, err := plain.At(time.Unix(59, 0))
	require.NoError(t, err)
	require.Equal(t, "287082", got, "six digits of the same")
	for _, bad := range []string{"", " ", "not base32!", "1890", "otpauth://hotp/x?secret=" + key(20), "otpauth://totp/x"} {
		_, err := memory.ParseTOTP(bad)
		require.Error(t, err, bad)
		if len(bad) > 3 {
			require.NotContains(t, err.Error(), bad)
		}
	}
}

func TestAOneTimeCodeIsMadeWhenItIsAskedForAndNeverShown(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := memory.New()
		const key = "GEZDGNBVGY3TQOJQ"
		require.NoError(t, s.SetTOTP("otp", key))
		first, err := s.Resolve("{{otp}}")
		require.NoError(t, err)
		require.Len(t, first, 6)
		time.Sleep(31 * time.Second) // of the test's own clock
		second, err := s.Resolve("{{otp}}")
		require.NoError(t, err)
		require.NotEqual(t, first, second)
		require.Equal(t, "{{otp}} {{otp}} {{otp}}", s.Mask(first+" "+second+" "+key))
		require.True(t, s.IsSecret("otp"))
		require.Equal(t, "***", s.Masked()["otp"])
		require.NoError(t, s.Set("otp", "by hand"))
		got, err := s.Resolve("{{otp}}")
		require.NoError(t, err)
		require.Equal(t, "by hand", got)
	})
	require.ErrorContains(t, memory.New().SetTOTP("otp", "nonsense!"), "{{otp}}")
}
