package fakedevice

import "context"

// Cookie is one of World.Cookies.
func (f *Fake) Cookie(ctx context.Context, name string) (value string, ok bool, err error) {
	err = f.do(ctx, "Cookie", name, func(w *World) error { value, ok = w.Cookies[name]; return nil })
	return value, ok, err
}

// Stored is an item of World.Session or World.Local.
func (f *Fake) Stored(ctx context.Context, session bool, key string) (value string, ok bool, err error) {
	err = f.do(ctx, "Stored", key, func(w *World) error {
		if session {
			value, ok = w.Session[key]
			return nil
		}
		value, ok = w.Local[key]
		return nil
	})
	return value, ok, err
}

// Attribute is one of an element's Attributes.
func (f *Fake) Attribute(ctx context.Context, id, name string) (value string, ok bool, err error) {
	err = f.on(ctx, "Attribute", id, name, func(_ *World, e *Element) error { value, ok = e.Attributes[name]; return nil })
	return value, ok, err
}
