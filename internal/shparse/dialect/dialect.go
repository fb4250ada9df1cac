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

// POSIXLacks reports whether the POSIX dialect lacks a builtin that another one has: it looks for a
// program of that name.
func POSIXLacks(name string) bool {
	switch name {
	case "builtin", "compgen", "complete", "compopt", "declare", "disown", "enable", "emulate",
		"float", "integer", "let", "logout", "mapfile", "popd", "print", "pushd", "readarray", "setopt",
		"shopt", "source", "suspend", "sysread", "typeset", "unsetopt", "vared", "zparseopts", "zstat":
		return true
	}
	return false
}

// POSIXRefuses reports whether a builtin of the POSIX dialect refuses an option that another
// dialect takes.
func POSIXRefuses(name, option string) bool {
	if len(option) < 2 || option[0] != '-' || option == "--" {
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
