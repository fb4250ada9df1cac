package eval

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
	v.alts(func(a *Value) { out = append(out, shown(shownWord(a, 0))) })
	return out
}

func shownWord(v *Value, depth int) fact.Word {
	switch v.kind {
	case kList, kDict:
		out := str("")
		for i, e := range v.list {
			if i > 0 {
				out = concat(out, str(" "))
			}
			if depth > 4 {
				return fact.Word{Kind: fact.Partial}
			}
			if v.kind == kDict {
				out = concat(out, str(v.keys[i]+": "))
			}
			out = concat(out, &Value{kind: kStr, word: shownWord(e, depth+1)})
		}
		w, _ := out.asWord()
		if v.more {
			w.Kind = fact.Partial
		}
		return w
	case kRef:
		return fact.Lit(v.name)
	case kFunc, kClass:
		return fact.Lit("function")
	case kBound:
		return fact.Lit(v.name)
	}
	w, _ := v.asWord()
	return w
}
