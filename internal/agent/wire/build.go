package wire

// Object writes one JSON object, member by member. The zero Object is empty.
type Object struct{ buf []byte }

func (o *Object) name(name string) {
	if o.buf == nil {
		o.buf = append(make([]byte, 0, 256), '{')
	} else {
		o.buf = append(o.buf, ',')
	}
	o.buf = append(AppendString(o.buf, name), ':')
}

// Text adds a string; "" is left out.
func (o *Object) Text(name, value string) {
	if value != "" {
		o.name(name)
		o.buf = AppendString(o.buf, value)
	}
}

// Raw adds a value that is JSON already; an empty one is left out.
func (o *Object) Raw(name string, value []byte) {
	if len(value) > 0 {
		o.name(name)
		o.buf = append(o.buf, value...)
	}
}

// JSON returns the object; it must not be added to afterwards.
func (o *Object) JSON() []byte {
	if o.buf == nil {
		return []byte("{}")
	}
	return append(o.buf, '}')
}

// Line returns the object with a newline behind it.
func (o *Object) Line() []byte { return append(o.JSON(), '\n') }
