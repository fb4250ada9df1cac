// Package lang reads texts in little languages: scripts of sed, statements of SQL, commands of a
// debugger, code of Perl. It says what a text reads, writes, deletes, runs and contacts, and
// whether that is all. It knows no command, no spec and no path.
//
// Some languages have a reader that walks over the tokens and accepts a text only if every one of
// them is known. In a text that no reader accepts calls with literal arguments are looked for,
// system("rm -rf /x"), which adds what they do and proves nothing.
package lang

import "strings"

// Actions is what a text does to the world.
type Actions struct {
	List     []Action
	Complete bool // that is all; the rest of the text computes and prints
}

// Action is one thing that a text does.
type Action struct {
	Kind  Kind
	Text  string   // the path, the shell text, the code, the name; "": it cannot be told
	To    string   // of a Move: the new path
	Words []string // of an Argv: the program and its arguments
	Lang  string   // of Code
	Glob  bool     // the path is a pattern
	Tree  bool     // of a Delete: with all that is below
}

// Kind says what an action is.
type Kind uint8

// The kinds of actions.
const (
	Read Kind = iota
	Write
	Append
	Delete
	Move
	Mkdir
	Meta     // changes mode or owner
	Shell    // runs shell text
	Argv     // runs a program
	Code     // runs code of another language
	Exec     // runs what the text does not hold; Text says so
	Show     // shows a variable of the environment
	Operands // reads the files that the operands of the interpreter name
)

// Options is what the command line says about how a text is read.
type Options struct {
	Given Given // the options of the interpreter; nil: none
	Input bool  // the text stands on standard input, and not in a word
}

// Given knows the options that an interpreter is given.
type Given interface {
	// AnyOption reports whether a function is true of an option, by its first name and its value.
	AnyOption(func(name, value string) bool) bool
}

// has reports whether an option of a set of the language is given: the set loop of Perl has -n, the
// set strict -Mstrict.
func (o *Options) has(lang, set string) bool {
	return o.Given != nil && o.Given.AnyOption(func(name, value string) bool {
		return Word(lang, set, name) || value != "" && Word(lang, set, name+value)
	})
}

// maxCode and maxDepth bound the code that is read, and code inside strings inside code.
const (
	maxCode  = 1 << 16
	maxDepth = 8
)

// Scan reads a text.
func Scan(lang, text string, o Options) Actions {
	a, _ := scanned(lang, text, o)
	return a
}

// Known reports whether there is a language of that name.
func Known(lang string) bool {
	_, known := scanned(lang, "", Options{})
	return known
}

func scanned(lang, text string, o Options) (a Actions, known bool) {
	switch lang {
	case "javascript", "powershell", "python": // a program or a package of their own reads them
		return Actions{}, true
	case "elisp", "groovy", "haskell", "script", "tcl":
		return searched(lang, text), true
	case "applescript", "lua", "php", "r":
		return tokenActions(lang, text), true
	case "elixir", "erlang", "julia", "octave":
		return exprActions(lang, text), true
	}
	if read := readerOf(lang); read != nil {
		return read(text, o), true
	}
	if expression := actsIn(lang); expression != "" {
		return actsActions(lang, text, expression), true
	}
	return searched(lang, text), false
}

// readerOf is the reader of a language that has one of its own; nil for others.
func readerOf(lang string) func(string, Options) Actions {
	switch lang {
	case "awk":
		return awkActions
	case "ed":
		return edActions
	case "events":
		return eventActions
	case "gnuplot":
		return gnuplotActions
	case "jq":
		return jqActions
	case "less":
		return lessActions
	case "node-module":
		return nodeModule
	case "perl":
		return perlActions
	case "perl-module":
		return perlModule
	case "perl-pattern":
		return perlPattern
	case "ruby":
		return rubyActions
	case "ruby-library":
		return rubyLibrary
	case "ruby-path":
		return rubyPath
	case "sed":
		return sedActions
	case "sqlite":
		return sqliteActions
	}
	return nil
}

// readable reports whether a reader takes a text.
func readable(text string) bool {
	return len(text) <= maxCode && strings.IndexByte(text, 0) < 0
}

// tokenActions are those of code that is cut into tokens.
func tokenActions(lang, text string) Actions {
	if !readable(text) {
		return searched(lang, text)
	}
	r := reader{lang: lang}
	if !r.read(text, 0) {
		return searched(lang, text)
	}
	return Actions{List: r.acts, Complete: true}
}

// searched are the actions of calls with literal arguments.
func searched(lang, text string) Actions { return Actions{List: search(lang, text)} }

// actions collects what a text does.
type actions struct{ acts []Action }

func (a *actions) act(k Kind, text string) {
	a.acts = append(a.acts, Action{Kind: k, Text: text})
}

// shell adds shell text that is run.
func (a *actions) shell(text string) {
	if strings.TrimSpace(text) != "" {
		a.act(Shell, text)
	}
}

// run adds a program: one literal is shell text, several are its words.
func (a *actions) run(words []string) {
	switch len(words) {
	case 0:
	case 1:
		a.shell(words[0])
	default:
		a.acts = append(a.acts, Action{Kind: Argv, Words: words})
	}
}
