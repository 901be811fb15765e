package junit_test

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// The part of XML Schema that junit-10.xsd uses: named and anonymous types,
// references, sequences and choices with occurrences, attributes with their use, one pattern.

type xsd struct {
	Elements []xsdElement `xml:"element"`
	Complex  []xsdType    `xml:"complexType"`
	Simple   []struct {
		Name    string `xml:"name,attr"`
		Pattern struct {
			Value string `xml:"value,attr"`
		} `xml:"restriction>pattern"`
	} `xml:"simpleType"`
}

type xsdElement struct {
	Name string   `xml:"name,attr"`
	Ref  string   `xml:"ref,attr"`
	Type string   `xml:"type,attr"`
	Min  string   `xml:"minOccurs,attr"`
	Max  string   `xml:"maxOccurs,attr"`
	Body *xsdType `xml:"complexType"`
}

type xsdType struct {
	Name       string    `xml:"name,attr"`
	Mixed      bool      `xml:"mixed,attr"`
	Sequence   *xsdGroup `xml:"sequence"`
	Choice     *xsdGroup `xml:"choice"`
	Attributes []struct {
		Name string `xml:"name,attr"`
		Type string `xml:"type,attr"`
		Use  string `xml:"use,attr"`
	} `xml:"attribute"`
}

type xsdGroup struct {
	Min      string       `xml:"minOccurs,attr"`
	Max      string       `xml:"maxOccurs,attr"`
	Elements []xsdElement `xml:"element"`
	Choices  []xsdGroup   `xml:"choice"`
}

type node struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []node     `xml:",any"`
	Text     string     `xml:",chardata"`
}

// validate says everything the document breaks of the schema.
func (s xsd) validate(document []byte) []string {
	var root node
	if err := xml.Unmarshal(document, &root); err != nil {
		return []string{err.Error()}
	}
	i := slices.IndexFunc(s.Elements, func(e xsdElement) bool { return e.Name == root.XMLName.Local })
	if i < 0 {
		return []string{"the schema has no element " + root.XMLName.Local}
	}
	return s.check(root, s.Elements[i], root.XMLName.Local)
}

func (s xsd) check(n node, e xsdElement, path string) (bad []string) {
	t := e.Body
	if t == nil {
		for i := range s.Complex {
			if s.Complex[i].Name == e.Type {
				t = &s.Complex[i]
			}
		}
	}
	text := strings.TrimSpace(n.Text)
	if t == nil { // xs:string
		if len(n.Children) > 0 || len(n.Attrs) > 0 {
			bad = append(bad, path+" holds more than text")
		}
		return bad
	}
	if text != "" && !t.Mixed {
		bad = append(bad, path+" has text")
	}
	bad = append(bad, s.attributes(n, *t, path)...)
	names := ""
	for _, c := range n.Children {
		names += "<" + c.XMLName.Local + ">"
	}
	model := regexp.MustCompile("^" + t.model() + "$")
	if !model.MatchString(names) {
		bad = append(bad, fmt.Sprintf("%s holds %s, which %s does not allow", path, names, model))
	}
	for i, c := range n.Children {
		bad = append(bad, s.check(c, s.find(*t, c.XMLName.Local), fmt.Sprintf("%s/%s[%d]", path, c.XMLName.Local, i))...)
	}
	return bad
}

func (s xsd) attributes(n node, t xsdType, path string) (bad []string) {
	given := map[string]string{}
	for _, a := range n.Attrs {
		given[a.Name.Local] = a.Value
	}
	for _, a := range t.Attributes {
		value, ok := given[a.Name]
		if !ok && a.Use == "required" {
			bad = append(bad, path+" lacks the attribute "+a.Name)
		}
		for _, simple := range s.Simple {
			if ok && simple.Name == a.Type && !regexp.MustCompile("^(?:"+simple.Pattern.Value+")$").MatchString(value) {
				bad = append(bad, fmt.Sprintf("%s: %s=%q is no %s", path, a.Name, value, a.Type))
			}
		}
		delete(given, a.Name)
	}
	for name := range given {
		bad = append(bad, path+" has the unknown attribute "+name)
	}
	return bad
}

// model is a type's content as a regular expression over <name><name>.
func (t xsdType) model() string {
	switch {
	case t.Sequence != nil:
		return t.Sequence.pattern("")
	case t.Choice != nil:
		return t.Choice.pattern("|")
	}
	return ""
}

func (g xsdGroup) pattern(between string) string {
	var all []string
	for _, c := range g.Choices {
		all = append(all, c.pattern("|"))
	}
	for _, e := range g.Elements {
		all = append(all, "(?:<"+e.Name+e.Ref+">)"+occurs(e.Min, e.Max))
	}
	return "(?:" + strings.Join(all, between) + ")" + occurs(g.Min, g.Max)
}

func occurs(low, high string) string {
	switch {
	case low == "0" && high == "unbounded":
		return "*"
	case high == "unbounded":
		return "+"
	case low == "0":
		return "?"
	}
	return ""
}

// find is the declaration of a child: its own, or the one it refers to.
func (s xsd) find(t xsdType, name string) xsdElement {
	var groups []xsdGroup
	for _, g := range []*xsdGroup{t.Sequence, t.Choice} {
		if g != nil {
			groups = append(append(groups, *g), g.Choices...)
		}
	}
	for _, g := range groups {
		for _, e := range g.Elements {
			if e.Name == name {
				return e
			}
		}
	}
	for _, e := range s.Elements {
		if e.Name == name {
			return e
		}
	}
	return xsdElement{}
}
