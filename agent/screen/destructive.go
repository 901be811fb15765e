package screen

import "strings"

// destructive are words on controls that do what cannot be taken back, or that bind a person.
var destructive = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`delete remove erase destroy discard drop wipe purge trash empty clear reset format uninstall
		pay buy order purchase checkout subscribe unsubscribe donate transfer withdraw send submit publish post share
		cancel terminate deactivate disable revoke block ban reject decline refund archive close overwrite replace merge deploy shutdown`) {
		m[stem(w)] = true
	}
	return m
}()

// BecameDestructive is a destructive word ("delete", "pay") that the new name has and the old one had not, "" for none.
func BecameDestructive(was, now string) string {
	old := map[string]bool{}
	for _, w := range strings.Fields(plain(was)) {
		old[stem(w)] = true
	}
	for _, w := range strings.Fields(plain(now)) {
		if s := stem(w); destructive[s] && !old[s] {
			return w
		}
	}
	return ""
}
