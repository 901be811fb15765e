package playwright

import "context"

// Cookie is the value of a cookie the active page's address is sent.
func (s *session) Cookie(ctx context.Context, name string) (value string, found bool, err error) {
	const op = "cookie"
	value, err = call(ctx, s, op, reads, func(context.Context) (string, error) {
		t, err := s.active(op)
		if err != nil {
			return "", err
		}
		all, err := s.bctx.Cookies(t.page.URL())
		if err != nil {
			return "", err
		}
		for _, c := range all {
			if c.Name == name {
				found = true
				return c.Value, nil
			}
		}
		return "", nil
	})
	return value, found && err == nil, err
}

// keptItem is an item or attribute as the page script gives it.
type keptItem struct {
	Value *string `json:"value"`
}

// Stored is an item of the web storage of the active page's top document.
func (s *session) Stored(ctx context.Context, session bool, key string) (value string, found bool, err error) {
	const op = "web storage"
	item, err := call(ctx, s, op, reads, func(context.Context) (keptItem, error) {
		t, err := s.active(op)
		if err != nil {
			return keptItem{}, err
		}
		v, _, err := asked[keptItem](t.page.MainFrame(), "stored", session, key)
		return v, err
	})
	return item.text(), item.Value != nil && err == nil, err
}

// Attribute is an attribute of an element.
func (s *session) Attribute(ctx context.Context, id, name string) (value string, found bool, err error) {
	const op = "attribute"
	item, err := call(ctx, s, op, reads, func(context.Context) (keptItem, error) {
		f, local, ok := s.frames.find(id)
		if !ok {
			return keptItem{}, lost(op)
		}
		v, ok, err := asked[keptItem](f, "attribute", local, name)
		if err == nil && !ok {
			err = lost(op)
		}
		return v, err
	})
	return item.text(), item.Value != nil && err == nil, err
}

func (k keptItem) text() string {
	if k.Value == nil {
		return ""
	}
	return *k.Value
}
