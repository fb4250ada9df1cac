package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// opens is open and its like: the mode says whether the file is read or written.
func (m *Machine) opens(c *interp.Call, b *Bound, param, modeParam string) *Value {
	v, given := b.Get(param)
	if !given {
		return Obj(typeFile, Data)
	}
	mode, known := "r", true
	mv, ok := b.Get(modeParam)
	if o := b.option(modeParam); o != nil {
		mv, ok = o, true
	}
	if ok {
		mode, known = mv.Text()
		if !known && mv.Kind == KindRef { // fs.constants.O_RDONLY
			mode, known = "w", !strings.HasSuffix(mv.Name, "RDONLY")
			if !known {
				mode, known = "r", true
			}
		}
	}
	if v.Kind == KindNum {
		return Obj(typeStream, nil) // a file descriptor
	}
	switch {
	case !known:
		m.effect(c, b, fact.Read, param, false)
		m.effect(c, b, fact.Write, param, false)
	case strings.HasPrefix(mode, "a"):
		m.effect(c, b, fact.Append, param, false)
	case strings.ContainsAny(mode, "wx"):
		m.effect(c, b, fact.Write, param, false)
	case strings.Contains(mode, "+"):
		m.effect(c, b, fact.Read, param, false)
		m.effect(c, b, fact.Write, param, false)
	default:
		m.effect(c, b, fact.Read, param, false)
	}
	if v.Kind == KindObj && v.Base != nil {
		v = v.Base
	}
	return Obj(typeFile, v)
}

// backup is the copy that fileinput makes of each file that it edits, and deletes in the end.
func (m *Machine) backup(c *interp.Call, b *Bound, param string) {
	v, _ := b.Get(param)
	list := []*Value{v}
	if v.Kind == KindList {
		list = v.List
	}
	for _, f := range list {
		m.EffectOn(c, b, fact.Delete, Concat(OrData(PathText(f)), Str(".bak")), false)
	}
}

// osOpen is open(2): flags that are not known to read only write.
func (m *Machine) osOpen(c *interp.Call, b *Bound, param, flags string) {
	v, given := b.Get(flags)
	if given && (v.Is(typeFlags) || v.Kind == KindRef) {
		names := v.Name
		if v.Kind == KindObj {
			names, _ = v.Base.Text()
		}
		if !mayWrite(names) {
			m.effect(c, b, fact.Read, param, false)
			return
		}
	}
	if n, ok := b.Get(flags); ok && n.Kind == KindNum && n.Name == "0" {
		m.effect(c, b, fact.Read, param, false)
		return
	}
	m.effect(c, b, fact.Write, param, false)
}

// mayWrite reports whether flags of open(2) let a file be changed.
func mayWrite(names string) bool {
	for _, flag := range [...]string{"WR", "CREAT", "TRUNC", "APPEND"} {
		if strings.Contains(names, flag) {
			return true
		}
	}
	return false
}

// network adds the host that a parameter names: a URL, a host, a pair of host and port, or an
// options object.
func (m *Machine) network(c *interp.Call, b *Bound, param string) {
	add := func(w fact.Word, has bool) {
		c.Effects = append(c.Effects, interp.Effect{Kind: fact.Network, Word: w, HasWord: has})
	}
	if param == "" {
		add(fact.Word{}, false)
		return
	}
	v, given := b.Get(param)
	if v.Kind == KindList && len(v.List) > 0 {
		v = v.first()
	}
	if v.Kind == KindDict {
		host := v.Get("hostname")
		if host == nil {
			host = v.Get("host")
		}
		if host == nil {
			host = Data
		}
		v = host
	}
	if v.Kind == KindObj && v.Base != nil {
		v = v.Base
	}
	if !given || v.Kind == KindNum {
		if h := b.option("host"); h != nil {
			v = h
		} else {
			add(fact.Word{}, false)
			return
		}
	}
	for _, w := range v.Words() {
		add(w, true)
	}
}
