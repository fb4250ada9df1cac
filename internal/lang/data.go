package lang

// is reports whether a word is in a set of a language.
func is(lang, set, word string) bool {
	switch lang + "." + set {
	case "perl.loop":
		return word == "-n" || word == "-p" || word == "-a" || word == "-F"
	case "perl.strict":
		return word == "-Mstrict"
	case "ex.writes":
		switch word {
		case "w", "wr", "write", "wq", "x", "sav", "saveas", "up", "update", "mksession", "mks", "mkvimrc", "redir", "wundo":
			return true
		}
	case "ex.reads":
		return word == "r" || word == "read"
	case "ex.evaluates":
		switch word {
		case "call", "exe", "execute", "let", "echo", "silent", "sil":
			return true
		}
	}
	return false
}
