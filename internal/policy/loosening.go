package policy

import (
	"reflect"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
)

// Loosening is one thing in a project's config that could let more pass than the layers below it
// do.
type Loosening struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Key  string `json:"key"`            // such as tools.bash.allow
	Text string `json:"text,omitempty"` // what it is about, such as npm publish
}

// String returns file:line: key: text.
func (l Loosening) String() string {
	p := Problem{File: l.File, Line: l.Line, Text: l.Key}
	if l.Text != "" {
		p.Text += ": " + l.Text
	}
	return p.String()
}

// below is what a project's config is compared with: the layers that count before it.
type below struct {
	settings rule.Settings // effective
	imported []string      // presets in force
}

// denies reports whether a call that matches no rule may be denied. Then an ask can be a way through.
func (b *below) denies() bool {
	return b.settings.Default == rule.Deny || b.settings.Mode != rule.ModeUnset
}

// finder looks for what loosens in one document.
type finder struct {
	doc   *Document
	below *below
	types Format
	found func(Loosening) bool // false: it is enough
}

// looseIn calls found for what loosens in a document, in the order of the format, until found
// returns false. It reports whether it came to the end.
func looseIn(doc *Document, b *below, found func(Loosening) bool) bool {
	doc = doc.whole()
	f := &finder{doc: doc, below: b, found: found}
	return f.scalars() && f.block(reflect.ValueOf(doc).Elem(), "")
}

// scalars looks at the single values. One that says what holds already changes nothing.
func (f *finder) scalars() bool {
	if len(f.doc.Scalars) == 0 {
		return true
	}
	own := f.doc.Settings()
	kept := stricter(&own, &f.below.settings)
	now, sandbox := f.below.settings, own.Sandbox != nil
	if sandbox && now.Sandbox == nil {
		none := sandboxconf.Default()
		now.Sandbox = &none
	}
	wants, counts := allValues(&own, sandbox), allValues(&kept, sandbox)
	holds := allValues(&now, sandbox)
	for _, s := range f.doc.Scalars {
		c, _ := classOf(s.Key)
		i := slices.IndexFunc(wants, func(v Value) bool { return v.Key == s.Key })
		switch {
		case c == tightens:
			continue
		case s.Key == "sandbox.mode" && own.Sandbox.On() && !now.Sandbox.On():
			// it confines, and once it is trusted it also settles what is asked
		case i >= 0 && (wants[i].Value == "" || wants[i].Value == holds[i].Value):
			continue
		case i >= 0 && c == byValue && counts[i].Value == wants[i].Value:
			continue
		}
		if !f.found(Loosening{f.doc.File, s.Pos.Line, s.Key, s.Value}) {
			return false
		}
	}
	return true
}

// block looks at the lists and rules in a mapping.
func (f *finder) block(v reflect.Value, path string) bool {
	t := f.types.Struct(v.Type())
	for i := range t.Fields {
		field := &t.Fields[i]
		value := field.Of(v)
		if field.Scalar || value.IsZero() {
			continue
		}
		key := field.Key
		if path != "" {
			key = path + "." + field.Key
		}
		if !f.composed(value, key) {
			return false
		}
	}
	return true
}

func (f *finder) composed(v reflect.Value, key string) bool {
	switch v.Kind() {
	case reflect.Slice:
		if list, ok := v.Interface().([]Import); ok {
			return f.imports(list)
		}
		c, _ := classOf(key)
		for i := range v.Len() {
			if f.waits(v.Index(i), key, c) && !f.report(v.Index(i), key) {
				return false
			}
		}
		return true
	case reflect.Pointer:
		if f.types.Struct(v.Type().Elem()).Pos < 0 {
			return f.block(v.Elem(), key)
		}
		c, _ := classOf(key)
		return !f.waits(v.Elem(), key, c) || f.report(v.Elem(), key)
	case reflect.Struct:
		return f.block(v, key)
	}
	return f.report(v, key) // there is no such key; it would have to wait
}

// waits reports whether an entry of a list, or a rule, does not count without trust.
func (f *finder) waits(v reflect.Value, key string, c class) bool {
	switch c {
	case tightens:
		return false
	case asks:
		return f.below.denies()
	case byDecision:
		field := v.FieldByName("Decision")
		if !field.IsValid() {
			return true
		}
		d := rule.Decision(field.Uint())
		return d != rule.Deny && (d != rule.Ask || f.below.denies())
	}
	return true
}

// imports looks at presets that are not in force below, since most of them hold allows, and at
// switched rules: whatever a rule decides, other rules may rely on it.
func (f *finder) imports(list []Import) bool {
	for i := range list {
		imp := &list[i]
		if !slices.Contains(f.below.imported, imp.Preset) &&
			!f.found(Loosening{f.doc.File, imp.Pos.Line, "import", imp.Preset}) {
			return false
		}
		for k, e := range slices.Concat(imp.Off, imp.Ask) {
			to := "off: "
			if k >= len(imp.Off) {
				to = "ask: "
			}
			if !f.found(Loosening{f.doc.File, e.Pos.Line, "import", to + e.Text + " of " + imp.Preset}) {
				return false
			}
		}
	}
	return true
}

func (f *finder) report(v reflect.Value, key string) bool {
	l := Loosening{File: f.doc.File, Key: key}
	if v.Kind() == reflect.Struct {
		if pos := v.FieldByName("Pos"); pos.IsValid() {
			l.Line = pos.Interface().(Pos).Line
		}
	}
	if v.CanAddr() {
		l.Text = label(v.Addr().Interface())
	}
	return f.found(l)
}

// label says in a few words what an entry is about.
func label(entry any) string {
	switch e := entry.(type) {
	case *Entry:
		return e.Text
	case *Prefix:
		return e.Text
	case *Port:
		return Number(int64(e.Number), true)
	case *HostReason:
		return e.Host
	case *Pattern:
		return e.Src
	case *ToolRequire:
		return e.Tool + " needs " + e.Mode.String()
	case *NormaliseRule:
		return e.Prefix.Text
	case *ArgumentRule:
		return decides(e.Decision, strings.TrimSpace(e.Command+" "+e.Subcommand))
	case *RedirectRule:
		return decides(e.Decision, about(e.Outside, e.Glob))
	case *EffectRule:
		_, kinds, _ := strings.Cut(e.ID(), " ")
		return decides(e.Decision,
			strings.TrimSpace(kinds+" "+about(e.Outside, e.Glob)+e.Host+e.Variable))
	case *CallRule:
		return decides(e.Decision, e.Match)
	case *WriteRule:
		return decides(e.Decision, about(e.Outside, ""))
	case *ImportRule:
		return decides(e.Decision, e.Match)
	}
	return ""
}

func decides(d rule.Decision, what string) string {
	return strings.TrimSpace(d.String() + " " + what)
}

func about(outside []string, glob string) string {
	if len(outside) > 0 {
		return strings.TrimSpace(glob + " outside " + strings.Join(outside, ", "))
	}
	return glob
}
