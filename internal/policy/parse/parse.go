// Package parse reads the YAML of configs, presets and organisation files: strictly, and guided by
// the struct tags of the types in package policy, which also make the JSON Schema. A program that
// imports it can load configs.
package parse

import (
	"bytes"
	"fmt"
	"io"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/policy"
)

func init() {
	policy.Read = func(file string, data []byte) (doc *policy.Document, errors, warnings []policy.Problem) {
		return Parse(file, data, policy.Config)
	}
}

// maxDepth bounds how deep lists and mappings nest; the format itself needs eight levels.
const maxDepth = 64

// Parse reads one file. Errors close the fence; warnings name rules that were dropped. The document
// is never nil and is fit for use if there is no error.
func Parse(file string, data []byte, kind policy.Kind) (doc *policy.Document, errors, warnings []policy.Problem) {
	doc = &policy.Document{File: file, Kind: kind}
	d := &decoder{file: file, kind: kind, doc: doc}
	root := d.parse(data)
	if root != nil && len(d.errors) == 0 {
		d.value(root, reflect.ValueOf(doc).Elem(), nil)
		doc.Bare = kind == policy.Config && hasOnly(root, "policy", "policyKey")
		doc.OnlyImports = kind == policy.Config && hasOnly(root, "import", "policy", "policyKey")
	}
	if len(d.errors) == 0 {
		d.checkDocument()
	}
	return doc, d.errors, d.warnings
}

// ParsePreset reads a preset for the generator. In a preset every mistake is an error, a broken
// allowing rule too, and meta must have a title and a description.
func ParsePreset(file string, data []byte) (*policy.Document, []policy.Problem) {
	doc, errors, warnings := Parse(file, data, policy.Preset)
	return doc, append(errors, warnings...)
}

// Root returns the root value of the only YAML document of a file, or nil where there is none.
func Root(file string, data []byte) (*yaml.Node, []policy.Problem) {
	d := &decoder{file: file}
	root := d.parse(data)
	return root, d.errors
}

func (d *decoder) parse(data []byte) (root *yaml.Node) {
	defer func() {
		// The YAML package panics on some hostile input that it does not foresee.
		if r := recover(); r != nil {
			root = nil
			d.errors = append(d.errors, policy.Problem{File: d.file, Line: 1, Text: "the YAML parser failed: " +
				policy.Quote(fmt.Sprint(r)), Mend: "simplify the file"})
		}
	}()
	if p := textProblem(data); p.Text != "" {
		p.File = d.file
		d.errors = append(d.errors, p)
		return nil
	}
	dec := yaml.NewDecoder(bytes.NewReader(data))
	var first, second yaml.Node
	if err := dec.Decode(&first); err == io.EOF {
		return nil // nothing but comments
	} else if err != nil {
		d.errors = append(d.errors, syntaxProblem(d.file, data, err))
		return nil
	}
	switch err := dec.Decode(&second); {
	case err == nil:
		d.fail(&second, "the file holds a second YAML document",
			"put everything into one document, without ---")
		return nil
	case err != io.EOF:
		d.errors = append(d.errors, syntaxProblem(d.file, data, err))
		return nil
	}
	root = first.Content[0]
	if n := tooDeep(root, maxDepth); n != nil {
		d.fail(n, "lists and mappings nest deeper than "+strconv.Itoa(maxDepth)+" levels", "flatten them")
		return nil
	}
	if isNull(root) && root.Value == "" {
		return nil // `---` alone
	}
	return root
}

// tooDeep returns the first value below n that lies deeper than depth levels, or nil. Aliases are
// not followed: none can add a level that the format has no key for.
func tooDeep(n *yaml.Node, depth int) *yaml.Node {
	if depth == 0 {
		return n
	}
	for _, c := range n.Content {
		if found := tooDeep(c, depth-1); found != nil {
			return found
		}
	}
	return nil
}

// textProblem looks for what makes a file no text at all. It returns a problem without Text if
// there is nothing.
func textProblem(data []byte) policy.Problem {
	if len(data) > policy.MaxSize {
		return policy.Problem{Text: "the file is larger than " + strconv.Itoa(policy.MaxSize) + " bytes",
			Mend: "split it into several files in " + confighome.Config}
	}
	for i := 0; i < len(data); {
		c := data[i]
		if c < utf8.RuneSelf {
			if c < ' ' && c != '\t' && c != '\n' && c != '\r' || c == 0x7f {
				return placed(data, i, "the file holds the control character "+fmt.Sprintf("U+%04X", c),
					"remove it")
			}
			i++
			continue
		}
		r, n := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && n == 1 {
			return placed(data, i, "the file is not UTF-8", "save it as UTF-8")
		}
		i += n
	}
	return policy.Problem{}
}

func placed(data []byte, i int, text, mend string) policy.Problem {
	before := data[:i]
	return policy.Problem{
		Line: bytes.Count(before, []byte{'\n'}) + 1,
		Col:  utf8.RuneCount(before[bytes.LastIndexByte(before, '\n')+1:]) + 1,
		Text: text, Mend: mend,
	}
}

// syntaxProblem turns an error of the YAML package ("yaml: line 5: did not find …") into a problem
// with a place.
func syntaxProblem(file string, data []byte, err error) policy.Problem {
	text := strings.TrimPrefix(err.Error(), "yaml: ")
	line := 1
	if rest, ok := strings.CutPrefix(text, "line "); ok {
		if num, msg, ok := strings.Cut(rest, ": "); ok {
			line, _ = strconv.Atoi(num)
			text = msg
			if fromParser(msg) {
				line++ // the package reports the lines of its parser, unlike those of its scanner, from 0
			}
		}
	}
	if name, ok := strings.CutPrefix(text, "unknown anchor '"); ok {
		name, _, _ = strings.Cut(name, "'")
		p := placed(data, max(0, bytes.Index(data, []byte("*"+name))),
			"the alias *"+name+" names no anchor",
			"define &"+name+" above it, or put the text in quotes if it is not an alias")
		p.File = file
		return p
	}
	lines := bytes.Split(data, []byte{'\n'})
	line = max(1, min(line, len(lines)))
	p := policy.Problem{File: file, Line: line, Text: "this is not YAML: " + text,
		Mend: "look for what is missing in this line or above: a quote, a bracket, a colon, a blank " +
			"behind the colon"}
	// The scanner stops where the line's value begins; a tab before it is the likely mistake, here or
	// one line on.
	for _, n := range []int{line, line + 1} {
		if n > len(lines) {
			break
		}
		indent := lines[n-1][:len(lines[n-1])-len(bytes.TrimLeft(lines[n-1], " \t"))]
		if i := bytes.IndexByte(indent, '\t'); i >= 0 {
			p.Line, p.Col, p.Mend = n, i+1, "indent with blanks: there is a tab"
			return p
		}
	}
	l := lines[line-1]
	p.Col = len(l) - len(bytes.TrimLeft(l, " ")) + 1
	return p
}

// fromParser tells the messages of the package's parser from those of its scanner.
func fromParser(msg string) bool {
	for _, p := range []string{"expected <document start>", "expected node content", "expected key",
		"expected '-' indicator", "expected ',' or"} {
		if strings.HasPrefix(msg, "did not find "+p) {
			return true
		}
	}
	return strings.HasPrefix(msg, "found undefined tag handle") ||
		strings.HasPrefix(msg, "found duplicate %") || strings.HasPrefix(msg, "found incompatible YAML")
}
