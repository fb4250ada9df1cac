// Package glob matches names with patterns of configs and tables: * is any text and ? any byte, in the
// same case, and the whole name. What a shell would match is the other kind: path.Match for names of
// files, expand.Matches for the shell's own words.
package glob

// Match reports whether a name glob (* and ?, case-sensitive, anchored at both ends) matches s.
func Match(pattern, s string) bool {
	p, i, star, mark := 0, 0, -1, 0
	for i < len(s) {
		switch {
		case p < len(pattern) && (pattern[p] == '?' || pattern[p] == s[i] && pattern[p] != '*'):
			p, i = p+1, i+1
		case p < len(pattern) && pattern[p] == '*':
			star, mark = p, i
			p++
		case star >= 0:
			mark++
			p, i = star+1, mark
		default:
			return false
		}
	}
	for p < len(pattern) && pattern[p] == '*' {
		p++
	}
	return p == len(pattern)
}
