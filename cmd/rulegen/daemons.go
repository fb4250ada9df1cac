package main

import (
	"strconv"
	"strings"

	. "github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"
)

const daemonsYAML = "daemons.yaml"

// daemonTable is presets/daemons.yaml: each service with the programs that have it do the work, and
// services with the ports at which their clients look for them.
type daemonTable struct {
	Daemons   []daemon
	Ports     ordered[string, portNumbers]
	Elsewhere programNames // options that name another machine
}

type daemon struct {
	Service  sentence
	Programs programNames
}

// programNames are names of programs, or names with a subcommand, each once in the table.
type programNames []string

func (l *programNames) read(r *nodeReader, n *yaml.Node) (err error) {
	*l, err = r.words(n)
	for _, name := range *l {
		first, sub, _ := strings.Cut(name, " ")
		if first == "" || strings.ContainsAny(sub, " ") || strings.ContainsAny(name, "/*|") {
			return r.errorf(n, "%q is no name of a program, nor one with a subcommand", name)
		}
		if err := r.once(n, name, name); err != nil {
			return err
		}
	}
	return err
}

// portNumbers are ports, each once in the table.
type portNumbers []string

func (l *portNumbers) read(r *nodeReader, n *yaml.Node) error {
	for _, c := range n.Content {
		if p, err := strconv.ParseUint(c.Value, 10, 16); err != nil || p == 0 {
			return r.errorf(c, "%q is no port", c.Value)
		}
		if err := r.once(c, "port "+c.Value, c.Value); err != nil {
			return err
		}
		*l = append(*l, c.Value)
	}
	return nil
}

func (d *daemon) check(r *nodeReader, n *yaml.Node) error {
	if d.Service == "" || len(d.Programs) == 0 {
		return r.errorf(n, "the entry needs a service and its programs")
	}
	return nil
}

// emit writes the list as a switch statement: nothing of it is built before it is asked for.
func (t *daemonTable) emit() *File {
	f := newPackage("daemons", "presets/"+daemonsYAML,
		"Package daemons knows the programs that have a service of the machine do the work.")
	f.Comment("Of returns the service of a program, or of a program and its subcommand; \"\" for none.")
	f.Func().Id("Of").Params(Id("program").String()).String().Block(
		Switch(Id("program")).BlockFunc(func(g *Group) {
			for _, d := range t.Daemons {
				g.Case(literals(d.Programs)...).Block(Return(Lit(string(d.Service))))
			}
		}),
		Return(Lit("")),
	)
	f.Line()
	f.Comment("At returns the service that clients of this machine look for at a port; \"\" for none.")
	f.Func().Id("At").Params(Id("port").Uint16()).String().Block(
		Switch(Id("port")).BlockFunc(func(g *Group) {
			for _, p := range t.Ports {
				g.Case(Op(strings.Join(p.Value, ", "))).Block(Return(Lit(p.Key)))
			}
		}),
		Return(Lit("")),
	)
	f.Comment("Elsewhere reports whether an option of such a program names another machine.")
	f.Func().Id("Elsewhere").Params(Id("option").String()).Bool().Block(
		Switch(Id("option")).BlockFunc(func(g *Group) {
			if len(t.Elsewhere) > 0 {
				g.Case(literals(t.Elsewhere)...).Block(Return(True()))
			}
		}),
		Return(False()),
	)
	return f
}
