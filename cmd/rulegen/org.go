package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"strings"

	. "github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// loadOrg reads the organisation files of a directory. An empty dir is no directory, and none of the
// default name is no organisation either. Mistakes are reported with their place in the directory.
func loadOrg(dir string) ([]*preset, error) {
	if dir == "" {
		return nil, nil
	}
	list, err := loadRules(dir, func(file string, text []byte) (*preset, []policy.Problem) {
		doc, problems := parse.ParseOrganisation(file, text)
		name := doc.Baked.Name
		if name == "" {
			name = strings.TrimSuffix(filepath.Base(file), ".yaml")
		}
		return &preset{name: name, ident: "org" + specIdentifier(name), doc: doc, org: true}, problems
	})
	if err == nil && len(list) == 0 && dir != defaultOrg {
		err = fmt.Errorf("rulegen: no organisation files (*.yaml) in %s", dir)
	}
	return list, err
}

// checkOrg reports what organisation files must not have together, or together with the bundled
// presets. all holds both.
func checkOrg(all []*preset) error {
	var mistakes []error
	fail := func(p *preset, key, format string, args ...any) {
		mistakes = append(mistakes, p.mistake(p.doc.ScalarPos(key), format, args...))
	}
	known := map[string]*preset{}
	for _, p := range all {
		if other := known[p.name]; other != nil {
			fail(p, "baked.name", "%q is the name of %s already: choose another", p.name, other.doc.File)
		}
		known[p.name] = p
	}
	var standard *preset
	for _, p := range all {
		b := &p.doc.Baked
		if b.Default == "" {
			continue
		}
		if known[b.Default] == nil {
			fail(p, "baked.default", "there is no preset %q: name a bundled one or an organisation file",
				b.Default)
		}
		if standard != nil && standard.doc.Baked.Default != b.Default {
			fail(p, "baked.default", "default: %s contradicts default: %s of %s: remove one of the two",
				b.Default, standard.doc.Baked.Default, standard.doc.File)
		}
		standard = p
	}
	if len(mistakes) == 0 {
		var docs [][]*policy.Document
		for _, list := range enforced(all) {
			var of []*policy.Document
			for _, p := range list {
				of = append(of, p.doc)
			}
			docs = append(docs, of)
		}
		for _, problem := range policy.Conflicts(docs) {
			mistakes = append(mistakes, errors.New(problem.String()))
		}
	}
	return errors.Join(mistakes...)
}

// enforced returns each enforced policy behind what it imports, which is as much a part of it.
func enforced(all []*preset) (out [][]*preset) {
	byName := indexed(all)
	for _, p := range all {
		if p.doc.Baked.Enforced == rule.True {
			out = append(out, withImports(p, byName, map[*preset]bool{}))
		}
	}
	return out
}

// withImports returns a preset behind all that it imports, each once.
func withImports(p *preset, byName map[string]*preset, seen map[*preset]bool) (list []*preset) {
	if p == nil || seen[p] {
		return nil
	}
	seen[p] = true
	for _, e := range p.doc.Import {
		list = append(list, withImports(byName[e.Preset], byName, seen)...)
	}
	return append(list, p)
}

// writeOrg writes org.go, which says what was built in, and the source of each file for `presets
// show`.
func writeOrg(org []*preset, o *output) {
	f := newFile("presets/org/*.yaml")
	what, list := ": none", Nil()
	var baked []rule.Baked
	for _, p := range org {
		b := &p.doc.Baked
		hash := sha256.Sum256(p.text)
		baked = append(baked, rule.Baked{Preset: p.name, Version: b.Version,
			Hash: hex.EncodeToString(hash[:]), Src: p.doc.File, Enforced: b.Enforced == rule.True,
			Default: b.Default})
		what, list = "", Index().Qual(rulePkg, "Baked").Add(rows(baked))
	}
	f.Comment("Baked returns the organisation policies that the program was built with" + what + ".")
	f.Func().Id("Baked").Params().Index().Qual(rulePkg, "Baked").Block(Return(list))
	for _, p := range org {
		f.Line()
		f.Const().Id(p.ident + "Source").Op("=").Lit(string(p.text))
	}
	o.add("org.go", f)
}

// orgSrc is the name that people and logs see of an organisation file: where it was when the
// program was built says nothing to them.
func orgSrc(file string) string { return path.Join("org", filepath.Base(file)) }
