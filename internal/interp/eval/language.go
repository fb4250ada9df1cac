package eval

import "github.com/fencepost/fencepost/internal/interp"

// language is what the machine asks about the language of the code: everything in which one differs
// from another. A method that returns nil or false leaves the answer to the machine.
type language interface {
	// program runs a whole program; completion runs code that another one evaluates, and returns the
	// value of its last expression.
	program(root *Node)
	completion(root *Node) *Value
	// body binds the parameters of a function in the innermost scope and runs its body.
	body(fn *function, args []arg)

	// qualify is the name of a part of a module, one for all its spellings: builtins.open is open.
	qualify(base, name string) string
	// canonical is a qualified name as the tables spell it: fs.rm for fs.promises.rmSync.
	canonical(name string) string
	// aliases are further names by which rules may know a callee.
	aliases(name string) []string
	// global is a name that the code does not define.
	global(name string) *Value
	// constant is an attribute whose value the run of the program decides: sys.argv.
	constant(name string) *Value
	// load is a module that a call loads.
	load(c *interp.Call, name string) *Value

	// function calls a function whose meaning no table can say; method calls such a method.
	function(s site, name string, args []arg) (*Value, bool)
	method(s site, recv *Value, method string, args []arg) (*Value, bool)
	// mutate applies a method that changes a list or a dictionary.
	mutate(recv *Value, method string, args []arg)
	// showsArguments reports whether a function may show or send what it is handed;
	// changesArguments whether it changes a list or dictionary that it is handed.
	showsArguments(name string) bool
	changesArguments(name string) bool

	// ownAttr and ownIndex are attributes and elements that mean something special.
	ownAttr(v *Value, name string) *Value
	ownIndex(v, key *Value) *Value
	// setOwn sets an attribute or element, and reports whether nothing is left to be set; ownSettable
	// reports whether setting one of a module or object does nothing but that.
	setOwn(v *Value, name string, known bool, val *Value) bool
	ownSettable(v *Value, name string) bool
	// leadsAway reports whether an attribute of plain data leads to classes, modules or code.
	leadsAway(v *Value, name string) bool
	// overloads reports whether operators may mean anything for a value.
	overloads(v *Value) bool
	// ownType is a type of objects that only this language has, by its name in the tables.
	ownType(name string) *Type
}

// traits are the differences between languages that are no more than a word.
type traits struct {
	environ     string   // qualified name of the environment
	constructor string   // name of the method that makes an instance ready
	getters     []string // names of methods that make up attributes
	call        string   // name of the method that calls an object
	module      string   // name of the entry of a module that is called itself; "": none is
	keywords    bool     // spread arguments may have names
	replaces    bool     // a constructor may return another object than the instance
	nothing     *Value   // what a function returns that returns nothing
}
