package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// sql reports what the text of a statement does to the database of the receiver, as far as its
// first word says.
func (m *Machine) sql(c *interp.Call, b *Bound, param string) {
	v, given := b.Get(param)
	if !given {
		return
	}
	memory := false
	if b.self != nil && b.self.Base != nil {
		name, ok := b.self.Base.Text()
		memory = ok && name == ":memory:"
	}
	v.Alts(func(a *Value) {
		w, _ := a.AsWord()
		whole := w.Kind == fact.Literal && !w.Glob
		if (whole || !strings.HasSuffix(c.Names[0], "script")) && onlyQueries(w.Text, whole, memory) {
			return
		}
		c.Effects = append(c.Effects, interp.Effect{Kind: fact.Exec, Detail: "changes the database"})
	})
}

// onlyQueries reports whether SQL text reads, or changes nothing but a database in memory.
func onlyQueries(text string, whole, memory bool) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	if !whole && (text == "" || strings.Contains(text, ";")) {
		return false
	}
	if strings.Contains(text, "load_extension") {
		return false
	}
	for s := range strings.SplitSeq(text, ";") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		first := strings.FieldsFunc(s, endsWord)
		if len(first) == 0 {
			return false
		}
		switch first[0] {
		case "select", "explain", "values":
			if strings.Contains(s, "writefile") || strings.Contains(s, " into ") {
				return false
			}
		case "with":
			for _, word := range [...]string{"insert", "update", "delete", "replace"} {
				if strings.Contains(s, word) {
					return false
				}
			}
		case "pragma":
			if strings.Contains(s, "=") {
				return false
			}
		case "create", "insert", "update", "delete", "drop", "alter", "begin", "commit":
			if !memory {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func endsWord(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '(' }
