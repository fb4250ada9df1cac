package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// effects finds the effects of one call by the clauses of its entry.
type effects struct {
	call  *interp.Call // gets the effects
	args  *Bound
	calls *Calls
	kept  []Arg // what the object keeps that the call makes, or that has the method
}

// AddRead adds the effect of reading the files that a value names.
func AddRead(c *interp.Call, v *Value) {
	fx := effects{call: c, args: &Bound{}}
	fx.valueEffect(fact.Read, v, false)
}

// paramEffect adds an effect on a path for each value that the path may have.
func (fx *effects) paramEffect(kind fact.EffectKind, param string, tree bool) {
	v, given := fx.args.Get(param)
	if !given {
		return
	}
	if v.Is(typeFile) && param == "self" {
		v = v.Base
	}
	if v.Kind == KindList && param != "self" {
		for _, el := range v.List {
			fx.valueEffect(kind, el, tree)
		}
		if v.More {
			fx.valueEffect(kind, Data, tree)
		}
		return
	}
	fx.valueEffect(kind, v, tree)
}

// valueEffect adds an effect on each path that a value may be.
func (fx *effects) valueEffect(kind fact.EffectKind, v *Value, tree bool) {
	if v.Kind == KindNum && kind != fact.Delete {
		return // a file descriptor
	}
	if v.Is(typeFile) && v.Base != nil {
		v = v.Base
	}
	if v.Is(typeStream) {
		return
	}
	if o := fx.args.option("recursive"); o != nil && o.truth() != fact.No {
		tree = true
	}
	if list := contentFiles(v); list != nil && kind == fact.Read {
		for _, w := range list.Words() {
			e := interp.Effect{Kind: kind, HasWord: true, Recursive: tree, Named: true, From: hideFresh(w)}
			e.Word.Kind = fact.Partial
			fx.add(e)
		}
	}
	for _, w := range v.Words() {
		if isFresh(&w) {
			continue
		}
		w = hideFresh(w)
		if kind == fact.Read && w.Glob {
			if matchesHidden(w.Text) { // the names without a dot stand for them, but in a home
				fx.add(interp.Effect{Kind: kind, Word: w, HasWord: true, Recursive: tree, Listed: true})
				continue
			}
			if strings.Contains(w.Text, "**") { // what is there counts, and no name that it may have
				fx.add(interp.Effect{Kind: kind, Word: w, HasWord: true, Recursive: tree, Listed: true})
				w = withoutPattern(w)
			}
		}
		fx.add(interp.Effect{Kind: kind, Word: w, HasWord: true, Recursive: tree})
		MarkPath(fx.call, w, kind == fact.Delete)
	}
}

// returns makes an object of a type that the tables know. of names the parameter that it is made
// from.
func (fx *effects) returns(typ, of string) *Value {
	switch {
	case typ == "data":
		return Data
	case typ == "content":
		return fx.paramContent(of)
	case typ == "opaque":
		return Top
	case of == "":
		return Obj(fx.calls.tables.typed(typ), fx.args.self.objectBase())
	}
	v, given := fx.args.Get(of)
	if !given {
		v = Data
	}
	if v.Kind == KindObj && v.Base != nil {
		v = v.Base
	}
	return Obj(fx.calls.tables.typed(typ), v)
}

// paramContent is what is read from the file that a parameter names.
func (fx *effects) paramContent(of string) *Value {
	v, given := fx.args.Get(of)
	if !given {
		return Data
	}
	file := PathText(v)
	if path, ok := file.Text(); ok && fx.calls.world.texts[path] != nil {
		return Join(fx.calls.world.texts[path], contentOf(file))
	}
	return contentOf(file)
}

// fillFile notes the text that is written to a file, where both are known.
func (fx *effects) fillFile(of, param string) {
	file, _ := fx.args.Get(of)
	text, _ := fx.args.Get(param)
	path, ok := PathText(file).Text()
	if _, known := text.Text(); !ok || !known {
		return
	}
	if fx.calls.world.texts == nil {
		fx.calls.world.texts = map[string]*Value{}
	}
	fx.calls.world.texts[path] = Join(fx.calls.world.texts[path], text)
}

// add adds an effect to the call.
func (fx *effects) add(e interp.Effect) { fx.call.Effects = append(fx.call.Effects, e) }

// treeKind is what the names of a tree come from that a verb of the tables writes.
func treeKind(verb string, from *fact.Word) fact.TreeKind {
	switch verb {
	case "unzip":
		return fact.TreeZip
	case "untar":
		return fact.TreeTar
	case "unpack":
		return archiveKind(from.Text)
	}
	return fact.TreeCopy
}

// archiveKind is the kind of an archive by its name, which decides where the code gives no format.
func archiveKind(name string) fact.TreeKind {
	for i := len(name) - 1; i >= 0 && name[i] != '/'; i-- {
		switch name[i:] {
		case ".zip":
			return fact.TreeZip
		case ".tar", ".tgz", ".tar.gz":
			return fact.TreeTar
		}
	}
	return fact.TreeArchive
}

// tree adds the effects of a call that writes names from a directory or an archive below another
// directory.
func (fx *effects) tree(verb, from, into string) {
	n := len(fx.call.Effects)
	switch verb {
	case "copy-tree":
		fx.paramEffect(fact.Read, from, true)
	case "move-tree":
		fx.paramEffect(fact.Read, from, true)
		fx.paramEffect(fact.Delete, from, false) // it is elsewhere then
	case "unpack", "copy-into":
		fx.paramEffect(fact.Read, from, false)
	}
	sources := make([]fact.Word, 0, 1)
	for _, e := range fx.call.Effects[n:] {
		if e.Kind == fact.Read && !e.Listed {
			sources = append(sources, e.Word)
		}
	}
	if len(sources) == 0 { // the object whose method is called
		if v, given := fx.args.Get(from); given {
			if v.Kind == KindObj && v.Base != nil {
				v = v.Base
			}
			sources = v.Words()
		}
	}
	if len(sources) == 0 {
		sources = append(sources, fact.Unknown(""))
	}
	n = len(fx.call.Effects)
	fx.paramEffect(fact.Write, into, false)
	made := fx.call.Effects[n:len(fx.call.Effects):len(fx.call.Effects)]
	for i := range made {
		for k := range sources {
			e := made[i]
			e.Tree, e.From = treeKind(verb, &sources[k]), sources[k]
			if k == 0 {
				fx.call.Effects[n+i] = e
			} else {
				fx.add(e)
			}
		}
	}
}
