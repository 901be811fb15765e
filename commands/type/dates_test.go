package typetext

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestFormats(t *testing.T) {
	t.Parallel()
	tests := []struct{ kind, text, want string }{
		{"date", "2026-02-09", "2026-02-09"}, {"date", "9 February 2026", "2026-02-09"}, {"date", "February 9, 2026", "2026-02-09"},
		{"date", "9th of February 2026", "2026-02-09"}, {"date", "9 feb 2026", "2026-02-09"}, {"date", "Sept 9, 2026", "2026-09-09"},
		{"date", "Monday, 9 February 2026", "2026-02-09"}, {"date", "09.02.2026", "2026-02-09"}, {"date", "31/12/2026", "2026-12-31"},
		{"date", "12/31/2026", "2026-12-31"}, {"date", "5/5/2026", "2026-05-05"}, {"date", "2026/02/09", "2026-02-09"},
		{"date", "09/02/2026", ""}, {"date", "31.02.2026", ""}, {"date", "30 February 2026", ""}, {"date", "tomorrow", ""}, {"date", "13/13/2026", ""}, {"date", "9.2.26", ""},
		{"time", "14:35", "14:35"}, {"time", "2:35 pm", "14:35"}, {"time", "2pm", "14:00"}, {"time", "12:05 am", "00:05"}, {"time", "12 p.m.", "12:00"}, {"time", "14:35:10", "14:35:10"}, {"time", "9:05", "09:05"},
		{"time", "25:00", ""}, {"time", "14:75", ""}, {"time", "13 pm", ""}, {"time", "14", ""}, {"time", "noon", ""},
		{"datetime-local", "2026-02-09T14:35", "2026-02-09T14:35"}, {"datetime-local", "2026-02-09 14:35", "2026-02-09T14:35"}, {"datetime-local", "9 February 2026 at 2:35 pm", "2026-02-09T14:35"}, {"datetime-local", "9 February 2026, 14:35", "2026-02-09T14:35"},
		{"datetime-local", "2026-02-09", ""},
		{"month", "2026-02", "2026-02"}, {"month", "February 2026", "2026-02"}, {"month", "feb 2026", "2026-02"}, {"month", "2/2026", "2026-02"}, {"month", "13/2026", ""},
		{"week", "2026-W07", "2026-W07"}, {"week", "week 7, 2026", "2026-W07"}, {"week", "2026-W53", "2026-W53"}, {"week", "2025-W53", ""}, {"week", "2026-W00", ""},
		{"color", "#f00", "#ff0000"}, {"color", "FF8800", "#ff8800"}, {"color", "red", "#ff0000"}, {"color", "reddish", ""},
		{"range", "40", "40"}, {"range", "0.50", "0.5"}, {"range", "loud", ""},
	}
	for _, tc := range tests {
		got, err := formats[tc.kind](tc.text)
		require.Equal(t, tc.want, got, "%s %q", tc.kind, tc.text)
		require.Equal(t, tc.want == "", err != nil, "%s %q: %v", tc.kind, tc.text, err)
	}
}

// What is taken as a date is one, and reads back as the same.
func FuzzDate(f *testing.F) {
	for _, s := range []string{"2026-02-09", "9 February 2026", "09.02.2026", "1/1/0001", "9th of sept 2026"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := date(text)
		if err != nil {
			return
		}
		if _, err := time.Parse(time.DateOnly, got); err != nil {
			t.Fatalf("%q became %q", text, got)
		}
		again, err := date(got)
		require.NoError(t, err)
		require.Equal(t, got, again)
	})
}
