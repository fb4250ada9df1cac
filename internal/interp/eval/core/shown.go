package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// cut shortens code for people.
func cut(s string) string {
	const limit = 80
	s = strings.Join(strings.Fields(s), " ")
	if len(s) <= limit {
		return s
	}
	for n := limit; ; n-- {
		if s[n]&0xc0 != 0x80 {
			return s[:n] + "…"
		}
	}
}

// argWords is what patterns see of an argument: one word for each alternative.
func argWords(v *Value, spread bool) []fact.Word {
	if spread {
		return []fact.Word{{Kind: fact.Partial, Many: true}}
	}
	var out []fact.Word
	v.Alts(func(a *Value) { out = append(out, shown(shownWord(a, 0))) })
	return out
}

func shownWord(v *Value, depth int) fact.Word {
	switch v.Kind {
	case KindList, KindDict:
		out := Str("")
		for i, e := range v.List {
			if i > 0 {
				out = Concat(out, Str(" "))
			}
			if depth > 4 {
				return fact.Word{Kind: fact.Partial}
			}
			if v.Kind == KindDict {
				out = Concat(out, Str(v.Keys[i]+": "))
			}
			out = Concat(out, &Value{Kind: KindStr, Word: shownWord(e, depth+1)})
		}
		w, _ := out.AsWord()
		if v.More {
			w.Kind = fact.Partial
		}
		return w
	case KindRef:
		return fact.Lit(v.Name)
	case KindFunc, KindClass:
		return fact.Lit("function")
	case KindBound:
		return fact.Lit(v.Name)
	}
	w, _ := v.AsWord()
	return w
}
