package testcases

import (
	"fmt"
	"strings"

	"github.com/verdict-run/verdict/internal/secret"
	"github.com/verdict-run/verdict/memory"
)

// Secrets are all secret values of the case, those that are no variables too:
// HTTP authentication, secret headers and cookies, secret-named environment
// variables. They are what must be masked everywhere.
func (c *Case) Secrets() []Value {
	var out []Value
	for _, list := range []Values{c.Credentials, c.Variables, c.Ask.Defaults} {
		for _, v := range list {
			if v.Secret {
				out = append(out, v)
			}
		}
	}
	return append(out, c.outside()...)
}

// outside are the secrets that are no named values.
func (c *Case) outside() []Value {
	var out []Value
	add := func(name, text string) {
		if text != "" {
			out = append(out, Value{Name: name, Content: secret.New(text), Secret: true})
		}
	}
	if c.HTTPCredentials != nil {
		add("http_credentials.password", c.HTTPCredentials.Password)
	}
	for name, value := range c.Headers {
		if secretHeader(name) {
			add("headers."+name, value)
			if _, token, ok := strings.Cut(value, " "); ok { // "Bearer …"
				add("headers."+name, strings.TrimSpace(token))
			}
		}
	}
	for i, k := range c.Cookies {
		if secretCookie(k.Name) {
			add(fmt.Sprintf("cookies.%s", k.Name), c.Cookies[i].Value)
		}
	}
	return append(out, c.hidden...)
}

func secretHeader(name string) bool {
	switch strings.ToLower(name) {
	case "authorization", "proxy-authorization", "cookie":
		return true
	}
	return memory.SecretName(name)
}

func secretCookie(name string) bool {
	low := strings.ToLower(name)
	for _, part := range []string{"session", "sid", "auth", "jwt"} {
		if strings.Contains(low, part) {
			return true
		}
	}
	return memory.SecretName(name)
}

// Seed puts credentials and variables into memory and every other secret under its mask.
func (c *Case) Seed(m *memory.Store) error {
	for _, list := range []Values{c.Credentials, c.Variables} {
		for _, v := range list {
			set := m.Set
			switch {
			case v.TOTP:
				set = m.SetTOTP
			case v.Secret:
				set = m.SetSecret
			}
			if err := set(v.Name, v.Text()); err != nil {
				return fmt.Errorf("seeding memory: %w", err)
			}
		}
	}
	for _, v := range c.Ask.Defaults {
		if v.Secret {
			m.Hide(v.Name, v.Text())
		}
	}
	for _, v := range c.outside() {
		m.Hide(v.Name, v.Text())
	}
	return nil
}
