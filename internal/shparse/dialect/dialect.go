// Package dialect says in what the shells differ that fencepost reads: bash, zsh, and a shell that
// has nothing but what POSIX asks for, such as dash. A difference is a trait with a name of its
// own, so that the interpreter asks what a shell does and not which one it is.
package dialect

import "mvdan.cc/sh/v3/syntax"

// Dialect is the shell that reads a text.
type Dialect uint8

const (
	Bash  Dialect = iota
	Zsh           // 5.9, with its own options
	POSIX         // dash: a sh that is not bash
)

// Count is the number of dialects.
const Count = 3

// Variant is the language of the parser that is closest.
func (d Dialect) Variant() syntax.LangVariant {
	switch d {
	case Zsh:
		return syntax.LangZsh
	case POSIX:
		return syntax.LangPOSIX
	}
	return syntax.LangBash
}

// Has reports whether the shell has a trait.
func (d Dialect) Has(t Trait) bool { return table[t]&(1<<d) != 0 }

// shells is a set of dialects.
type shells uint8

const (
	bash  shells = 1 << Bash
	zsh   shells = 1 << Zsh
	posix shells = 1 << POSIX
)
