package core

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// clause does one thing that an entry says. It returns the result where the clause decides it.
func (fx *effects) clause(cl *tables.Clause) *Value {
	if fx.pathClause(cl) || fx.worldClause(cl) {
		return nil
	}
	arg := cl.Arg
	switch cl.Verb {
	case "opens":
		return fx.opens(arg(0), arg(1))
	case "os-open":
		fx.osOpen(arg(0), arg(1))
		return Data
	case "unseen":
		Unseen(fx.call, arg(0))
		return Top
	case "code":
		if v, given := fx.args.Get(arg(0)); given {
			return fx.codeClause(v)
		}
	case "code-if":
		v, given := fx.args.Get(arg(0))
		if flag := fx.args.option(arg(1)); given && flag != nil && flag.truth() != fact.No {
			return fx.calls.Inner(fx.call, v)
		}
	case "shell", "run", "argv", "exec-list", "spawn":
		return fx.spawn(cl)
	case "import":
		v, _ := fx.args.Get(arg(0))
		return fx.calls.Imported(fx.call, v)
	case "calls":
		fx.followCall(arg(0), arg(1), arg(2))
	case "fills":
		fx.fillFile(arg(0), arg(1))
	case "maps":
		fx.followMap(arg(0), arg(1))
	case "keeps":
		for _, param := range cl.Args {
			if v, given := fx.args.Get(param); given {
				fx.kept = append(fx.kept, Arg{Name: param, Val: v})
			}
		}
	case "text":
		return Str(arg(0))
	case "returns":
		return fx.returns(arg(0), arg(1))
	case "self":
		return fx.args.self
	}
	return nil
}

// pathClause adds the effects on a path that a clause names. It reports whether it names one.
func (fx *effects) pathClause(cl *tables.Clause) bool {
	path := cl.Arg(0)
	switch cl.Verb {
	case "read":
		fx.paramEffect(fact.Read, path, false)
	case "look": // whether it is there, and what it is
		first := len(fx.call.Effects)
		fx.paramEffect(fact.Read, path, false)
		for k := first; k < len(fx.call.Effects); k++ {
			fx.call.Effects[k].Names = true
		}
	case "read-tree":
		fx.paramEffect(fact.Read, path, true)
	case "append":
		fx.paramEffect(fact.Append, path, false)
	case "write":
		if path == "" {
			unknown := fact.Word{Kind: fact.Partial}
			fx.add(interp.Effect{Kind: fact.Write, HasWord: true, Word: unknown})
			break
		}
		fx.paramEffect(fact.Write, path, false)
	case "edit":
		fx.paramEffect(fact.Read, path, false)
		fx.paramEffect(fact.Write, path, false)
	case "edits-if":
		fx.editsIf(path, cl.Arg(1))
	case "delete":
		fx.paramEffect(fact.Delete, path, false)
	case "delete-tree":
		fx.paramEffect(fact.Delete, path, true)
	case "move":
		fx.paramEffect(fact.Read, path, true)
		fx.paramEffect(fact.Delete, path, false) // it is elsewhere then
	case "copy-into", "copy-tree", "move-tree", "unzip", "untar", "unpack":
		fx.tree(cl.Verb, path, cl.Arg(1))
	case "meta":
		fx.paramEffect(fact.Meta, path, false)
	case "meta-tree":
		fx.paramEffect(fact.Meta, path, true)
	case "create", "mkdir":
		n := len(fx.call.Effects)
		fx.paramEffect(fact.Write, path, false)
		for i := n; i < len(fx.call.Effects); i++ {
			fx.call.Effects[i].Create, fx.call.Effects[i].Mkdir = true, cl.Verb == "mkdir"
		}
	default:
		return false
	}
	return true
}

// worldClause adds the effects of a clause on anything but files. It reports whether it has some.
func (fx *effects) worldClause(cl *tables.Clause) bool {
	switch cl.Verb {
	case "environment":
		fx.call.Does = max(fx.call.Does, fact.CodeReads)
	case "chdir":
		v, _ := fx.args.Get(cl.Arg(0))
		fx.calls.world.chdir(v)
	case "network":
		fx.network(cl.Arg(0))
	case "exec":
		fx.add(interp.Effect{Kind: fact.Exec, Detail: "runs code that fencepost cannot see"})
	case "exec-if":
		if o := fx.args.option(cl.Arg(0)); o != nil && o.truth() != fact.No || fx.args.Lost {
			fx.add(interp.Effect{Kind: fact.Exec, Detail: "runs code that fencepost cannot see"})
		}
	case "runs-file":
		v, _ := fx.args.Get(cl.Arg(0))
		for _, w := range v.Words() {
			fx.add(interp.Effect{Kind: fact.Exec, Word: w, HasWord: true, Detail: "runs " + w.Show()})
			MarkPath(fx.call, w, false)
		}
	case "process":
		fx.add(interp.Effect{Kind: fact.Process})
	case "system":
		fx.add(interp.Effect{Kind: fact.System})
	case "privilege":
		fx.add(interp.Effect{Kind: fact.Privilege})
	case "sql":
		fx.sql(cl.Arg(0))
	case "queries":
		fx.queries(cl.Arg(0))
	case "database":
		fx.database(cl.Arg(0))
	default:
		return false
	}
	return true
}

// codeClause interprets code that a parameter has. What its names mean is not known where other
// parameters say so.
func (fx *effects) codeClause(code *Value) *Value {
	for _, other := range fx.args.vals {
		if other == nil || other == code || fx.calls.heap.Plain(other) {
			continue
		}
		if other.Kind != KindObj || !other.Type.Code {
			Unseen(fx.call, fx.call.Names[0])
		}
	}
	return fx.calls.Inner(fx.call, code)
}

// followCall follows a function that a callee is handed, with the arguments that it is handed for
// it: those of a parameter that takes the rest, or the elements of a list. keywords names the
// parameter with a dictionary of more of them.
func (fx *effects) followCall(fn, args, keywords string) {
	f, given := fx.args.Get(fn)
	if !given || fx.calls.heap.Plain(f) {
		return
	}
	var list []Arg
	if args != "" {
		list = paramArgs(fx.args, args)
	}
	if keywords != "" {
		if v, ok := fx.args.Get(keywords); ok && v.Kind != KindData {
			list = append(list, Arg{Val: v, Spread: true})
		}
	}
	for _, a := range fx.args.extra { // submit(f, path=p)
		if fx.args.index(args) >= 0 && fx.args.params[fx.args.index(args)].Rest {
			list = append(list, a)
		}
	}
	fx.args.called = append(fx.args.called, f)
	fx.calls.state.Defer(f, list)
	fx.calls.Call(calledSite(f), f, list)
}

// paramArgs are the arguments that a parameter stands for.
func paramArgs(b *Bound, param string) []Arg {
	v, given := b.Get(param)
	switch {
	case !given:
		return nil
	case v.Kind == KindList || v.Kind == KindDict:
		return []Arg{{Val: v, Spread: true}}
	}
	return []Arg{{Val: v.Element(), Spread: true}}
}

// followMap follows a function that a callee calls with each element of what it is handed.
func (fx *effects) followMap(fn, over string) {
	f, given := fx.args.Get(fn)
	if !given || fx.calls.heap.Plain(f) {
		return
	}
	v, given := fx.args.Get(over)
	if !given {
		return
	}
	if i := fx.args.index(over); fx.args.params[i].Rest && len(v.List) == 1 && !v.More {
		v = v.List[0]
	} else if fx.args.params[i].Rest {
		v = &Value{Kind: KindData} // one element of each: which one is not followed
	}
	fx.args.called = append(fx.args.called, f)
	fx.calls.Map(calledSite(f), f, v)
}
