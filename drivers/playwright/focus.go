package playwright

import "context"

// PressOn focuses the element and presses a key that clicks it; the page script sees to it that no other element gets the key.
func (s *session) PressOn(ctx context.Context, id, key string) error {
	const op = "press on"
	return do(ctx, s, op, acts, func(ctx context.Context) error {
		f, local, ok := s.frames.find(id)
		if !ok {
			return lost(op)
		}
		t, err := s.active(op)
		if err != nil {
			return err
		}
		type refusal struct {
			Error string `json:"error"`
		}
		mark := s.marks.next()
		v, ok, err := asked[refusal](f, "arm", local, mark)
		if err != nil || !ok {
			return orLost(op, err)
		}
		if v.Error != "" {
			return permanent(op, "%s", v.Error)
		}
		if err := t.page.Keyboard().Press(chordName(key)); err != nil {
			_, _, _ = ask(f, "disarm") // or no later key would get anywhere
			return err
		}
		v, ok, err = asked[refusal](f, "disarm")
		if (err != nil || !ok) && s.marks.reached(ctx, mark) {
			return nil // it was clicked, and the page left its document because of it
		}
		if err != nil || !ok {
			return orLost(op, err)
		}
		if v.Error != "" {
			return permanent(op, "%s", v.Error)
		}
		return nil
	})
}
