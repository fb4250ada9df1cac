package command

import "strings"

// endsMatched are the ends of the lines that an expression of grep matches: .ts and .tsx of
// '\.tsx?$'. nil where it says no more of their ends, or is none that is understood.
func (r *resolver) endsMatched(p *PrintSpec) []string {
	list := r.named(p.Match)
	if len(list) != 1 || !list[0].Word.Known() {
		return nil
	}
	extended := r.has([]string{"-E"}) || r.has([]string{"-P"})
	body, ok := strings.CutSuffix(list[0].Word.Text, "$")
	at := strings.LastIndex(body, `\.`)
	if !ok || at < 0 || strings.ContainsAny(body[:at], `|()[]\`+"\n") {
		return nil
	}
	ends := []string{"."}
	rest := body[at+2:]
	if extended {
		if group, ok := strings.CutPrefix(rest, "("); ok {
			if rest, ok = strings.CutSuffix(group, ")"); !ok {
				return nil
			}
			rest = strings.TrimPrefix(rest, "?:")
		}
	}
	var all []string
	for text := range strings.SplitSeq(rest, "|") {
		if text != rest && !extended {
			return nil
		}
		more, ok := spelled(ends, text, extended)
		if all = append(all, more...); !ok || len(all) > maxEnds {
			return nil
		}
	}
	return all
}

// maxEnds bounds the ends of names that an expression gives.
const maxEnds = 12

// spelled puts behind each of some texts what an expression of letters, digits, classes of them and
// letters that may lack stands for.
func spelled(before []string, expr string, extended bool) (out []string, ok bool) {
	out = before
	for expr != "" {
		letters := expr[:1]
		n := 1
		if letters == "[" {
			n = strings.IndexByte(expr, ']') + 1
			letters = expr[1:max(n-1, 1)]
		}
		if letters == "" || strings.Trim(letters,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
			return nil, false
		}
		expr = expr[n:]
		lacks := extended && strings.HasPrefix(expr, "?")
		if lacks {
			expr = expr[1:]
		}
		var next []string
		for _, text := range out {
			for i := range len(letters) {
				next = append(next, text+letters[i:i+1])
			}
			if lacks {
				next = append(next, text)
			}
		}
		if out = next; len(out) > maxEnds {
			return nil, false
		}
	}
	return out, len(out) > 0 && out[0] != "."
}
