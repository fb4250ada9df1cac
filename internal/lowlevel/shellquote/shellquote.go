// Package shellquote writes words for a shell, so that each stands for itself: in POSIX shells, bash
// and zsh, and also in the place of a command's name.
package shellquote

import "strings"

// Always puts a word in single quotes.
func Always(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

// Word puts a word in single quotes where a shell could read it in another way. An assignment and a
// reserved word need them, as they mean something where a command begins.
func Word(word string) string {
	if reserved(word) || strings.Contains(word, "=") && word[0] != '-' {
		return Always(word)
	}
	return argument(word)
}

// argument is Word for a word behind the name of a command.
func argument(word string) string {
	if strings.Trim(word, letters) != "" || word == "" || word[0] == '=' {
		return Always(word)
	}
	return word
}

// Unquote reads a word that Always or Word has written; ok is false for any other text.
func Unquote(text string) (word string, ok bool) {
	word = text
	if strings.HasPrefix(text, "'") && strings.HasSuffix(text, "'") && len(text) > 1 {
		word = strings.ReplaceAll(text[1:len(text)-1], `'\''`, "'")
	}
	return word, text == Always(word) || text == argument(word)
}

// Join is a line of words that a shell reads back as they are.
func Join(words []string) string {
	line := make([]string, len(words))
	for i, w := range words {
		if line[i] = argument(w); i == 0 {
			line[i] = Word(w)
		}
	}
	return strings.Join(line, " ")
}

// letters mean themselves in every shell, but for a leading "=" in zsh.
const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:@,+%="

// reserved reports whether a word begins or ends a compound command (POSIX XCU 2.4, bash, zsh).
func reserved(w string) bool {
	switch w {
	case "if", "then", "else", "elif", "fi", "do", "done", "case", "esac", "while", "until", "for",
		"in", "select", "function", "time", "coproc", "foreach", "end", "repeat", "nocorrect":
		return true
	}
	return false
}
