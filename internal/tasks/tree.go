package tasks

// ReadYAML reads one document of YAML, and returns it as a tree; ok is false where it is not
// understood. Package yamltree sets it, or a program that asks another one. A tree is a value:
//
//	a kind                TreeText, TreeOther, TreeList or TreeMapping
//	a number              the line in which it begins, from 1
//	its text              of TreeText and TreeOther: a number of bytes, and the bytes
//	its values            of TreeList: their number, and each
//	its members           of TreeMapping: their number, and of each its name, a text, and its value
//
// Numbers are uvarints of package encoding/binary.
var ReadYAML = func(source string) (tree string, ok bool) { return "", false }

// The kinds of values in a tree.
const (
	TreeText    = 's'
	TreeOther   = 'o' // a number, true, false, null
	TreeList    = 'l'
	TreeMapping = 'm'
)

// Bounds of what is read.
const (
	MaxYAML   = 256 << 10 // bytes
	MaxValues = 1 << 14
	MaxNested = 48
)

// parseYAML reads one document.
func parseYAML(source string) (*value, bool) {
	if len(source) > MaxYAML {
		return nil, false
	}
	tree, ok := ReadYAML(source)
	if !ok {
		return nil, false
	}
	r := treeReader{in: tree, left: MaxValues}
	v, ok := r.value(MaxNested)
	return v, ok && r.in == ""
}

type treeReader struct {
	in   string
	left int // values that may still come
}

// number reads a number; -1 where there is none.
func (r *treeReader) number() int {
	n := 0
	for shift := 0; shift < 28 && r.in != ""; shift += 7 {
		b := r.in[0]
		r.in = r.in[1:]
		n |= int(b&0x7f) << shift
		if b < 0x80 {
			return n
		}
	}
	return -1
}

func (r *treeReader) text() (string, bool) {
	n := r.number()
	if n < 0 || n > len(r.in) {
		return "", false
	}
	s := r.in[:n]
	r.in = r.in[n:]
	return s, true
}

func (r *treeReader) value(depth int) (*value, bool) {
	if r.left--; r.left < 0 || depth == 0 || r.in == "" {
		return nil, false
	}
	kind := r.in[0]
	r.in = r.in[1:]
	v := &value{line: r.number()}
	var ok bool
	switch kind {
	case TreeText:
		v.kind = text
		v.text, ok = r.text()
	case TreeOther:
		v.text, ok = r.text()
	case TreeList:
		v.kind = list
		ok = r.items(v, depth, false)
	case TreeMapping:
		v.kind = mapping
		ok = r.items(v, depth, true)
	}
	return v, ok
}

// items reads the values of a list, or the members of a mapping.
func (r *treeReader) items(v *value, depth int, named bool) bool {
	n := r.number()
	if n < 0 || n > len(r.in) {
		return false
	}
	for range n {
		if named {
			name, ok := r.text()
			if !ok {
				return false
			}
			v.names = append(v.names, name)
		}
		item, ok := r.value(depth - 1)
		if !ok {
			return false
		}
		v.items = append(v.items, item)
	}
	return true
}
