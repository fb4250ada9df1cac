package javascript

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/core"
)

// textMethod computes a method of a text. It reports whether it could.
func (lb *library) textMethod(recv *core.Value, method string, args []core.Arg) *core.Value {
	if recv.Kind != core.KindStr || core.Spreads(args) {
		return nil
	}
	switch method {
	case "concat":
		parts := []*core.Value{recv}
		for _, a := range args {
			parts = append(parts, a.Val)
		}
		return core.Concat(parts...)
	case "toString", "valueOf", "normalize":
		if len(args) == 0 {
			return recv
		}
		if enc, ok := core.TextAt(args, 0); ok {
			return core.DecodeAs(recv, enc)
		}
	}
	s, ok := recv.Text()
	switch {
	case !ok:
		return nil
	case !core.PlainText(s) && countsCharacters(method):
		return core.Data
	}
	return lb.wholeText(recv, method, args)
}

// wholeText computes a method of a text that is known to its end.
func (lb *library) wholeText(recv *core.Value, method string, args []core.Arg) *core.Value {
	s, _ := recv.Text()
	switch method {
	case "toLowerCase":
		return core.Str(strings.ToLower(s))
	case "toUpperCase":
		return core.Str(strings.ToUpper(s))
	case "trim":
		return core.Str(strings.TrimSpace(s))
	case "replace", "replaceAll":
		if with, _ := core.TextAt(args, 1); len(args) > 2 || strings.Contains(with, "$") {
			return core.Data // a reference to what was found
		}
		if method == "replace" {
			return core.Replaced(s, args, 1)
		}
		return core.Replaced(s, args, -1)
	case "split":
		if sep, ok := core.TextAt(args, 0); ok && (sep == "" || len(args) == 1) {
			return core.StrList(strings.Split(s, sep))
		}
	case "repeat":
		if len(args) == 1 && args[0].Val.Kind == core.KindNum {
			if n, err := strconv.Atoi(args[0].Val.Name); err == nil && n >= 0 && n*len(s) < core.MaxText {
				return core.Str(strings.Repeat(s, n))
			}
		}
	case "substring":
		for _, a := range args {
			if strings.HasPrefix(a.Val.Name, "-") {
				return core.Data // counts from the start, not from the end
			}
		}
		return core.Slice(recv, args)
	case "slice":
		return core.Slice(recv, args)
	case "charAt":
		if len(args) == 1 {
			return lb.ev.Objects.Index(recv, args[0].Val)
		}
	}
	return nil
}

// countsCharacters reports whether what a method gives depends on what a character is.
func countsCharacters(method string) bool {
	switch method {
	case "toLowerCase", "toUpperCase", "trim", "slice", "substring", "charAt", "split":
		return true
	}
	return false
}

// library is what functions and methods do that no entry of the tables can say.
type library struct {
	ev    *core.Evaluator
	attrs *attributes
}
