package main

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/pack"
)

const (
	commandPath = "github.com/fencepost/fencepost/internal/command"
	packPath    = "github.com/fencepost/fencepost/internal/pack"
)

// setNumbers gives each shared option set its number in the generated switch.
type setNumbers map[*command.OptionSet]int

func emitFile(file *specFile, sets setNumbers) *jen.File {
	f := newPackage("commands", "presets/commands", "")
	for _, s := range file.sets {
		f.Comment(s.src)
		f.Const().Id(setConst(sets[s.set])).Op("=").Lit(pack.Record(packedSet(s)))
	}
	for _, d := range file.commands {
		f.Comment(d.spec.Src)
		f.Const().Id(specVar(d)).Op("=").Lit(pack.Record(packedSpec(d, sets)))
	}
	return f
}

func packedSet(s *setDef) string { return command.EncodeOptions(s.set.Options) }

func packedSpec(d *specDef, sets setNumbers) string {
	return command.Encode(d.spec, func(o *command.OptionSet) int { return sets[o] })
}

func setConst(n int) string { return fmt.Sprintf("set%d", n) }

func specVar(d *specDef) string { return "spec" + specIdentifier(d.names[0]) }

// emitTable writes the type Table, and the tables in which it looks names up: their records are the
// constants of the other files.
func emitTable(files []*specFile, sets setNumbers) *jen.File {
	var specs, options pack.TableWriter
	var specConsts, setConsts []string
	for _, file := range files {
		for _, d := range file.commands {
			specs.Add(packedSpec(d, sets), d.names...)
			specConsts = append(specConsts, specVar(d))
		}
		for _, s := range file.sets {
			options.Add(packedSet(s), "")
			setConsts = append(setConsts, setConst(sets[s.set]))
		}
	}
	specs.Sort()
	f := newPackage("commands", "presets/commands",
		"Package commands holds the command specs of presets/commands as static data.")
	f.Comment("Table finds specs by the base name of a command. It implements command.Table.")
	f.Type().Id("Table").Struct()
	f.Comment("Lookup returns the spec of a command, or nil.")
	f.Func().Params(jen.Id("Table")).Id("Lookup").Params(jen.Id("name").String()).Op("*").Qual(
		commandPath, "Spec").Block(jen.Return(jen.Qual(commandPath, "LookupIn").Call(jen.Id("specs"),
		jen.Id("name"), jen.Id("optionSet"))))
	f.Comment("optionSet returns a shared option set, encoded, by its number.")
	f.Func().Id("optionSet").Params(jen.Id("n").Int()).String().Block(
		jen.Id("t").Op(":=").Qual(packPath, "Open").Call(jen.Id("sets")),
		jen.Return(jen.Id("t").Dot("Record").Call(jen.Id("n"))))
	f.Comment("Names returns the names of all commands that have a spec, in order, without those of " +
		"cmdlets.")
	f.Func().Params(jen.Id("Table")).Id("Names").Params().Index().String().Block(
		jen.Return(jen.Qual(commandPath, "NamesIn").Call(jen.Id("specs"))))
	f.Comment("specs is a table of package pack: its head, and the records.")
	f.Const().Id("specs").Op("=").Add(sum(specs.Head(), specConsts))
	f.Comment("sets is the table of shared option sets, by their numbers.")
	f.Const().Id("sets").Op("=").Add(sum(options.Head(), setConsts))
	return f
}

// sum is the head of a table and its records, a line each.
func sum(head string, records []string) jen.Code {
	s := jen.Lit(head)
	for _, r := range records {
		s.Op("+").Line().Id(r)
	}
	return s
}
