package main

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/fencepost/fencepost/internal/command"
)

const commandPath = "github.com/fencepost/fencepost/internal/command"

// setNumbers gives each shared option set its number in the generated switch.
type setNumbers map[*command.OptionSet]int

func setConst(n int) string { return fmt.Sprintf("set%d", n) }

// emitFile writes the records of a file into the tables.
func emitFile(file *specFile, numbers setNumbers, specs, sets *packedTable) *jen.File {
	f := newPackage("commands", "presets/commands", "")
	for _, s := range file.sets {
		sets.add(f, setConst(numbers[s.set]), s.src, command.EncodeOptions(s.set.Options), "")
	}
	for _, d := range file.commands {
		record := command.Encode(d.spec, func(o *command.OptionSet) int { return numbers[o] })
		specs.add(f, "spec"+specIdentifier(d.names[0]), d.spec.Src, record, d.names...)
	}
	return f
}

// emitTable writes the type Table, and the tables in which it looks names up: their records are the
// constants of the other files.
func emitTable(specs, sets *packedTable) *jen.File {
	specs.Sort()
	f := newPackage("commands", "presets/commands",
		"Package commands holds the command specs of presets/commands as static data.")
	f.Comment("Table finds specs by the base name of a command. It implements command.Table.")
	f.Type().Id("Table").Struct()
	f.Comment("Lookup returns the spec of a command, or nil.")
	f.Func().Params(jen.Id("Table")).Id("Lookup").Params(jen.Id("name").String()).Op("*").Qual(
		commandPath, "Spec").Block(jen.Return(jen.Qual(commandPath, "LookupIn").Call(jen.Id("specs"),
		jen.Id("sets"), jen.Id("name"))))
	f.Comment("Names returns the names of all commands that have a spec, in order, without those of " +
		"cmdlets.")
	f.Func().Params(jen.Id("Table")).Id("Names").Params().Index().String().Block(
		jen.Return(jen.Qual(commandPath, "NamesIn").Call(jen.Id("specs"))))
	specs.emit(f, "specs", "specs is a table of package codec: its head, and the records.")
	sets.emit(f, "sets", "sets is the table of shared option sets, by their numbers.")
	return f
}
