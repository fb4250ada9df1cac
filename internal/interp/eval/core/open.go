package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// opens is open and its like: the mode says whether the file is read or written.
func (fx *effects) opens(param, modeParam string) *Value {
	v, given := fx.args.Get(param)
	if !given {
		return Obj(typeFile, Data)
	}
	mode, known := "r", true
	mv, ok := fx.args.Get(modeParam)
	if o := fx.args.option(modeParam); o != nil {
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
		fx.paramEffect(fact.Read, param, false)
		fx.paramEffect(fact.Write, param, false)
	case strings.HasPrefix(mode, "a"):
		fx.paramEffect(fact.Append, param, false)
	case strings.ContainsAny(mode, "wx"):
		fx.paramEffect(fact.Write, param, false)
	case strings.Contains(mode, "+"):
		fx.paramEffect(fact.Read, param, false)
		fx.paramEffect(fact.Write, param, false)
	default:
		fx.paramEffect(fact.Read, param, false)
	}
	if v.Kind == KindObj && v.Base != nil {
		v = v.Base
	}
	return Obj(typeFile, v)
}

// backup is the copy that fileinput makes of each file that it edits, and deletes in the end.
func (fx *effects) backup(param string) {
	v, _ := fx.args.Get(param)
	list := []*Value{v}
	if v.Kind == KindList {
		list = v.List
	}
	for _, f := range list {
		fx.valueEffect(fact.Delete, Concat(OrData(PathText(f)), Str(".bak")), false)
	}
}

// osOpen is open(2): flags that are not known to read only write.
func (fx *effects) osOpen(param, flags string) {
	v, given := fx.args.Get(flags)
	if given && (v.Is(typeFlags) || v.Kind == KindRef) {
		names := v.Name
		if v.Kind == KindObj {
			names, _ = v.Base.Text()
		}
		if !mayWrite(names) {
			fx.paramEffect(fact.Read, param, false)
			return
		}
	}
	if n, ok := fx.args.Get(flags); ok && n.Kind == KindNum && n.Name == "0" {
		fx.paramEffect(fact.Read, param, false)
		return
	}
	fx.paramEffect(fact.Write, param, false)
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
func (fx *effects) network(param string) {
	add := func(w fact.Word, has bool) {
		fx.add(interp.Effect{Kind: fact.Network, Word: w, HasWord: has})
	}
	if param == "" {
		add(fact.Word{}, false)
		return
	}
	v, given := fx.args.Get(param)
	if v.Kind == KindList && len(v.List) > 0 {
		v = v.firstElement()
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
		if h := fx.args.option("host"); h != nil {
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

// editsIf reads a file, and changes it where an option is set.
func (fx *effects) editsIf(path, option string) {
	fx.paramEffect(fact.Read, path, false)
	if o := fx.args.option(option); o != nil && o.truth() != fact.No || fx.args.Lost {
		fx.paramEffect(fact.Write, path, false)
		fx.backup(path)
	}
}
