package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// loadOrg reads the organisation files of a directory in the order of their names. An empty dir is
// no directory, and none of the default name is no organisation either. All mistakes of all files
// are reported, each with its place in the directory.
func loadOrg(dir string) ([]*preset, error) {
	if dir == "" {
		return nil, nil
	}
	if _, err := os.Stat(dir); errors.Is(err, os.ErrNotExist) && dir == defaultOrg {
		return nil, nil
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.yaml"))
	if err != nil {
		return nil, err
	}
	if len(files) == 0 && dir != defaultOrg {
		return nil, fmt.Errorf("rulegen: no organisation files (*.yaml) in %s", dir)
	}
	slices.Sort(files)
	var list []*preset
	var mistakes []error
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		doc, problems := parse.ParseOrganisation(file, text)
		name := doc.Baked.Name
		if name == "" {
			name = strings.TrimSuffix(filepath.Base(file), ".yaml")
		}
		ident := identifier(name)
		p := &preset{name: name, doc: doc, text: text, org: true}
		if ident != "" {
			p.ident = "org" + strings.ToUpper(ident[:1]) + ident[1:]
		}
		for _, problem := range problems {
			mistakes = append(mistakes, errors.New(problem.String()))
		}
		mistakes = append(mistakes, p.check()...)
		if err := p.tooMany(); err != nil {
			mistakes = append(mistakes, err)
		}
		list = append(list, p)
	}
	return list, errors.Join(mistakes...)
}

// checkOrg reports what organisation files must not have together, or together with the bundled
// presets. all holds both.
func checkOrg(all []*preset) error {
	var mistakes []error
	var standard *preset
	byName := make(map[string]*preset, len(all))
	for _, p := range all {
		other := byName[p.name]
		byName[p.name] = p
		if other != nil {
			mistakes = append(mistakes, p.mistake("baked.name",
				fmt.Sprintf("%q is the name of %s already: choose another", p.name, other.doc.File)))
		}
	}
	for _, p := range all {
		b := &p.doc.Baked
		if b.Default == "" {
			continue
		}
		if byName[b.Default] == nil {
			mistakes = append(mistakes, p.mistake("baked.default",
				fmt.Sprintf("there is no preset %q: name a bundled one or an organisation file", b.Default)))
		}
		if standard != nil && standard.doc.Baked.Default != b.Default {
			mistakes = append(mistakes, p.mistake("baked.default",
				fmt.Sprintf("default: %s contradicts default: %s of %s: remove one of the two",
					b.Default, standard.doc.Baked.Default, standard.doc.File)))
		}
		standard = p
	}
	if len(mistakes) == 0 {
		for _, problem := range policy.Conflicts(enforcedDocs(all, byName)) {
			mistakes = append(mistakes, errors.New(problem.String()))
		}
	}
	return errors.Join(mistakes...)
}

// mistake is an error at a key of the block baked, or at the top of the file.
func (p *preset) mistake(key, text string) error {
	pos := p.doc.ScalarPos(key)
	return fmt.Errorf("%s:%d:%d: %s", p.doc.File, max(pos.Line, 1), max(pos.Col, 1), text)
}

// enforcedDocs returns each enforced policy as the documents that it consists of, those that it
// imports first.
func enforcedDocs(all []*preset, byName map[string]*preset) [][]*policy.Document {
	var out [][]*policy.Document
	for _, p := range all {
		if p.doc.Baked.Enforced == rule.True {
			var docs []*policy.Document
			for _, q := range withImports(p, byName, nil) {
				docs = append(docs, q.doc)
			}
			out = append(out, docs)
		}
	}
	return out
}

// withImports returns a preset behind all that it imports, each once.
func withImports(p *preset, byName map[string]*preset, seen []*preset) []*preset {
	if p == nil || slices.Contains(seen, p) {
		return seen
	}
	for _, e := range p.doc.Import {
		seen = withImports(byName[e.Preset], byName, seen)
	}
	return append(seen, p)
}

// markEnforced marks the enforced policies and what they import, which is as much a part of them.
func markEnforced(all []*preset) {
	byName := make(map[string]*preset, len(all))
	for _, p := range all {
		byName[p.name] = p
	}
	for _, p := range all {
		if p.doc.Baked.Enforced == rule.True {
			for _, q := range withImports(p, byName, nil) {
				q.enforced = true
			}
		}
	}
}

// writeOrg writes org.go, which says what was built in, and the source of each file for `presets
// show`.
func writeOrg(org []*preset, o *output) {
	f := newFile("presets/org/*.yaml")
	var baked []Code
	for _, p := range org {
		b := &p.doc.Baked
		hash := sha256.Sum256(p.text)
		baked = append(baked, Values(Dict{
			Id("Preset"):   Lit(p.name),
			Id("Version"):  Lit(b.Version),
			Id("Hash"):     Lit(hex.EncodeToString(hash[:])),
			Id("Src"):      Lit(p.doc.File),
			Id("Enforced"): Lit(b.Enforced == rule.True),
			Id("Default"):  Lit(b.Default),
		}))
	}
	if len(org) == 0 {
		f.Comment("Baked returns the organisation policies that the program was built with: none.")
		f.Func().Id("Baked").Params().Index().Qual(rulePkg, "Baked").Block(Return(Nil()))
		o.add("org.go", f)
		return
	}
	f.Comment("Baked returns the organisation policies that the program was built with.")
	f.Func().Id("Baked").Params().Index().Qual(rulePkg, "Baked").Block(
		Return(Index().Qual(rulePkg, "Baked").Custom(Options{Open: "{", Close: "}", Separator: ",",
			Multi: true}, baked...)))
	for _, p := range org {
		f.Line()
		f.Const().Id(p.ident + "Source").Op("=").Lit(string(p.text))
	}
	o.add("org.go", f)
}

// orgSrc is the name that people and logs see of an organisation file: where it was when the
// program was built says nothing to them.
func orgSrc(file string) string { return path.Join("org", filepath.Base(file)) }

// tooMany reports a preset with more rules on words than their numbers can count.
func (p *preset) tooMany() error {
	if n := len(wordRules(p.doc)); n > math.MaxUint16 {
		return p.mistake("", fmt.Sprintf("%d rules on the words of commands are more than %d: split "+
			"the file", n, math.MaxUint16))
	}
	return nil
}
