package core

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
	"github.com/fencepost/fencepost/internal/lowlevel/effort"
)

// Language is what the evaluator asks about the language of the code: all in which one differs from
// another. A method that returns nil or false leaves the answer to the evaluator.
type Language struct {
	Syntax     Syntax
	Names      Names
	Attributes Attributes
	Library    Library
	Types      []*Type // of the tables, that only this language has
	Traits     *Traits
}

// Syntax runs code.
type Syntax interface {
	// Program runs a whole program. Completion runs code that another one evaluates, and returns
	// the value of its last expression.
	Program(root *syntax.Node)
	Completion(root *syntax.Node) *Value
	// Body binds the parameters of a function in the innermost scope and runs its body.
	Body(fn *Function, args []Arg)
}

// Names says what names mean.
type Names interface {
	// Qualify is the name of a part of a module, one for all its spellings: builtins.open is open.
	Qualify(base, name string) string
	// Canonical is a qualified name as the tables spell it: fs.rm for fs.promises.rmSync.
	Canonical(name string) string
	// Aliases are further names by which rules may know a callee.
	Aliases(name string) []string
	// Global is a name that the code does not define.
	Global(name string) *Value
	// Constant is an attribute whose value the run of the program decides: sys.argv.
	Constant(name string) *Value
	// Load is a module that a call loads.
	Load(c *interp.Call, name string) *Value
}

// Library is what functions and methods do that no entry of the tables can say.
type Library interface {
	// Function calls a function whose meaning no table can say. Method calls such a method.
	Function(c Invocation) *Value
	Method(c Invocation) *Value
	// Mutate applies a method that changes a list or a dictionary.
	Mutate(recv *Value, method string, args []Arg)
	// ShowsArguments reports whether a function may show or send what it is handed,
	// ChangesArguments whether it changes a list or dictionary that it is handed.
	ShowsArguments(name string) bool
	ChangesArguments(name string) bool
}

// Attributes says what the attributes and elements of values mean.
type Attributes interface {
	// OwnAttr and OwnIndex are attributes and elements that mean something special.
	OwnAttr(v *Value, name string) *Value
	OwnIndex(v, key *Value) *Value
	// SetOwn sets an attribute or element, and reports whether nothing is left to be set.
	// OwnSettable reports whether setting one of a module or object does nothing but that.
	SetOwn(v *Value, name string, known bool, val *Value) bool
	OwnSettable(v *Value, name string) bool
	// LeadsAway reports whether an attribute of plain data leads to classes, modules or code.
	LeadsAway(v *Value, name string) bool
	// Overloads reports whether operators may mean anything for a value.
	Overloads(v *Value) bool
	// PlainBase reports whether a class of the tables calls no method of a class that is made from it
	// but those that the language calls.
	PlainBase(name string) bool
}

// Traits are the differences between languages that are no more than a word.
type Traits struct {
	Environ     string   // qualified name of the environment
	Constructor string   // name of the method that makes an instance ready
	Getters     []string // names of methods that make up attributes
	Call        string   // name of the method that calls an object
	Module      string   // name of the entry of a module that is called itself; "": none is
	Modules     string   // qualified name of the value that holds all modules; "": there is none
	Keywords    bool     // spread arguments may have names
	Inherits    bool     // a program that the code starts has the code's own input
	Replaces    bool     // a constructor may return another object than the instance
	Nothing     *Value   // what a function returns that returns nothing
}

// Parser turns code of the language into a tree. problem says why not, or not all of it.
type Parser func(code string) (root *syntax.Node, problem string)

// Input is one snippet with what is needed to interpret it.
type Input struct {
	Code    string
	Home    string
	Cwd     string      // absolute, or ""
	Base    string      // of the file that holds the code, absolute; "" for inline code
	Args    []fact.Word // of the program, from its name on; nil: not known
	Table   tables.Table
	Parse   Parser
	Modules []interp.Module // files that the code may load
	// ParseFile is Parse for one of the modules.
	ParseFile func(*interp.Module) (root *syntax.Node, problem string)
	// Left is how many steps are left for this snippet and those that follow; nil: each has its own.
	Left *effort.Budget
}
