package eval

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// opens is open and its like: the mode says whether the file is read or written.
func (m *machine) opens(c *interp.Call, b *bound, param, modeParam string) *Value {
	v, given := b.get(param)
	if !given {
		return obj(typeFile, data)
	}
	mode, known := "r", true
	mv, ok := b.get(modeParam)
	if o := b.option(modeParam); o != nil {
		mv, ok = o, true
	}
	if ok {
		mode, known = mv.text()
		if !known && mv.kind == kRef { // fs.constants.O_RDONLY
			mode, known = "w", !strings.HasSuffix(mv.name, "RDONLY")
			if !known {
				mode, known = "r", true
			}
		}
	}
	if v.kind == kNum {
		return obj(typeStream, nil) // a file descriptor
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
	if v.kind == kObj && v.base != nil {
		v = v.base
	}
	return obj(typeFile, v)
}

// backup is the copy that fileinput makes of each file that it edits, and deletes in the end.
func (m *machine) backup(c *interp.Call, b *bound, param string) {
	v, _ := b.get(param)
	list := []*Value{v}
	if v.kind == kList {
		list = v.list
	}
	for _, f := range list {
		m.effectOn(c, b, fact.Delete, concat(orData(pathText(f)), str(".bak")), false)
	}
}

// osOpen is open(2): flags that are not known to read only write.
func (m *machine) osOpen(c *interp.Call, b *bound, param, flags string) {
	v, given := b.get(flags)
	if given && (v.is(typeFlags) || v.kind == kRef) {
		names := v.name
		if v.kind == kObj {
			names, _ = v.base.text()
		}
		if !strings.Contains(names, "WR") && !strings.Contains(names, "CREAT") && !strings.Contains(names, "TRUNC") && !strings.Contains(names, "APPEND") {
			m.effect(c, b, fact.Read, param, false)
			return
		}
	}
	if n, ok := b.get(flags); ok && n.kind == kNum && n.name == "0" {
		m.effect(c, b, fact.Read, param, false)
		return
	}
	m.effect(c, b, fact.Write, param, false)
}

// network adds the host that a parameter names: a URL, a host, a pair of host and port, or an
// options object.
func (m *machine) network(c *interp.Call, b *bound, param string) {
	add := func(w fact.Word, has bool) {
		c.Effects = append(c.Effects, interp.Effect{Kind: fact.Network, Word: w, HasWord: has})
	}
	if param == "" {
		add(fact.Word{}, false)
		return
	}
	v, given := b.get(param)
	if v.kind == kList && len(v.list) > 0 {
		v = v.list[0]
	}
	if v.kind == kDict {
		host := v.get("hostname")
		if host == nil {
			host = v.get("host")
		}
		if host == nil {
			host = data
		}
		v = host
	}
	if v.kind == kObj && v.base != nil {
		v = v.base
	}
	if !given || v.kind == kNum {
		if h := b.option("host"); h != nil {
			v = h
		} else {
			add(fact.Word{}, false)
			return
		}
	}
	for _, w := range v.words() {
		add(w, true)
	}
}
