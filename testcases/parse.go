package testcases

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"unicode/utf8"
)

// The limits of a file.
const (
	MaxFile = 1 << 20  // bytes of a case or data file
	MaxBody = 16 << 10 // bytes of the text of a case
)

// Load reads and parses one case file. A file over MaxFile is refused without reading it all.
func Load(path string) (*Case, error) {
	src, err := readLimited(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, src)
}

func readLimited(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &Error{File: path, Msg: "cannot be opened: " + reason(err)}
	}
	defer f.Close()
	src, err := io.ReadAll(io.LimitReader(f, MaxFile+1))
	if err != nil {
		return nil, &Error{File: path, Msg: "cannot be read: " + reason(err)}
	}
	if len(src) > MaxFile {
		return nil, tooLarge(path)
	}
	return src, nil
}

// reason is the error of the system without the path, which the Error says already.
func reason(err error) string {
	if p, ok := err.(*os.PathError); ok {
		return p.Err.Error()
	}
	return err.Error()
}

func tooLarge(path string) *Error {
	return &Error{File: path, Msg: "the file is larger than 1 MB", Hint: "a case is a page of text; put data into a data file"}
}

// Parse reads a case. The path names the file in messages and makes the ID;
// nothing is read from it. All errors are *Error, several joined, sorted by
// line. ${ENV} stays as written until Expand.
func Parse(path string, src []byte) (*Case, error) {
	text, problem := decodeText(path, src)
	if problem != nil {
		return nil, problem
	}
	doc, problem := cutDocument(path, text)
	if problem != nil {
		return nil, problem
	}
	c := defaults(path)
	c.ID = id(path, 0)
	c.Name = fileName(path)
	c.Body, c.BodyLine = doc.body, doc.bodyLine
	d := &decoder{c: c, offset: doc.offset}
	d.file(doc.root)
	d.errs = append(d.errs, c.check()...)
	switch {
	case c.Body == "":
		d.errs = append(d.errs, &Error{File: path, Line: c.BodyLine, Msg: "the case has no text", Hint: "after the front matter, write what to do and what to check"})
	case len(c.Body) > MaxBody:
		d.errs = append(d.errs, &Error{File: path, Line: c.BodyLine, Msg: fmt.Sprintf("the text has %d bytes; at most %d (16 kB) are allowed", len(c.Body), MaxBody), Hint: "split it into several cases"})
	}
	if err := join(d.errs); err != nil {
		return nil, err
	}
	return c, nil
}

// decodeText checks that src is text and gives it with \n line ends and without a byte order mark.
func decodeText(path string, src []byte) (string, *Error) {
	if len(src) > MaxFile {
		return "", tooLarge(path)
	}
	src = bytes.TrimPrefix(src, []byte("\xef\xbb\xbf"))
	line := func(at int) int { return 1 + bytes.Count(src[:at], []byte("\n")) }
	if at := bytes.IndexByte(src, 0); at >= 0 {
		return "", &Error{File: path, Line: line(at), Msg: "the file is binary (it holds a NUL byte)", Hint: "save it as UTF-8 text"}
	}
	if !utf8.Valid(src) {
		at := 0
		for at < len(src) {
			r, size := utf8.DecodeRune(src[at:])
			if r == utf8.RuneError && size <= 1 {
				break
			}
			at += size
		}
		return "", &Error{File: path, Line: line(at), Msg: "the file is not UTF-8 text", Hint: "save it as UTF-8"}
	}
	return strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(string(src)), nil
}

func fileName(p string) string {
	base := path.Base(slash(p))
	return strings.TrimSuffix(base, path.Ext(base))
}

func slash(p string) string { return strings.ReplaceAll(filepath.ToSlash(p), `\`, "/") }

var notSlug = regexp.MustCompile(`[^a-z0-9]+`)

// id is a readable part (the last 60 characters of the path, the row) and six hex digits that keep different paths apart.
func id(p string, row int) string {
	p = path.Clean(slash(p))
	sum := sha256.Sum256(fmt.Appendf(nil, "%s#%d", p, row))
	s := strings.Trim(notSlug.ReplaceAllString(strings.ToLower(strings.TrimSuffix(p, path.Ext(p))), "-"), "-")
	if len(s) > 60 {
		s = strings.Trim(s[len(s)-60:], "-")
	}
	if s == "" {
		s = "case"
	}
	if row > 0 {
		s += fmt.Sprintf("-row-%d", row)
	}
	return s + "-" + hex.EncodeToString(sum[:3])
}
