package main

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/policy"
)

// nodeReader reads the nodes of one YAML file into Go values: strictly, and with file, line and
// column in every error.
type nodeReader struct {
	path string            // as it is shown
	seen map[string]string // where the names stand that may stand once, in all files of a table
}

// fields are the keys that a mapping may have. Each has what takes its value (nodeReader.into).
type fields map[string]any

// selfReader is a type with a form of its own in the YAML.
type selfReader interface {
	read(r *nodeReader, n *yaml.Node) error
}

// checker is a struct that says what is wrong with what was read into it.
type checker interface {
	check(r *nodeReader, n *yaml.Node) error
}

// source is a field that gets the file and the line of its struct.
type source string

// readTable reads the file of a table; nil if there is no such file.
func readTable(file, shown string) (*nodeReader, *yaml.Node, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	if err != nil {
		return nil, nil, err
	}
	return openYAML(shown, text)
}

func openYAML(shown string, text []byte) (*nodeReader, *yaml.Node, error) {
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", shown, err)
	}
	if len(doc.Content) == 0 {
		return nil, nil, fmt.Errorf("%s:1: the file is empty", shown)
	}
	return &nodeReader{shown, map[string]string{}}, doc.Content[0], nil
}

func (r *nodeReader) errorf(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", r.path, n.Line, n.Column, fmt.Sprintf(format, args...))
}

func (r *nodeReader) src(n *yaml.Node) string { return fmt.Sprintf("%s:%d", r.path, n.Line) }

// once refuses a name, which is written so, that stands in the table already.
func (r *nodeReader) once(n *yaml.Node, name, written string) error {
	if r.seen[name] != "" {
		return r.errorf(n, "%s stands at %s already", written, r.seen[name])
	}
	r.seen[name] = r.src(n)
	return nil
}

// into reads a value into what a pointer points to. A struct has a key for each exported field, in
// small letters. A function takes the value itself.
func (r *nodeReader) into(n *yaml.Node, to any) (err error) {
	switch to := to.(type) {
	case func(*yaml.Node) error:
		return to(n)
	case selfReader:
		return to.read(r, n)
	case **yaml.Node:
		*to = n
		return nil
	case *string:
		*to = n.Value
		return r.scalar(n)
	case *bool:
		*to, err = r.boolean(n)
		return err
	case *[]string:
		*to, err = r.words(n)
		return err
	}
	v := reflect.ValueOf(to).Elem()
	if e, ok := enumerations[v.Type()]; ok {
		return e.read(r, n, v)
	}
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		return r.into(n, v.Interface())
	case reflect.Slice:
		return r.entries(n, func(n *yaml.Node) error {
			e := reflect.New(v.Type().Elem())
			err := r.into(n, e.Interface())
			v.Set(reflect.Append(v, e.Elem()))
			return err
		})
	}
	if err := r.mapping(n, r.fieldsOf(n, to)); err != nil {
		return err
	}
	if c, ok := to.(checker); ok {
		return c.check(r, n)
	}
	return nil
}

// fieldsOf are the keys of a struct, which stands at n.
func (r *nodeReader) fieldsOf(n *yaml.Node, to any) fields {
	f := fields{}
	var add func(v reflect.Value)
	add = func(v reflect.Value) {
		for i := range v.NumField() {
			field := v.Type().Field(i)
			switch {
			case field.Type == reflect.TypeFor[source]():
				v.Field(i).SetString(r.src(n))
			case field.Anonymous:
				add(v.Field(i))
			case field.IsExported():
				f[strings.ToLower(field.Name)] = v.Field(i).Addr().Interface()
			}
		}
	}
	add(reflect.ValueOf(to).Elem())
	return f
}

// mapping reads a mapping with these keys.
func (r *nodeReader) mapping(n *yaml.Node, f fields) error {
	return r.pairs(n, func(key, value *yaml.Node) error {
		to, ok := f[key.Value]
		if !ok {
			return r.errorf(key, "unknown key %q%s", key.Value,
				didYouMean(key.Value, slices.Collect(maps.Keys(f))))
		}
		return r.into(value, to)
	})
}

// pairs calls f for the keys of a mapping in order; a key that stands twice is an error.
func (r *nodeReader) pairs(n *yaml.Node, f func(key, value *yaml.Node) error) error {
	if n.Kind != yaml.MappingNode {
		return r.errorf(n, "a mapping is needed here")
	}
	seen := map[string]int{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if line, dup := seen[key.Value]; dup {
			return r.errorf(key, "key %q stands in line %d already", key.Value, line)
		}
		seen[key.Value] = key.Line
		if value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		if err := f(key, value); err != nil {
			return err
		}
	}
	return nil
}

// ordered is a mapping whose keys are names, in its order.
type ordered[K, V any] []pair[K, V]

type pair[K, V any] struct {
	Key   K
	Value V
	at    *yaml.Node // the key
	src   string
}

func (p *ordered[K, V]) read(r *nodeReader, n *yaml.Node) error {
	return r.pairs(n, func(key, value *yaml.Node) error {
		e := pair[K, V]{at: key, src: r.src(key)}
		err := r.into(key, &e.Key)
		if err == nil {
			err = r.into(value, &e.Value)
		}
		*p = append(*p, e)
		return err
	})
}

// Keys are the names, as they are written.
func (p ordered[K, V]) Keys() (names []string) {
	for _, e := range p {
		names = append(names, e.at.Value)
	}
	return names
}

func (r *nodeReader) scalar(n *yaml.Node) error {
	if n.Kind != yaml.ScalarNode {
		return r.errorf(n, "a text is needed here")
	}
	return nil
}

// words reads a list of texts, or one text with blanks between the words.
func (r *nodeReader) words(n *yaml.Node) ([]string, error) {
	if n.Kind == yaml.ScalarNode {
		return strings.Fields(n.Value), nil
	}
	if n.Kind != yaml.SequenceNode {
		return nil, r.errorf(n, "a list of words is needed here")
	}
	var out []string
	for _, e := range n.Content {
		if err := r.scalar(e); err != nil {
			return nil, err
		}
		out = append(out, e.Value)
	}
	return out, nil
}

func (r *nodeReader) boolean(n *yaml.Node) (bool, error) {
	v, err := strconv.ParseBool(n.Value)
	if n.Kind != yaml.ScalarNode || err != nil {
		return false, r.errorf(n, "true or false is needed here")
	}
	return v, nil
}

// number reads a small number with a minus sign or without.
func (r *nodeReader) number(n *yaml.Node, what string, least, most int) (int, error) {
	i, err := strconv.Atoi(n.Value)
	if err != nil || i < least || i > most {
		return 0, r.errorf(n, "a number of %s from %d to %d is needed here", what, least, most)
	}
	return i, nil
}

// entries calls f for the elements of a list of mappings.
func (r *nodeReader) entries(n *yaml.Node, f func(n *yaml.Node) error) error {
	if n.Kind != yaml.SequenceNode {
		return r.errorf(n, "a list of entries is needed here")
	}
	for _, e := range n.Content {
		if err := f(e); err != nil {
			return err
		}
	}
	return nil
}

// sentence is a reason: one line of text that no full stop ends.
type sentence string

func (s *sentence) read(r *nodeReader, n *yaml.Node) error {
	text := strings.TrimSpace(n.Value)
	switch {
	case n.Kind != yaml.ScalarNode || text == "":
		return r.errorf(n, "a text is needed here")
	case strings.HasSuffix(text, ".") || strings.Contains(text, "\n"):
		return r.errorf(n, "a reason is one line without a full stop at its end")
	}
	*s = sentence(text)
	return nil
}

// uniqueWords is a list of words of which none stands twice.
type uniqueWords []string

func (l *uniqueWords) read(r *nodeReader, n *yaml.Node) error {
	if n.Kind != yaml.SequenceNode || len(n.Content) == 0 {
		return r.errorf(n, "a list of words is needed here")
	}
	seen := map[string]int{}
	for _, e := range n.Content {
		switch line, dup := seen[e.Value]; {
		case e.Kind != yaml.ScalarNode || e.Value == "":
			return r.errorf(e, "a word is needed here")
		case e.Tag != "!!str":
			return r.errorf(e, "%s is no text for YAML: put it in quotes", e.Value)
		case dup:
			return r.errorf(e, "%q stands in line %d already", e.Value, line)
		}
		seen[e.Value] = e.Line
		*l = append(*l, e.Value)
	}
	return nil
}

// needed refuses an entry that says nothing at one of these keys, each with its value.
func (r *nodeReader) needed(at *yaml.Node, name string, keys ...string) error {
	for i := 0; i < len(keys); i += 2 {
		if keys[i+1] == "" {
			return r.errorf(at, "%s has no %s", name, keys[i])
		}
	}
	return nil
}

// didYouMean returns " (did you mean …?)" for the nearest known word, or "".
func didYouMean(word string, known []string) string {
	slices.Sort(known)
	if near := policy.NearestWithin(word, known, max(2, len(word)/3)); near != "" {
		return " (did you mean " + near + "?)"
	}
	return ""
}
