package core

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// clause does one thing that an entry says. It returns the result where the clause decides it.
func (m *Machine) clause(c *interp.Call, b *Bound, cl *tables.Clause) *Value {
	if m.pathClause(c, b, cl) || m.worldClause(c, b, cl) {
		return nil
	}
	arg := cl.Arg
	switch cl.Verb {
	case "opens":
		return m.opens(c, b, arg(0), arg(1))
	case "os-open":
		m.osOpen(c, b, arg(0), arg(1))
		return Data
	case "unseen":
		m.Unseen(c, arg(0))
		return Top
	case "code":
		if v, given := b.Get(arg(0)); given {
			return m.codeClause(c, b, v)
		}
	case "shell", "run", "argv", "exec-list", "spawn":
		return m.spawn(c, b, cl)
	case "import":
		v, _ := b.Get(arg(0))
		return m.Imported(c, v)
	case "calls":
		m.calls(b, arg(0), arg(1), arg(2))
	case "fills":
		m.fills(b, arg(0), arg(1))
	case "maps":
		m.maps(b, arg(0), arg(1))
	case "text":
		return Str(arg(0))
	case "returns":
		return m.returns(b, arg(0), arg(1))
	case "self":
		return b.self
	}
	return nil
}

// pathClause adds the effects on a path that a clause names. It reports whether it names one.
func (m *Machine) pathClause(c *interp.Call, b *Bound, cl *tables.Clause) bool {
	path := cl.Arg(0)
	switch cl.Verb {
	case "read":
		m.effect(c, b, fact.Read, path, false)
	case "look": // whether it is there, and what it is
		first := len(c.Effects)
		m.effect(c, b, fact.Read, path, false)
		for k := first; k < len(c.Effects); k++ {
			c.Effects[k].Names = true
		}
	case "read-tree":
		m.effect(c, b, fact.Read, path, true)
	case "append":
		m.effect(c, b, fact.Append, path, false)
	case "write":
		if path == "" {
			unknown := fact.Word{Kind: fact.Partial}
			c.Effects = append(c.Effects, interp.Effect{Kind: fact.Write, HasWord: true, Word: unknown})
			break
		}
		m.effect(c, b, fact.Write, path, false)
	case "edit":
		m.effect(c, b, fact.Read, path, false)
		m.effect(c, b, fact.Write, path, false)
	case "edits-if":
		m.editsIf(c, b, path, cl.Arg(1))
	case "delete":
		m.effect(c, b, fact.Delete, path, false)
	case "delete-tree":
		m.effect(c, b, fact.Delete, path, true)
	case "move":
		m.effect(c, b, fact.Read, path, true)
		m.effect(c, b, fact.Delete, path, false) // it is elsewhere then
	case "copy-into", "copy-tree", "move-tree", "unzip", "untar", "unpack":
		m.tree(c, b, cl.Verb, path, cl.Arg(1))
	case "meta":
		m.effect(c, b, fact.Meta, path, false)
	case "meta-tree":
		m.effect(c, b, fact.Meta, path, true)
	case "create", "mkdir":
		n := len(c.Effects)
		m.effect(c, b, fact.Write, path, false)
		for i := n; i < len(c.Effects); i++ {
			c.Effects[i].Create, c.Effects[i].Mkdir = true, cl.Verb == "mkdir"
		}
	default:
		return false
	}
	return true
}

// editsIf reads a file, and changes it where an option is set.
func (m *Machine) editsIf(c *interp.Call, b *Bound, path, option string) {
	m.effect(c, b, fact.Read, path, false)
	if o := b.option(option); o != nil && o.truth() != fact.No || b.Lost {
		m.effect(c, b, fact.Write, path, false)
		m.backup(c, b, path)
	}
}

// worldClause adds the effects of a clause on anything but files. It reports whether it has some.
func (m *Machine) worldClause(c *interp.Call, b *Bound, cl *tables.Clause) bool {
	add := func(e interp.Effect) { c.Effects = append(c.Effects, e) }
	switch cl.Verb {
	case "environment":
		c.Does = max(c.Does, fact.CodeReads)
	case "chdir":
		v, _ := b.Get(cl.Arg(0))
		m.chdir(v)
	case "network":
		m.network(c, b, cl.Arg(0))
	case "exec":
		add(interp.Effect{Kind: fact.Exec, Detail: "runs code that fencepost cannot see"})
	case "exec-if":
		if o := b.option(cl.Arg(0)); o != nil && o.truth() != fact.No || b.Lost {
			add(interp.Effect{Kind: fact.Exec, Detail: "runs code that fencepost cannot see"})
		}
	case "runs-file":
		v, _ := b.Get(cl.Arg(0))
		for _, w := range v.Words() {
			add(interp.Effect{Kind: fact.Exec, Word: w, HasWord: true, Detail: "runs " + w.Show()})
			m.MarkPath(c, w, false)
		}
	case "process":
		add(interp.Effect{Kind: fact.Process})
	case "system":
		add(interp.Effect{Kind: fact.System})
	case "privilege":
		add(interp.Effect{Kind: fact.Privilege})
	case "sql":
		m.sql(c, b, cl.Arg(0))
	case "queries":
		m.queries(c, b, cl.Arg(0))
	case "database":
		m.database(c, b, cl.Arg(0))
	default:
		return false
	}
	return true
}

// codeClause interprets code that a parameter has. What its names mean is not known where other
// parameters say so.
func (m *Machine) codeClause(c *interp.Call, b *Bound, code *Value) *Value {
	for _, other := range b.vals {
		if other == nil || other == code || m.Plain(other) {
			continue
		}
		if other.Kind != KindObj || !other.Type.Code {
			m.Unseen(c, c.Names[0])
		}
	}
	return m.Inner(c, code)
}
