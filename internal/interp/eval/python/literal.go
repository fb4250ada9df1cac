package python

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// stringExpr decodes a string literal and an f-string (Python reference, 2.4.1).
func (ex *expressions) stringExpr(n *syntax.Node) *core.Value {
	start := n.Kid("string_start")
	prefix := strings.ToLower(strings.TrimRight(start.Text(), `'"`))
	raw := strings.Contains(prefix, "r")
	out := core.Str("")
	for _, k := range n.Kids {
		switch k.Type {
		case "string_content":
			if !raw && strings.Contains(k.Text(), `\N{`) {
				out = core.Concat(out, core.Data) // a character by its name
				continue
			}
			out = core.Concat(out, core.SplitUnknown(content(k, raw)))
		case "interpolation":
			v := core.Data
			if e := k.Child("expression"); e != nil {
				v = ex.eval(e)
				ex.ev.Environ.NoteShown(n, v)
			}
			ex.formatSpec(k.Kid("format_specifier"))
			formatted := k.Kid("format_specifier") != nil || k.Kid("type_conversion") != nil ||
				showsExpression(k)
			if formatted || v.Kind == core.KindAlt && len(n.Kids) > 6 {
				v = core.Data
			}
			out = ex.ev.Objects.Binary(core.OpAdd, out, core.AsText(v))
		}
	}
	return out
}

// showsExpression reports whether a field shows its expression, too: {x=}.
func showsExpression(field *syntax.Node) bool {
	e := field.Child("expression")
	return e != nil && strings.HasPrefix(strings.TrimSpace(field.Src[e.End:field.End]), "=")
}

// formatSpec evaluates what stands in braces in a format specification.
func (ex *expressions) formatSpec(n *syntax.Node) {
	if n == nil {
		return
	}
	for _, k := range n.Kids {
		ex.eval(k)
	}
}

// content is the text of a part of a string with its escapes replaced. In the tree escapes are
// children.
func content(n *syntax.Node, raw bool) string {
	text := n.Text()
	if raw {
		return text
	}
	return escapes.Unescape(text)
}

var escapes = syntax.Escapes{Bell: true, Keep: true}

// slice is a part of a text or a list: x[a:b], x[::-1].
func (ex *expressions) slice(v *core.Value, n *syntax.Node) *core.Value {
	for _, k := range n.Kids {
		ex.eval(k)
	}
	spec := strings.ReplaceAll(n.Text(), " ", "")
	switch v.Kind {
	case core.KindStr:
		return sliceText(v, spec)
	case core.KindList:
		return sliceList(v, spec)
	case core.KindData, core.KindNum:
		return ex.ev.Heap.MaybeEscaped(v.Element())
	case core.KindObj:
		return v.Element()
	case core.KindRef:
		return ex.ev.Objects.Index(v, core.Data)
	}
	return core.Top
}

// sliceText is a part of a text, where that is known and plain.
func sliceText(v *core.Value, spec string) *core.Value {
	s, ok := v.Text()
	if !ok || !core.PlainText(s) {
		return core.Data
	}
	if spec == "::-1" {
		b := []byte(s)
		slices.Reverse(b)
		return core.Str(string(b))
	}
	from, to, ok := strings.Cut(spec, ":")
	if !ok || strings.Contains(to, ":") {
		return core.Data
	}
	if from == "" {
		from = "0"
	}
	args := []core.Arg{{Val: core.Num(from)}}
	if to != "" {
		args = append(args, core.Arg{Val: core.Num(to)})
	}
	return core.Slice(v, args)
}

// sliceList is a part of a list: what follows a place, or some of its elements.
func sliceList(v *core.Value, spec string) *core.Value {
	if spec == ":" {
		return v
	}
	out := core.SomeOf(v.Element())
	if from, ok := strings.CutSuffix(spec, ":"); ok && !v.More {
		if i, err := strconv.Atoi(from); err == nil && i >= 0 && i <= len(v.List) {
			out = core.ListOf(append([]*core.Value(nil), v.List[i:]...)...)
		}
	}
	out.Wild = v.Wild
	return out
}
