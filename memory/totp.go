package memory

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/pquerna/otp"
	"github.com/pquerna/otp/totp"

	"github.com/verdict-run/verdict/internal/secret"
)

// TOTP makes time-based one-time codes (RFC 6238). Its zero value is not usable, call ParseTOTP.
type TOTP struct {
	key     secret.Value
	options totp.ValidateOpts
}

// ParseTOTP reads what an authenticator app is given: the key in base32, spaces
// allowed (6 digits, 30 seconds, SHA1), or an otpauth://totp/ URL, which may say otherwise.
// An error never holds the key.
func ParseTOTP(text string) (*TOTP, error) {
	t := &TOTP{options: totp.ValidateOpts{Period: 30, Digits: otp.DigitsSix, Algorithm: otp.AlgorithmSHA1}}
	key := text
	if strings.HasPrefix(text, "otpauth:") {
		u, err := otp.NewKeyFromURL(text)
		if err != nil {
			return nil, errors.New("it is no otpauth:// URL")
		}
		if u.Type() != "totp" {
			return nil, fmt.Errorf("it is an otpauth URL for %q codes; only totp is known", u.Type())
		}
		key = u.Secret()
		t.options.Period, t.options.Digits, t.options.Algorithm = uint(u.Period()), u.Digits(), u.Algorithm()
	}
	t.key = secret.New(strings.ToUpper(strings.Join(strings.FieldsFunc(key, func(r rune) bool { return r == ' ' || r == '-' }), "")))
	if code, err := t.At(time.Unix(0, 0)); err != nil || code == "" || t.key.Reveal() == "" {
		return nil, errors.New("it is no key in base32 (letters A to Z and digits 2 to 7)")
	}
	return t, nil
}

// At is the code at a time.
func (t *TOTP) At(now time.Time) (string, error) {
	code, err := totp.GenerateCodeCustom(t.key.Reveal(), now, t.options)
	if err != nil {
		return "", errors.New("the one-time code cannot be made from its key")
	}
	return code, nil
}

// SetTOTP stores a name whose value is the code of the moment it is asked for. The key and all codes are secret.
func (s *Store) SetTOTP(name, key string) error {
	t, err := ParseTOTP(key)
	if err != nil {
		return fmt.Errorf("{{%s}}: %w", name, err)
	}
	if err := s.set(name, "", true); err != nil {
		return err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.hide(name, key)
	s.hide(name, t.key.Reveal())
	s.codes[name] = t
	return nil
}

// code is the current code under a name, masked from now on.
func (s *Store) code(name string) (string, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.codes[name]
	if t == nil {
		return "", false
	}
	code, err := t.At(time.Now())
	if err != nil {
		return "", false
	}
	s.hide(name, code)
	return code, true
}
