// Package dialect says in what the shells differ that fencepost reads: bash, zsh, and a shell that
// has nothing but what POSIX asks for, such as dash. A difference is a trait with a name of its
// own, so that the interpreter asks what a shell does and not which one it is.
package dialect

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

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

// Lacks reports whether a builtin of the others is none of the shell: it would look for a program
// of that name.
func (d Dialect) Lacks(name string) bool {
	if d != POSIX {
		return false
	}
	switch name {
	case "builtin", "compgen", "complete", "compopt", "declare", "disown", "enable", "emulate",
		"float", "integer", "let", "logout", "mapfile", "popd", "print", "pushd", "readarray", "setopt",
		"shopt", "source", "suspend", "sysread", "typeset", "unsetopt", "vared", "zparseopts", "zstat":
		return true
	}
	return false
}

// Refuses reports whether a builtin of the shell takes an option of the others for an error.
func (d Dialect) Refuses(name, option string) bool {
	if d != POSIX || len(option) < 2 || option[0] != '-' || option == "--" {
		return false
	}
	letters := ""
	switch name {
	case "read":
		letters = "rp"
	case "export", "readonly":
		letters = "p"
	case "unset":
		letters = "fv"
	case "printf", "local", "wait", "getopts":
	default:
		return false
	}
	return strings.Trim(option[1:], letters) != ""
}

// shells is a set of dialects.
type shells uint8

const (
	bash  shells = 1 << Bash
	zsh   shells = 1 << Zsh
	posix shells = 1 << POSIX
)
