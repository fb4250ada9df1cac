// Package tabletree reads the YAML and TOML of tasks' files for package tasks, which cannot: a
// program that judges calls links no library for that. A program that imports this one can.
package tabletree

import (
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/project/tasks"
)

func init() { tasks.ReadTree = Tree }

// Tree reads one document, and returns it as tasks.ReadTree does.
func Tree(form, source string) (tree string, ok bool) {
	w := writer{Coder: codec.Writer(), left: tasks.MaxValues}
	switch {
	case len(source) > tasks.MaxTree:
	case form == tasks.YAML:
		ok = w.yaml(source)
	case form == tasks.TOML:
		ok = w.toml(source)
	}
	return w.Written(), ok
}

// yaml gives up on aliases, merges and tags.
func (w *writer) yaml(source string) bool {
	var doc yaml.Node
	return yaml.Unmarshal([]byte(source), &doc) == nil && len(doc.Content) == 1 &&
		w.value(doc.Content[0], tasks.MaxNested)
}

type writer struct {
	codec.Coder
	left int // values that may still come
}

func (w *writer) number(n int) { w.Int(&n) }

func (w *writer) head(kind byte, line int) {
	codec.Word(&w.Coder, &kind)
	w.Int(&line)
}

func (w *writer) value(n *yaml.Node, depth int) bool {
	if w.left--; w.left < 0 || depth == 0 || n.Anchor != "" {
		return false
	}
	switch n.Kind {
	case yaml.ScalarNode:
		return w.scalar(n)
	case yaml.SequenceNode:
		w.head(tasks.TreeList, n.Line)
		w.number(len(n.Content))
		return !slices.ContainsFunc(n.Content, func(c *yaml.Node) bool { return !w.value(c, depth-1) })
	case yaml.MappingNode:
		return w.mapping(n, depth)
	}
	return false
}

func (w *writer) scalar(n *yaml.Node) bool {
	line := n.Line
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		line++ // the text begins below its sign
	}
	switch n.Tag {
	case "!!str":
		w.head(tasks.TreeText, line)
	case "!!bool", "!!int", "!!float", "!!null":
		w.head(tasks.TreeOther, line)
	default:
		return false
	}
	w.Text(&n.Value)
	return true
}

// mapping gives up on a name that stands twice: which one counts is up to the program.
func (w *writer) mapping(n *yaml.Node, depth int) bool {
	w.head(tasks.TreeMapping, n.Line)
	w.number(len(n.Content) / 2)
	names := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if w.left--; w.left < 0 || key.Kind != yaml.ScalarNode || key.Anchor != "" ||
			!plainKey(key.Tag) || names[key.Value] {
			return false
		}
		names[key.Value] = true
		w.Text(&key.Value)
		if !w.value(n.Content[i+1], depth-1) {
			return false
		}
	}
	return true
}

func plainKey(tag string) bool {
	switch tag {
	case "!!str", "!!bool", "!!int", "!!float", "!!null":
		return true
	}
	return false
}
