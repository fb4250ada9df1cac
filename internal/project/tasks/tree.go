package tasks

import "github.com/fencepost/fencepost/internal/lowlevel/codec"

// Forms of files that ReadTree reads.
const (
	YAML = "yaml"
	TOML = "toml"
)

// ReadTree reads one document of a form, and returns it as a tree; ok is false where it is not
// understood. Package tabletree sets it, or a program that asks another one: the two libraries take
// 0.1 ms to start. A tree is a value, packed:
//
//	a word         TreeText, TreeOther, TreeList or TreeMapping
//	a number       the line in which it begins, from 1
//	a text         of TreeText and TreeOther
//	its values     of TreeList: a number, how many, and each
//	its members    of TreeMapping: a number, how many, and of each its name, a text, and its value
var ReadTree = func(form, source string) (tree string, ok bool) { return "", false }

// The kinds of values in a tree.
const (
	TreeText    = 's'
	TreeOther   = 'o' // a number, true, false, null
	TreeList    = 'l'
	TreeMapping = 'm'
)

// Bounds of what is read.
const (
	MaxTree   = 256 << 10 // bytes
	MaxValues = 1 << 14
	MaxNested = 48
)

func parseYAML(source string) (*value, bool) { return parseTree(YAML, source) }
func parseTOML(source string) (*value, bool) { return parseTree(TOML, source) }

// parseTree reads one document.
func parseTree(form, source string) (*value, bool) {
	if len(source) > MaxTree {
		return nil, false
	}
	tree, ok := ReadTree(form, source)
	if !ok {
		return nil, false
	}
	r := treeReader{Coder: codec.Reader(tree), left: MaxValues}
	v := r.value(MaxNested)
	return v, r.Done()
}

type treeReader struct {
	codec.Coder
	left int // values that may still come
}

// value reads a value. What it returns counts if all was read, and nothing was wrong.
func (r *treeReader) value(depth int) *value {
	v := &value{}
	if r.left--; r.left < 0 || depth == 0 {
		r.Fail()
		return v
	}
	var is byte
	codec.Word(&r.Coder, &is)
	r.Int(&v.line)
	switch is {
	case TreeText:
		v.kind = text
		r.Text(&v.text)
	case TreeOther:
		r.Text(&v.text)
	case TreeList:
		v.kind = list
		r.items(v, depth)
	case TreeMapping:
		v.kind = mapping
		r.items(v, depth)
	default:
		r.Fail()
	}
	return v
}

// items reads the values of a list, or the members of a mapping.
func (r *treeReader) items(v *value, depth int) {
	n := 0
	r.Int(&n)
	for i := 0; i < n && !r.Bad(); i++ {
		if v.kind == mapping {
			var name string
			r.Text(&name)
			v.names = append(v.names, name)
		}
		v.items = append(v.items, r.value(depth-1))
	}
}
