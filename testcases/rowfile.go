package testcases

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/verdict-run/verdict/internal/secret"
	"github.com/verdict-run/verdict/memory"
)

// readRows reads a data file: CSV with a header line, or a JSON list of objects.
func readRows(file string, src []byte) ([]Row, []*Error) {
	text, problem := decodeText(file, src)
	if problem != nil {
		return nil, []*Error{problem}
	}
	if strings.TrimSpace(text) == "" {
		return nil, []*Error{{File: file, Line: 1, Msg: "the data file is empty", Hint: "write a header line and one line a row"}}
	}
	switch low := strings.ToLower(file); {
	case strings.HasSuffix(low, ".csv"):
		return readCSV(file, text)
	case strings.HasSuffix(low, ".json"):
		return readJSON(file, text)
	}
	return nil, []*Error{{File: file, Msg: "a data file is .csv or .json"}}
}

func newValue(name, text string, line int) Value {
	return Value{Name: name, Content: secret.New(text), Secret: memory.SecretName(name), Line: line}
}

func readCSV(file, text string) ([]Row, []*Error) {
	r := csv.NewReader(strings.NewReader(text))
	r.FieldsPerRecord = -1
	var errs []*Error
	fail := func(line int, hint, format string, args ...any) {
		errs = append(errs, &Error{File: file, Line: line, Msg: fmt.Sprintf(format, args...), Hint: hint})
	}
	var header []string
	var rows []Row
	for {
		record, err := r.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			var p *csv.ParseError
			if errors.As(err, &p) {
				fail(p.Line, `put a field with quotes in it in quotes and double them: "say ""hi"""`, "this is no CSV: %v", p.Err)
			} else {
				fail(0, "", "this is no CSV: %v", err)
			}
			return nil, errs
		}
		line, _ := r.FieldPos(0)
		if header == nil {
			for i, name := range record {
				record[i] = strings.TrimSpace(name)
				checkColumn(record[:i], record[i], func(hint, msg string) { fail(line, hint, "%s", msg) })
			}
			header = record
			continue
		}
		if len(record) != len(header) {
			fail(line, "put a field with a comma in it in quotes", "the row has %s, the header has %s", count(len(record), "field"), count(len(header), "field"))
			continue
		}
		row := Row{Line: line}
		for i, field := range record {
			at, _ := r.FieldPos(i)
			row.Values = append(row.Values, newValue(header[i], field, at))
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 && len(errs) == 0 {
		fail(1, "write one line a row below the header", "the data file has no rows")
	}
	return rows, errs
}

func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

func checkColumn(before []string, name string, wrong func(hint, msg string)) {
	switch {
	case name == "":
		wrong("give every column a name", "the header has a column without a name")
	case strings.Contains(name, ";"):
		wrong("separate columns with commas", fmt.Sprintf("the column %q holds a semicolon", shorten(name, 40)))
	case !memory.ValidName(name):
		wrong("start with a letter; letters, digits, _ - . may follow", fmt.Sprintf("%q cannot be the name of a column", shorten(name, 40)))
	}
	for _, b := range before {
		if b == name && name != "" {
			wrong("rename one of them", fmt.Sprintf("two columns are named %q", name))
			return
		}
	}
}

// jsonRows reads tokens, because the order of keys and their lines count.
type jsonRows struct {
	file string
	text []byte
	dec  *json.Decoder
	rows []Row
}

func (j *jsonRows) line() int {
	return 1 + bytes.Count(j.text[:min(int(j.dec.InputOffset()), len(j.text))], []byte("\n"))
}

func (j *jsonRows) fail(hint, format string, args ...any) *Error {
	return &Error{File: j.file, Line: j.line(), Msg: fmt.Sprintf(format, args...), Hint: hint}
}

func readJSON(file, text string) ([]Row, []*Error) {
	j := &jsonRows{file: file, text: []byte(text), dec: json.NewDecoder(strings.NewReader(text))}
	j.dec.UseNumber()
	if problem := j.read(); problem != nil {
		return nil, []*Error{problem}
	}
	if len(j.rows) == 0 {
		return nil, []*Error{{File: file, Line: 1, Msg: "the data file has no rows", Hint: jsonExample}}
	}
	return j.rows, nil
}

const jsonExample = `for example [{"city": "Lisbon"}, {"city": "Porto"}]`

func (j *jsonRows) next() (json.Token, *Error) {
	t, err := j.dec.Token()
	if errors.Is(err, io.EOF) {
		return nil, j.fail("", "this is no JSON: it ends too early")
	}
	if err != nil {
		return nil, j.fail("", "this is no JSON: %v", err)
	}
	return t, nil
}

func (j *jsonRows) read() *Error {
	t, problem := j.next()
	if problem != nil {
		return problem
	}
	if t != json.Delim('[') {
		return j.fail(jsonExample, "expected a list of objects")
	}
	for j.dec.More() {
		if t, problem = j.next(); problem != nil {
			return problem
		}
		if t != json.Delim('{') {
			return j.fail(jsonExample, "row %d is no object", len(j.rows)+1)
		}
		if problem = j.object(); problem != nil {
			return problem
		}
	}
	if _, problem = j.next(); problem != nil {
		return problem
	}
	if _, err := j.dec.Token(); !errors.Is(err, io.EOF) {
		return j.fail(jsonExample, "there is more after the list")
	}
	return nil
}

func (j *jsonRows) object() *Error {
	row := Row{Line: j.line()}
	for j.dec.More() {
		t, problem := j.next()
		if problem != nil {
			return problem
		}
		name := fmt.Sprint(t)
		if !memory.ValidName(name) {
			return j.fail("start with a letter; letters, digits, _ - . may follow", "%q cannot be a name", shorten(name, 40))
		}
		if _, twice := row.Values.Get(name); twice {
			return j.fail("keep one of them", "duplicate key %q in row %d", name, len(j.rows)+1)
		}
		if t, problem = j.next(); problem != nil {
			return problem
		}
		switch t.(type) {
		case nil:
			return j.fail(`write "" for an empty text`, "%q of row %d has no value", name, len(j.rows)+1)
		case json.Delim:
			return j.fail(jsonExample, "%q of row %d is no single value", name, len(j.rows)+1)
		}
		row.Values = append(row.Values, newValue(name, fmt.Sprint(t), j.line()))
	}
	if _, problem := j.next(); problem != nil {
		return problem
	}
	j.rows = append(j.rows, row)
	return nil
}
