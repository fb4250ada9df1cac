package core

import "github.com/fencepost/fencepost/internal/interp/eval/syntax"

// Function is a function of the code.
type Function struct {
	Node           *syntax.Node // parameters and body
	Scope          *Scope
	Self           *Value // receiver of a method of an instance
	Runs           int
	running        int
	calledWith     *Value // the arguments of its calls of itself: Data, Top or nil
	ContextManager bool   // a with statement binds what it yields
	Owner          *Class // the class in which it stands, or nil
	File           int    // in which it stands: a Module's of the input, or 0
	Binds          Binding
	Defaults       map[string]*Value // of parameters, where they are made with the function
	Async          bool              // its body runs in parts, or after the call
	Getter         bool              // an attribute whose value is what the function returns
	Implicit       bool              // the language or its library calls it, and what it returns
}

// Binding is what a method gets as its first argument.
type Binding uint8

// The instance, the class, or nothing that is not passed.
const (
	BindsInstance Binding = iota
	BindsClass
	BindsNothing
)

// Class is a class of the code.
type Class struct {
	Vars  map[string]*Value
	Bases []*Value
	File  int      // in which it stands: a Module's of the input, or 0
	Lib   []string // bases of the tables that only compute: what else an instance has is theirs
	// Fields are run for each instance that is made, before its constructor.
	Fields []*Function
}

// Scope holds the variables of a function, a class body or a block.
type Scope struct {
	Vars          map[string]*Value
	Parent        *Scope
	history       map[string]*Value // earlier values, which deferred calls may have seen
	Global        map[string]bool   // names that the function says are global or nonlocal
	Block         bool              // a block: what is declared in the function passes through
	Comprehension bool              // an expression with variables of its own: a comprehension
}

// frame is one run of a function.
type frame struct {
	Ret     *Value
	This    *Value
	Owner   *Class // the class in which the function stands, or nil
	Yielded *Value // what a generator yields
}

// ofClass is a method of a class without an instance: a class method gets the class.
func ofClass(f *Value, c *Class) *Value {
	if f.Kind != KindFunc || f.Fn.Binds != BindsClass {
		return f
	}
	return &Value{Kind: KindFunc, Fn: f.Fn.Bind(&Value{Kind: KindClass, Class: c})}
}

// NewScope is a scope without variables.
func NewScope(parent *Scope) *Scope { return &Scope{Vars: map[string]*Value{}, Parent: parent} }

// Bind is the function with a receiver. It counts as one that runs.
func (f *Function) Bind(self *Value) *Function {
	bound := *f
	bound.Self = self
	f.Runs++
	return &bound
}
