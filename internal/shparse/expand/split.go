package expand

import "strings"

// SplitFields cuts s at IFS characters; entries with brk mark the cuts. White space of IFS around a
// cut belongs to it, and another IFS character ends a field even if that is empty.
func SplitFields(s, ifs string) []Piece {
	if ifs == "" || !strings.ContainsAny(s, ifs) {
		if s == "" {
			return nil
		}
		return []Piece{{Text: s}}
	}
	isSep := func(c byte) bool { return strings.IndexByte(ifs, c) >= 0 }
	white := func(c byte) bool { return (c == ' ' || c == '\t' || c == '\n') && isSep(c) }
	skipWhite := func(i int) int {
		for i < len(s) && white(s[i]) {
			i++
		}
		return i
	}
	var out []Piece
	i := skipWhite(0)
	if i > 0 {
		out = append(out, Piece{Brk: true})
	}
	for i < len(s) {
		start := i
		for i < len(s) && !isSep(s[i]) {
			i++
		}
		out = append(out, Piece{Text: s[start:i], Quoted: start == i})
		if i == len(s) {
			break
		}
		if i = skipWhite(i); i < len(s) && isSep(s[i]) {
			i = skipWhite(i + 1)
		}
		out = append(out, Piece{Brk: true})
	}
	return out
}

// CutField returns the first field and what stands behind its separator.
func CutField(line, ifs, white string) (field, rest string) {
	k := strings.IndexAny(line, ifs)
	if ifs == "" || k < 0 {
		return line, ""
	}
	rest = strings.TrimLeft(line[k:], white)
	if rest != "" && strings.IndexByte(ifs, rest[0]) >= 0 {
		rest = strings.TrimLeft(rest[1:], white)
	}
	return line[:k], rest
}

// LastField is the rest of the line without white space at its end, and without one separator if
// that is all that follows a single field.
func LastField(line, ifs, white string) string {
	line = strings.TrimRight(line, white)
	field, rest := CutField(line, ifs, white)
	if rest == "" {
		return field
	}
	return line
}

func IfsWhite(ifs string) string {
	var b strings.Builder
	for i := 0; i < len(ifs); i++ {
		if ifs[i] == ' ' || ifs[i] == '\t' || ifs[i] == '\n' {
			b.WriteByte(ifs[i])
		}
	}
	return b.String()
}
