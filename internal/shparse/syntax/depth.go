package syntax

// DeeperThan reports whether brackets or control structures of the text nest deeper than max. It is
// counted before parsing because the parser recurses: a megabyte of "$(" overflows its stack, which
// cannot be recovered. Quotes are not considered, so the count errs on the high side.
func DeeperThan(text string, max int) bool {
	if len(text) <= max {
		return false // each level takes a byte at least
	}
	depth, clauses, operators := 0, 0, 0
	first := true // the next word stands where a command may begin
	for i := 0; i < len(text); i++ {
		switch c := text[i]; c {
		case '(', '{', '[':
			first = first || c != '['
			if depth++; depth > max {
				return true
			}
		case ')', '}', ']':
			depth = oneLess(depth)
		case ' ', '\t':
		case '\n', ';', '&', '|', '`':
			first = true
			operators += backslashed(text, i)
		case '!', '~', '-', '+':
			operators++
		default:
			n := wordLen(text[i:])
			if first {
				switch text[i : i+n] {
				case "if", "while", "until", "for", "case", "select", "time", "coproc", "repeat", "foreach":
					clauses++
				case "fi", "done", "esac", "end":
					clauses = oneLess(clauses)
				case "then", "do", "else", "elif", "in":
				default:
					first = false
				}
			}
			i += n - 1
		}
		if depth > max || clauses > clausesPerBracket*max || operators > 64*max {
			return true
		}
	}
	return false
}

// clausesPerBracket is how many more control structures than brackets may be open: they take less
// of the stack, and another language in a here-document has many words that seem to begin one.
const clausesPerBracket = 16

func oneLess(depth int) int { return max(depth-1, 0) }

// backslashed is 1 for an escaped backtick: each level of nested backticks doubles their number.
func backslashed(text string, i int) int {
	if text[i] == '`' && i > 0 && text[i-1] == '\\' {
		return 1
	}
	return 0
}

// wordLen is the length of the run of bytes up to the next blank, operator or bracket; at least 1.
func wordLen(s string) int {
	for i := 1; i < len(s); i++ {
		switch s[i] {
		case ' ', '\t', '\n', ';', '&', '|', '(', ')', '{', '}', '[', ']', '`', '!':
			return i
		}
	}
	return len(s)
}
