package record

import (
	"strconv"
	"time"
	"unicode/utf8"
)

// The record is written by hand: what a library needs to find out the form of a value takes as long as
// the start of a program, for each run.

// object writes the fields of an object. Those that are not set are left out.
type object struct{ b []byte }

func (o *object) begin() { o.b = append(o.b, '{') }

func (o *object) end() { o.b = append(o.b, '}') }

// name writes the name of a field.
func (o *object) name(name string) {
	if last := o.b[len(o.b)-1]; last != '{' && last != '[' {
		o.b = append(o.b, ',')
	}
	o.b = append(append(append(o.b, '"'), name...), '"', ':')
}

func (o *object) text(name, value string) {
	if value != "" {
		o.name(name)
		o.quote(value)
	}
}

func (o *object) number(name string, value int) {
	o.name(name)
	o.b = strconv.AppendInt(o.b, int64(value), 10)
}

func (o *object) yes(name string, value bool) {
	if value {
		o.name(name)
		o.b = append(o.b, "true"...)
	}
}

func (o *object) time(name string, t time.Time) {
	if !t.IsZero() {
		o.name(name)
		o.b = append(t.AppendFormat(append(o.b, '"'), time.RFC3339Nano), '"')
	}
}

func (o *object) texts(name string, values []string) {
	if len(values) == 0 {
		return
	}
	o.name(name)
	for i, v := range values {
		o.b = append(o.b, "[,"[min(i, 1)])
		o.quote(v)
	}
	o.b = append(o.b, ']')
}

// list writes a list of objects; each writes the fields of one.
func list[T any](o *object, name string, values []T, each func(*T)) {
	if len(values) == 0 {
		return
	}
	o.name(name)
	for i := range values {
		o.b = append(o.b, "[,"[min(i, 1)])
		o.begin()
		each(&values[i])
		o.end()
	}
	o.b = append(o.b, ']')
}

// quote writes a text. What is no text becomes what is there for that, as package json has it.
func (o *object) quote(s string) {
	const digits = "0123456789abcdef"
	o.b = append(o.b, '"')
	for i := 0; i < len(s); {
		c := s[i]
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			o.b = utf8.AppendRune(o.b, r)
			i += n
			continue
		}
		switch {
		case c == '"' || c == '\\':
			o.b = append(o.b, '\\', c)
		case c < ' ':
			o.b = append(o.b, '\\', 'u', '0', '0', digits[c>>4], digits[c&0xf])
		default:
			o.b = append(o.b, c)
		}
		i++
	}
	o.b = append(o.b, '"')
}

// encode is the record as JSON.
func (r *Run) encode() []byte {
	o := &object{make([]byte, 0, 8<<10)}
	o.begin()
	o.number("version", r.Version)
	o.text("run", r.Run)
	o.text("session", r.Session)
	o.time("started", r.Started)
	o.time("ended", r.Ended)
	o.text("directory", r.Directory)
	o.texts("command", r.Command)
	o.text("engine", r.Engine)
	o.text("level", r.Level)
	o.text("net", r.Net)
	o.number("status", r.Status)
	o.text("failed", r.Failed)
	o.yes("left", r.Left)
	list(o, "refused", r.Refused, func(f *Refused) {
		o.text("host", f.Host)
		o.number("port", int(f.Port))
		o.text("why", f.Why)
		o.number("count", f.Count)
		o.time("first", f.First)
	})
	list(o, "swept", r.Swept, func(p *Plant) {
		o.text("path", p.Path)
		o.text("why", p.Why)
		o.text("moved", p.Moved)
		o.text("error", p.Error)
	})
	o.text("sweepFailed", r.SweepFailed)
	o.name("plan")
	r.Plan.encode(o)
	o.end()
	return append(o.b, '\n')
}

func (p *Plan) encode(o *object) {
	o.begin()
	o.texts("write", p.Write)
	list(o, "keep", p.Keep, func(k *Path) { k.encode(o) })
	o.texts("open", p.Open)
	o.texts("private", p.Private)
	list(o, "masks", p.Masks, func(m *Mask) {
		m.encode(o)
		o.yes("socket", m.Socket)
		o.texts("holes", m.Holes)
	})
	o.texts("notes", p.Notes)
	o.end()
}

func (p *Path) encode(o *object) {
	o.text("path", p.Path)
	o.text("why", p.Why)
}
