package main

import (
	"path/filepath"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"
)

const daemonsYAML = "daemons.yaml"

// daemon is one service with the programs that have it do the work.
type daemon struct {
	service  string
	programs []string
}

// generateDaemons compiles the list of services into the package daemons. Where there is no list
// nothing is made.
func generateDaemons(c config, o *output) error {
	r, root, err := readTable(filepath.Join(c.presets, daemonsYAML), "presets/"+daemonsYAML)
	if r == nil {
		return err
	}
	list, err := r.daemons(root)
	if err != nil {
		return err
	}
	o.addPackage("daemons", emitDaemons(list))
	return nil
}

func (r *nodeReader) daemons(root *yaml.Node) (list []daemon, err error) {
	seen := map[string]string{}
	err = r.pairs(root, func(key, value *yaml.Node) error {
		if key.Value != "daemons" {
			return r.unknownKey(key, []string{"daemons"})
		}
		return r.entries(value, func(n *yaml.Node) error {
			d, err := r.daemon(n, seen)
			list = append(list, d)
			return err
		})
	})
	return list, err
}

func (r *nodeReader) daemon(n *yaml.Node, seen map[string]string) (d daemon, err error) {
	err = r.pairs(n, func(key, value *yaml.Node) (err error) {
		switch key.Value {
		case "service":
			d.service, err = r.sentence(value)
		case "programs":
			d.programs, err = r.programs(value, seen)
		default:
			err = r.unknownKey(key, []string{"service", "programs"})
		}
		return err
	})
	if err == nil && (d.service == "" || len(d.programs) == 0) {
		err = r.errorf(n, "the entry needs a service and its programs")
	}
	return d, err
}

// programs reads names of programs, or names with a subcommand.
func (r *nodeReader) programs(n *yaml.Node, seen map[string]string) ([]string, error) {
	names, err := r.words(n)
	for _, name := range names {
		first, sub, _ := strings.Cut(name, " ")
		switch {
		case first == "" || strings.ContainsAny(sub, " ") || strings.ContainsAny(name, "/*|"):
			return nil, r.errorf(n, "%q is no name of a program, nor one with a subcommand", name)
		case seen[name] != "":
			return nil, r.errorf(n, "%s stands at %s already", name, seen[name])
		}
		seen[name] = r.src(n)
	}
	return names, err
}

// emitDaemons writes the list as a switch statement: nothing of it is built before it is asked for.
func emitDaemons(list []daemon) *File {
	f := NewFilePathName(genPkg+"/daemons", "daemons")
	f.HeaderComment("// " + generatedBy + " from presets/" + daemonsYAML + ". DO NOT EDIT.")
	f.PackageComment("Package daemons knows the programs that have a service of the machine do the work.")
	f.Comment("Of returns the service of a program, or of a program and its subcommand; \"\" for none.")
	f.Func().Id("Of").Params(Id("program").String()).String().Block(
		Switch(Id("program")).BlockFunc(func(g *Group) {
			for _, d := range list {
				g.Case(literals(d.programs)...).Block(Return(Lit(d.service)))
			}
		}),
		Return(Lit("")),
	)
	return f
}
