package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// nodeReader reads the nodes of one YAML file. Every error names file, line and column.
type nodeReader struct {
	path string // as it is shown
}

// readTable reads the file of a table; nil if there is no such file.
func readTable(file, shown string) (*nodeReader, *yaml.Node, error) {
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, nil
	}
	var doc yaml.Node
	if err == nil {
		err = yaml.Unmarshal(text, &doc)
	}
	switch {
	case err != nil:
		return nil, nil, fmt.Errorf("%s: %w", shown, err)
	case len(doc.Content) == 0:
		return nil, nil, fmt.Errorf("%s:1: the file is empty", shown)
	}
	return &nodeReader{shown}, doc.Content[0], nil
}

func (r *nodeReader) errorf(n *yaml.Node, format string, args ...any) error {
	return fmt.Errorf("%s:%d:%d: %s", r.path, n.Line, n.Column, fmt.Sprintf(format, args...))
}

func (r *nodeReader) src(n *yaml.Node) string { return fmt.Sprintf("%s:%d", r.path, n.Line) }

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

func (r *nodeReader) unknownKey(n *yaml.Node, known []string) error {
	return r.errorf(n, "unknown key %q%s", n.Value, didYouMean(n.Value, known))
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

// sentence reads a reason: one line of text that no full stop ends.
func (r *nodeReader) sentence(n *yaml.Node) (string, error) {
	text := strings.TrimSpace(n.Value)
	switch {
	case n.Kind != yaml.ScalarNode || text == "":
		return "", r.errorf(n, "a text is needed here")
	case strings.HasSuffix(text, ".") || strings.Contains(text, "\n"):
		return "", r.errorf(n, "a reason is one line without a full stop at its end")
	}
	return text, nil
}
