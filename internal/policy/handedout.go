package policy

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
	"github.com/fencepost/fencepost/internal/rule"
)

// This file is about policies that an organisation hands out: one file with a detached signature,
// which the person's config names together with the key. What it holds counts as if it had been
// built in (baked.go), with two differences. A policy that is built in stands above it. And a file
// of it that is a plain config, without the head of an organisation file, is a layer of its own
// below the person's.

// Bounds of what is handed out, in bytes.
const (
	MaxPolicy    = 4 << 20
	MaxSignature = 8 << 10
)

// SignatureOf is the file with the signature of a policy file.
func SignatureOf(file string) string { return file + ".sig" }

// HandedOut is a policy file that a config names, as it was read.
type HandedOut struct {
	File            string // absolute
	Key             string // that has to have signed it, as the config has it
	Data, Signature []byte
}

// Member is one file of a policy.
type Member struct {
	Name     string // of the policy, by which it can be imported; "" for a plain config
	Hash     string // SHA-256 of its source in hexadecimal digits
	Document *Document
}

// ReadHandedOut checks the signature of a policy file, and only then looks into it. A problem
// without a file is one of the whole.
//
// Package handout sets it to its reader. A program without one knows no signatures.
var ReadHandedOut = func(*HandedOut) (members []Member, problems []Problem) {
	return nil, []Problem{{Text: "this program cannot check signatures", Mend: "install it anew"}}
}

// readHandedOut reads the policies that the configs of a layer name, in the order of its files: the
// person's, and those for everybody on the machine. In the config of a project none can be named
// (refuseHandedOut).
func (p *Policy) readHandedOut(docs []*Document) {
	if len(p.Errors) > 0 {
		return // of a config that is broken nothing is relied on
	}
	for _, doc := range docs {
		if doc.Policy == "" {
			continue
		}
		file := expandHome(doc.Policy, p.home)
		p.Guarded = append(p.Guarded, file, SignatureOf(file))
		if slices.ContainsFunc(p.handed, func(h handed) bool {
			return h.file == file && h.key == doc.PolicyKey
		}) {
			continue // the person and an administrator want the same
		}
		h := p.openHandedOut(doc, file)
		if h == nil {
			continue
		}
		members, problems := ReadHandedOut(h)
		for _, e := range problems {
			if e.File == "" {
				p.blame(doc, e.Text, e.Mend)
			} else {
				p.Errors = append(p.Errors, e)
			}
		}
		if p.HandedOut = append(p.HandedOut, h); len(problems) == 0 {
			p.takeHandedOut(h, members)
		}
	}
}

// blame is an error at the line of a config that names a policy.
func (p *Policy) blame(doc *Document, text, mend string) {
	pos := doc.ScalarPos("policy")
	p.Errors = append(p.Errors, Problem{File: doc.File, Line: pos.Line, Col: pos.Col,
		Text: "the policy " + doc.Policy + ": " + text, Mend: mend})
}

// openHandedOut reads one policy file and its signature; nil where that is not possible, which is
// an error.
func (p *Policy) openHandedOut(doc *Document, file string) *HandedOut {
	h := &HandedOut{File: file, Key: doc.PolicyKey}
	var ok bool
	if h.Data, ok = p.readPart(doc, file, MaxPolicy, "the file",
		"get it from whoever hands it out"); !ok {
		return nil
	}
	if h.Signature, ok = p.readPart(doc, SignatureOf(file), MaxSignature, "its signature "+
		SignatureOf(file), "get it from whoever hands the policy out; `fencepost compile -o FILE --sign "+
		"KEY` makes both"); !ok {
		return nil
	}
	return h
}

// readPart reads the policy file or its signature.
func (p *Policy) readPart(doc *Document, path string, limit int, what, mend string) ([]byte, bool) {
	data, err := owner.Read(path, limit, owner.Anyone)
	if err == nil {
		return data, true
	}
	text := err.Error()
	var perr *fs.PathError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		text = what + " is not there"
	case errors.As(err, &perr):
		text = what + " cannot be read: " + perr.Err.Error()
	default:
		text = what + " cannot be read: " + text
	}
	p.blame(doc, text, mend)
	return nil, false
}

// handed is a policy that was handed out.
type handed struct {
	file    string
	key     string
	baked   []rule.Baked
	configs []*Document // plain ones among its files
}

// takeHandedOut makes the files of a policy presets, and lists those that have a head.
func (p *Policy) takeHandedOut(from *HandedOut, members []Member) {
	h := handed{file: from.File, key: from.Key}
	own, _ := p.presets.(*withHanded)
	if own == nil {
		own = &withHanded{Presets: p.presets}
		p.presets = own
	}
	for i := range members {
		m := &members[i]
		doc := m.Document
		if m.Name == "" {
			h.configs = append(h.configs, doc)
			continue
		}
		if _, taken := own.Lookup(m.Name); taken {
			pos := doc.ScalarPos("baked.name")
			p.Errors = append(p.Errors, Problem{File: doc.File, Line: max(pos.Line, 1), Col: pos.Col,
				Text: Quote(m.Name) + " is the name of a preset, or of another policy, already",
				Mend: "choose another name for the policy, and hand it out anew"})
			continue
		}
		own.add(m.Name, doc)
		b := &doc.Baked
		h.baked = append(h.baked, rule.Baked{Preset: m.Name, Version: b.Version, Hash: m.Hash,
			Src: doc.File, Enforced: b.Enforced == rule.True, Default: b.Default})
	}
	p.handed = append(p.handed, h)
	p.checkHandedOut(members)
}

// TryHandedOut is the policy of whoever has nothing but these files of one, for a look at what is
// wrong with them.
func TryHandedOut(members []Member, presets Presets) *Policy {
	p := &Policy{presets: presets}
	p.takeHandedOut(&HandedOut{}, members)
	p.loadBaked(nil)
	for i := range p.handed {
		p.add(layer{docs: p.handed[i].configs}, inFull)
	}
	p.applySwitches()
	p.mergeSettings()
	return p
}

// HandedOutAs returns the file of a policy that can be imported by that name; nil for none.
func (p *Policy) HandedOutAs(name string) *Document {
	if own, ok := p.presets.(*withHanded); ok {
		if i := slices.Index(own.names, name); i >= 0 {
			return own.docs[i]
		}
	}
	return nil
}

// checkHandedOut looks whether all that a policy imports is there: another version of the program
// may lack a preset.
func (p *Policy) checkHandedOut(members []Member) {
	for i := range members {
		doc := members[i].Document
		if members[i].Name == "" {
			continue // a plain config: add looks at its imports
		}
		for _, e := range doc.Import {
			if _, ok := p.presets.Lookup(e.Preset); !ok && e.Preset != "all" {
				p.Errors = append(p.Errors, Problem{File: doc.File, Line: e.Pos.Line, Col: e.Pos.Col,
					Text: "this program has no preset " + Quote(e.Preset),
					Mend: "install a newer fencepost, or hand out a policy without it"})
			}
		}
		name := doc.Baked.Default
		if _, ok := p.presets.Lookup(name); name != "" && !ok {
			pos := doc.ScalarPos("baked.default")
			p.Errors = append(p.Errors, Problem{File: doc.File, Line: max(pos.Line, 1), Col: pos.Col,
				Text: "there is no preset " + Quote(name) + " for where there is no config",
				Mend: "install a newer fencepost, or hand out a policy with another default"})
		}
	}
}

// refuseHandedOut is for the documents of a project: whoever can commit to it does not choose who
// makes the rules.
func (p *Policy) refuseHandedOut(docs []*Document) {
	for _, doc := range docs {
		if doc.Policy == "" && doc.PolicyKey == "" {
			continue
		}
		key := "policy"
		if doc.Policy == "" {
			key = "policyKey"
		}
		pos := doc.ScalarPos(key)
		p.Errors = append(p.Errors, Problem{File: doc.File, Line: pos.Line, Col: pos.Col,
			Text: "the config of a project names no policy: " + key + " is for the person's own config",
			Mend: "remove it here; a person who wants the policy writes it into " + confighome.Person})
	}
}

// withHanded are presets and, beside them, the files of policies that were handed out.
type withHanded struct {
	Presets
	names []string
	sets  []rule.RuleSet
	docs  []*Document
}

func (w *withHanded) add(name string, doc *Document) {
	w.names, w.docs = append(w.names, name), append(w.docs, doc)
	w.sets = append(w.sets, NewRuleSet(name, doc))
}

// Lookup finds a policy, or a preset.
func (w *withHanded) Lookup(name string) (rule.RuleSet, bool) {
	if i := slices.Index(w.names, name); i >= 0 {
		return w.sets[i], true
	}
	if w.Presets == nil {
		return nil, false
	}
	return w.Presets.Lookup(name)
}

// Imports returns what a policy or preset imports.
func (w *withHanded) Imports(name string) []string {
	i := slices.Index(w.names, name)
	if i < 0 {
		if w.Presets == nil {
			return nil
		}
		return w.Presets.Imports(name)
	}
	var list []string
	for _, e := range w.docs[i].Import {
		if e.Preset == "all" && w.Presets != nil {
			list = append(list, w.Presets.Names()...)
		} else {
			list = append(list, e.Preset)
		}
	}
	return list
}

// Names returns the presets and policies, sorted.
func (w *withHanded) Names() []string {
	var list []string
	if w.Presets != nil {
		list = slices.Clone(w.Presets.Names())
	}
	list = append(list, w.names...)
	slices.Sort(list)
	return list
}

// Within is how a file of a policy is shown to people: as a path below the policy file.
func Within(file, member string) string { return filepath.Join(file, filepath.FromSlash(member)) }
