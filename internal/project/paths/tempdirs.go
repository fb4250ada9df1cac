package paths

import "strings"

// farFromTemps reports whether an absolute path surely lies in none of Also.TempDirs. To find these
// means to read files of other processes, and most paths tell it themselves: they are in plain
// letters, lead through no link, and lack TempPart.
func (r *Resolver) farFromTemps(form string) bool {
	odd := func(c rune) bool {
		return (c|0x20 < 'a' || c|0x20 > 'z') && (c < '-' || c > '9') && c != '_' // - . / and digits
	}
	if r.TempPart == "" || strings.IndexFunc(form, odd) >= 0 ||
		strings.Contains(strings.ToLower(form), r.TempPart) {
		return false
	}
	to, ok := r.resolve(form)
	return ok && to == form
}
