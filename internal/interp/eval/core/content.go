package core

// What is read from a file is plain data whose value is not known, but it may be names of files,
// and the gate can look at them: open(open('list').read()) reads what the list says. Data with a
// Base is what was read from the file that this is; parts of it, and what its methods make of it,
// are so, too.

// content is what is read from a file.
func content(file *Value) *Value {
	if file == nil {
		return Data
	}
	return &Value{Kind: KindData, Base: file}
}

// isContent reports whether a value is known to be read from a file.
func (v *Value) isContent() bool { return v != nil && v.Kind == KindData && v.Base != nil }

// contents is the Element of a file: its lines.
func contents(v *Value) *Value { return content(v.Base) }

// joinData is unknown data that may be either of two: read from the files of both.
func joinData(a, b *Value) *Value {
	switch {
	case a.Base == nil || a == b:
		return b
	case b.Base == nil || same(a.Base, b.Base, 0):
		return a
	}
	return content(Join(a.Base, b.Base))
}

// listedIn are the files whose content a path is, as far as is known.
func listedIn(path *Value) *Value {
	if path.Kind == KindObj && path.Type.Text && path.Base != nil {
		path = path.Base
	}
	var out *Value
	path.Alts(func(a *Value) {
		if a.isContent() {
			out = Join(out, a.Base)
		}
	})
	return out
}

func (v *Value) contentBase() *Value {
	if v.isContent() {
		return v.Base
	}
	return nil
}

// contentOf is what is read from the file that a parameter names.
func (m *Machine) contentOf(b *Bound, of string) *Value {
	v, given := b.Get(of)
	if !given {
		return Data
	}
	file := PathText(v)
	if path, ok := file.Text(); ok && m.texts[path] != nil {
		return Join(m.texts[path], content(file))
	}
	return content(file)
}

// fills notes the text that is written to a file, where both are known.
func (m *Machine) fills(b *Bound, of, param string) {
	file, _ := b.Get(of)
	text, _ := b.Get(param)
	path, ok := PathText(file).Text()
	if _, known := text.Text(); !ok || !known {
		return
	}
	if m.texts == nil {
		m.texts = map[string]*Value{}
	}
	m.texts[path] = Join(m.texts[path], text)
}
