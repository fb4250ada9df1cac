package regex

import (
	"strconv"
	"strings"
)

// placeholder begins the names of the empty groups that stand for look-aheads.
const placeholder = "fencepostAhead"

// lookAhead is (?=…), or (?!…) where not.
type lookAhead struct {
	src string
	not bool
}

// lookAheads puts an empty group in the place of each look-ahead of an expression, so that what is
// left can be read by package syntax; it is false where the expression looks behind, or where a
// look-ahead is repeated.
func lookAheads(src string) (plain string, ahead []lookAhead, ok bool) {
	if !strings.Contains(src, "(?") {
		return src, nil, true
	}
	var b strings.Builder
	for i := 0; i < len(src); {
		if !isLookaround(src[i:]) {
			next := atomEnd(src, i)
			b.WriteString(src[i:next])
			i = next
			continue
		}
		end := groupEnd(src, i)
		if end < 0 || src[i+2] == '<' || end < len(src) && strings.IndexByte("*+?{", src[end]) >= 0 {
			return "", nil, false
		}
		b.WriteString("(?<" + placeholder + strconv.Itoa(len(ahead)) + ">)")
		ahead = append(ahead, lookAhead{src: src[i+3 : end-1], not: src[i+2] == '!'})
		i = end
	}
	return b.String(), ahead, true
}
