package platformtest

// OriginRow is one address and whether the top of a tab may go there.
type OriginRow struct {
	Allowed []string
	Address string
	OK      bool
}

// OriginRows are what every place that decides about addresses must agree on.
var OriginRows = []OriginRow{
	// ports and schemes of an origin
	{[]string{"https://shop.example"}, "https://shop.example/path?q#f", true},
	{[]string{"https://shop.example"}, "https://shop.example:443/", true},
	{[]string{"https://shop.example:443"}, "https://shop.example/", true},
	{[]string{"https://shop.example"}, "https://shop.example:8443/", false},
	{[]string{"https://shop.example:8443"}, "https://shop.example:8443/", true},
	{[]string{"https://shop.example:8443"}, "https://shop.example/", false},
	{[]string{"https://shop.example"}, "http://shop.example/", false},
	{[]string{"https://shop.example"}, "https://www.shop.example/", false},
	{[]string{"https://shop.example/"}, "https://shop.example/", true},
	// hosts, what lies below them and beside them
	{[]string{"shop.example"}, "http://shop.example:8080/", true},
	{[]string{"shop.example"}, "https://a.b.shop.example/", true},
	{[]string{"shop.example"}, "https://notshop.example/", false},
	{[]string{"shop.example"}, "https://shop.example.evil.test/", false},
	{[]string{"shop.example"}, "https://example/", false},
	{[]string{"login.shop.example"}, "https://shop.example/", false},
	{[]string{"login.shop.example"}, "https://other.shop.example/", false},
	{[]string{"login.shop.example"}, "https://a.login.shop.example/", true},
	{[]string{"shop.example:8080"}, "http://shop.example:8080/", true},
	{[]string{"shop.example:8080"}, "http://shop.example/", false},
	{[]string{"one.example", "https://two.example"}, "https://two.example/", true},
	{[]string{"one.example", "https://two.example"}, "https://three.example/", false},
	// registrable domains: nobody owns what lies below a public suffix
	{[]string{"shop.co.uk"}, "https://www.shop.co.uk/", true},
	{[]string{"co.uk"}, "https://shop.co.uk/", false},
	{[]string{"me.github.io"}, "https://you.github.io/", false},
	{[]string{"github.io"}, "https://you.github.io/", false},
	// single labels and IP addresses
	{[]string{"localhost"}, "http://localhost:3000/", true},
	{[]string{"localhost"}, "http://app.localhost:3000/", false},
	{[]string{"localhost"}, "http://127.0.0.1/", false},
	{[]string{"127.0.0.1"}, "http://127.0.0.1:9/", true},
	{[]string{"127.0.0.1"}, "http://127.0.0.2/", false},
	{[]string{"0.0.1"}, "http://127.0.0.1/", false},
	{[]string{"::1"}, "http://[::1]:8080/", true},
	{[]string{"[::1]:8080"}, "http://[::1]:8080/", true},
	{[]string{"[::1]:8080"}, "http://[::1]:8081/", false},
	{[]string{"http://[0:0:0:0:0:0:0:1]:80"}, "http://[::1]/", true},
	// user names are no hosts
	{[]string{"shop.example"}, "https://shop.example@evil.test/", false},
	{[]string{"shop.example"}, "https://shop.example:443@evil.test/", false},
	{[]string{"shop.example"}, "https://ana:secret@shop.example/", true},
	// spelling
	{[]string{"SHOP.example"}, "HTTPS://Shop.Example/", true},
	{[]string{"HTTPS://SHOP.EXAMPLE"}, "https://shop.example/", true},
	{[]string{"shop.example"}, "https://shop.example./", true},
	{[]string{"bücher.example"}, "https://xn--bcher-kva.example/", true},
	{[]string{"xn--bcher-kva.example"}, "https://bücher.example/", true},
	{[]string{"https://BÜCHER.example"}, "https://www.bücher.example/", false},
	{[]string{"bücher.example"}, "https://bucher.example/", false},
	// what cannot be read allows nothing, rather than all
	{[]string{"https://"}, "https://shop.example/", false},
	{[]string{" ", ""}, "https://shop.example/", true},
	{nil, "https://shop.example/", true},
}

// SchemeRows are addresses that are no places of the web.
var SchemeRows = []OriginRow{
	{[]string{"shop.example"}, "about:blank", true},
	{[]string{"shop.example"}, "about:srcdoc", true},
	{[]string{"shop.example"}, "about:config", false},
	{[]string{"shop.example"}, "data:text/html,<p>https://shop.example/", false},
	{[]string{"shop.example"}, "blob:https://shop.example/0c7f", false},
	{[]string{"shop.example"}, "javascript:location='https://shop.example/'", false},
	{[]string{"shop.example"}, "file:///etc/passwd", false},
	{[]string{"shop.example"}, "view-source:https://shop.example/", false},
	{[]string{"shop.example"}, "ftp://shop.example/", false},
	{[]string{"shop.example"}, "https:///path", false},
	{[]string{"shop.example"}, "//shop.example/", false},
	{[]string{"shop.example"}, "shop.example", false},
	{[]string{"shop.example"}, "", false},
	{[]string{"shop.example"}, "https://shop.example:port/", false},
	{nil, "file:///etc/passwd", false},
	{nil, "data:text/html,x", false},
	{nil, "about:blank", true},
}
