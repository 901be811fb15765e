package fakedevice

// The login site's addresses.
const (
	LoginURL   = "http://shop.test/login"
	AccountURL = "http://shop.test/account"
)

// LoginSite is a small site for tests of the loop: a login page with the fields
// "User name" and "Password", the button "Log in", the error "error" and the
// result "result"; the account page has the heading "Your account", a greeting
// and a button "Log out". standard_user with secret_sauce may log in; locked_out_user may not.
func LoginSite() Config {
	return Config{Start: LoginURL, Pages: map[string]func() *Page{
		LoginURL:   loginPage,
		AccountURL: accountPage,
	}}
}

func loginPage() *Page {
	return &Page{Title: "Log in", Elements: []*Element{
		Heading("title", "Log in to the shop"),
		Field("user", "User name"),
		Password("password", "Password"),
		Button("login", "Log in", func(w *World) {
			user, password := w.Value("user"), w.Value("password")
			w.Request("POST", "/login", 200)
			switch {
			case user == "" || password == "":
				w.SetText("error", "User name and password are required")
			case user == "locked_out_user":
				w.SetText("error", "Sorry, this user has been locked out")
			case user == "standard_user" && password == "secret_sauce":
				w.Goto(AccountURL)
				w.SetText("greeting", "Welcome back, "+user)
			default:
				w.SetText("error", "User name and password do not match")
			}
		}),
		Text("error", "").Hide(),
		Text("result", "").Hide(),
	}}
}

func accountPage() *Page {
	return &Page{Title: "Your account", Elements: []*Element{
		Heading("title", "Your account"),
		Text("greeting", "Welcome"),
		Button("logout", "Log out", func(w *World) { w.Goto(LoginURL) }),
	}}
}
