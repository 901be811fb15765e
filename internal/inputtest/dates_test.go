package inputtest_test

import (
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/verdict-run/verdict/platform"
)

func dates() []kind {
	var all []kind
	for _, locale := range []string{"de-DE", "en-US", "ja-JP"} {
		all = append(all, kind{
			id: "dates-" + locale, page: "dates.html", query: "lang=" + locale, spec: platform.Spec{Locale: locale},
			body: "Enter \"9 February 2026\" in the \"Start date\" field.\nEnter \"14:35\" in the \"Door time\" field.\nEnter \"4 March 2026 at 8:05 am\" in the \"Call back\" field.\n" +
				"Enter \"November 2027\" in the \"Card valid to\" field.\nClick the \"Save\" button.\nCheck that the page shows \"Saved 2026-02-09 14:35 2026-03-04T08:05 2027-11\".",
			moves: []move{
				enter("9 February 2026", `"Start date" field`, `"Start date"`), enter("14:35", `"Door time" field`, `"Door time"`),
				enter("4 March 2026 at 8:05 am", `"Call back" field`, `"Call back"`), enter("November 2027", `"Card valid to" field`, `"Card valid to"`), click(save, `button "Save"`),
			},
		})
	}
	return append(all, relative("calendar-tomorrow", "tomorrow", 1, "12 March 2026"), relative("calendar-three-weeks", "three weeks from today", 21, "1 April 2026"))
}

// relative is a case that says a day by its distance from today.
func relative(id, words string, days int, want string) kind {
	return kind{
		id: id, page: "calendar.html", query: "want=" + want,
		body: fmt.Sprintf("Choose the day %s as the delivery day.\nClick the \"Save\" button.\nCheck that the page shows \"Saved for %s\".", words, want),
		moves: []move{
			func(v view) (string, map[string]any) { // to the month of the day
				day := today(v).AddDate(0, 0, days)
				return until(day.Format("January 2006"), 3, click(`"Next month" button`, `button "Next month"`))(v)
			},
			func(v view) (string, map[string]any) {
				day := today(v).AddDate(0, 0, days).Format("2 January 2006")
				return serving(1, click(`"`+day+`"`, `"`+day+`"`))(v)
			},
			serving(2, click(save, `button "Save"`)),
		},
	}
}

var todayIs = regexp.MustCompile(`Today is \w+, (\d+ \w+ \d{4})`)

// today is the day the page says it is.
func today(v view) time.Time {
	m := todayIs.FindStringSubmatch(strings.Join(v.Lines, "\n"))
	if m == nil {
		return time.Time{}
	}
	t, _ := time.Parse("2 January 2006", m[1])
	return t
}
