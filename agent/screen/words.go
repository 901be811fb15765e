package screen

import "strings"

// synonyms are captions that mean the same control. The first of a group is its name.
var synonyms = [][]string{
	{"sign in", "log in", "login", "signin", "log on", "logon"},
	{"sign out", "log out", "logout", "signout", "log off", "logoff"},
	{"sign up", "register", "signup", "create account", "create an account", "registration"},
	{"delete", "remove", "trash", "bin", "erase", "trashcan"},
	{"edit", "modify", "change", "pencil"},
	{"submit", "send"},
	{"close", "x", "×", "✕", "✖", "times", "dismiss"},
	{"ok", "okay"},
	{"search", "find", "magnifier", "magnifying glass", "lookup"},
	{"cart", "basket", "bag", "trolley", "shopping cart", "shopping basket", "shopping bag"},
	{"settings", "preferences", "gear", "cog", "options"},
	{"next", "continue", "forward", "proceed"},
	{"back", "previous", "prev"},
	{"menu", "hamburger", "burger", "hamburger menu", "navigation menu"},
	{"email", "e mail", "mail", "email address", "mail address", "e mail address"},
	{"phone", "telephone", "phone number", "telephone number", "tel", "mobile", "mobile number"},
	{"username", "user name", "user", "login name", "user id", "userid"},
	{"password", "passcode", "pass word"},
	{"first name", "given name", "forename"},
	{"last name", "surname", "family name"},
	{"zip", "zip code", "postal code", "postcode", "zipcode", "post code"},
	{"date of birth", "birthday", "birth date", "birthdate", "dob"},
	{"profile", "account", "my account", "my profile", "avatar"},
	{"home", "homepage", "home page"},
	{"add", "plus", "+"},
	{"new", "create"},
	{"minus", "-", "decrease", "decrement"},
	{"checkout", "check out"},
	{"picture", "photo", "image"},
	{"upload", "attach", "choose file", "browse"},
	{"favorite", "favourite", "heart", "like"},
	{"notifications", "bell", "notification"},
	{"color", "colour"},
	{"quantity", "qty", "amount"},
	{"address", "street", "street address"},
	{"description", "details"},
	{"refresh", "reload"},
	{"confirm", "yes"},
	{"copy", "duplicate"},
	{"download", "export"},
	{"error", "error message", "alert"},
}

// stopWords carry no meaning in a caption.
var stopWords = map[string]bool{
	"the": true, "a": true, "an": true, "of": true, "to": true, "for": true, "in": true, "on": true, "at": true,
	"your": true, "my": true, "please": true, "and": true, "with": true, "this": true, "that": true, "is": true,
}

// phraseGroups maps each phrase to the number of its group, wordGroups each single word's stem.
var phraseGroups, wordGroups = indexSynonyms()

func indexSynonyms() (phrases, words map[string]int) {
	phrases, words = map[string]int{}, map[string]int{}
	for g, group := range synonyms {
		for _, w := range group {
			phrases[w] = g
			if !strings.Contains(w, " ") {
				words[stem(w)] = g
			}
		}
	}
	return phrases, words
}

// synonymGroup is the group of a whole caption, -1 when it has none.
func synonymGroup(phrase string) int { return group(phraseGroups, phrase) }

// wordGroup is the group of one stemmed word, -1 when it has none.
func wordGroup(stemmed string) int { return group(wordGroups, stemmed) }

func group(of map[string]int, key string) int {
	if g, ok := of[key]; ok {
		return g
	}
	return -1
}

// stem cuts the commonest English endings; both sides are stemmed, so a wrong stem does no harm by itself.
func stem(w string) string {
	if len(w) <= 3 {
		return w
	}
	switch {
	case strings.HasSuffix(w, "ies") && len(w) > 4:
		return w[:len(w)-3] + "y"
	case strings.HasSuffix(w, "sses"), strings.HasSuffix(w, "xes"), strings.HasSuffix(w, "ches"), strings.HasSuffix(w, "shes"):
		return w[:len(w)-2]
	case strings.HasSuffix(w, "ss"), strings.HasSuffix(w, "us"), strings.HasSuffix(w, "is"):
		return w
	case strings.HasSuffix(w, "s"):
		return w[:len(w)-1]
	case strings.HasSuffix(w, "ing") && len(w) > 5:
		return undouble(w[:len(w)-3])
	case strings.HasSuffix(w, "ed") && len(w) > 4:
		return undouble(w[:len(w)-2])
	}
	return w
}

func undouble(w string) string {
	if n := len(w); n > 2 && w[n-1] == w[n-2] && w[n-1] != 'l' && w[n-1] != 's' {
		return w[:n-1]
	}
	return strings.TrimSuffix(w, "e")
}

// identifierWords splits "loginButton", "user-name_2" and "fa fa-trash" into words.
func identifierWords(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 4)
	var last byte
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case c == '-' || c == '_' || c == '.' || c == ':' || c == '/' || c == ' ' || c == '[' || c == ']':
			if last != ' ' && b.Len() > 0 {
				b.WriteByte(' ')
			}
			last = ' '
			continue
		case c >= 'A' && c <= 'Z':
			if last >= 'a' && last <= 'z' || last >= '0' && last <= '9' {
				b.WriteByte(' ')
			}
			b.WriteByte(c + 'a' - 'A')
		default:
			b.WriteByte(c)
		}
		last = c
	}
	return strings.TrimSpace(b.String())
}
