package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// noteName handles assignments to the names that are no ordinary variables.
func (vs *variables) noteName(name string) {
	switch name {
	case "DIRSTACK":
		vs.sh.st.Stack = nil
	case "PATH", "path":
		vs.sh.st.Option(dialect.Limited, true)
	case "BASH_ARGV0":
		vs.sh.st.Arg0 = fact.Unknown("$0")
	case "POSIXLY_CORRECT":
		vs.sh.st.Option(dialect.PosixMode, vs.sh.has(dialect.PrefixStays))
	case "BASH_CMDS", "commands":
		if (name == "commands") == (vs.sh.has(dialect.FunctionsTable)) {
			vs.sh.Report(fact.Hazard{ID: hazards.FunctionTable, Text: name,
				Why: "this assignment says which program a name stands for"})
		}
	case "options":
		if vs.sh.has(dialect.TiedArrays) {
			vs.sh.Report(fact.Hazard{ID: hazards.ShellOption, Text: name,
				Why: "this option changes how the shell reads the text that follows"})
		}
	case "BASH_ALIASES", "aliases", "galiases", "saliases":
		vs.sh.st.Alias = true
	}
	if vs.sh.has(dialect.TiedArrays) {
		vs.noteZshName(name)
		if dialect.ZshTwin(name) != "" {
			vs.reportSteering(name)
		}
	}
}

// noteZshName handles assignments to the parameters through which zsh shows its tables, and to
// those that stand for another.
func (vs *variables) noteZshName(name string) {
	switch name {
	case "functions":
		vs.sh.Report(fact.Hazard{ID: hazards.FunctionTable, Text: name,
			Why: "this assignment defines a function"})
	case "dis_functions", "dis_aliases", "dis_galiases", "dis_saliases", "commands", "dis_builtins",
		"dis_reswords", "dis_patchars":
		vs.commandTable(name)
	case "options":
		vs.sh.switchOption(dialect.OptUnknown, true, &fact.Word{Text: name})
	case "argv":
		vs.sh.st.LoseParams()
	case "dirstack":
		vs.sh.st.Stack = nil
	}
	if twin := dialect.ZshTwin(name); twin != "" {
		vs.sh.st.Forget(twin)
	}
}

func (vs *variables) commandTable(text string) {
	vs.sh.Report(fact.Hazard{ID: hazards.FunctionTable, Text: text,
		Why: "this changes which program a name stands for"})
}

// notePositional makes the positional parameters unknown where zsh assigns one by its number.
func (vs *variables) notePositional(name string) bool {
	if vs.sh.has(dialect.PositionalByNumber) &&
		(name == "*" || name == "@" || expand.Atoi(name) >= 0) {
		vs.sh.st.LoseParams()
		return true
	}
	return false
}

// reportSteering reports a variable that something other than an assignment has given a value to
// (read, printf -v, a loop, an expansion, a name reference), if that variable steers programs: PATH
// is in the environment however it is set, and a variable stays exported.
func (vs *variables) reportSteering(name string) {
	vs.funcs.hooksIn(name)
	if vs.sh.opt.Environ == nil {
		return
	}
	name = vs.sh.st.Target(name)
	// the array path, and PATH
	if tied := dialect.ZshTwin(name); tied != "" && name == strings.ToLower(name) &&
		vs.sh.has(dialect.TiedArrays) {
		vs.reportIfSteering(tied, &fact.Word{Kind: fact.Partial, Written: "$" + name})
		return
	}
	v := vs.sh.st.Vars[name]
	switch {
	case v.Unset || v.Ref != "":
	case v.IsList && len(v.List) == 0:
		vs.reportIfSteering(name, &fact.Word{})
	case v.IsList:
		vs.reportIfSteering(name, &v.List[0]) // what an array stands for without a subscript
	default:
		for _, w := range v.Each() {
			if w.Origin.Is(fact.VariableOrigin, name) {
				w.Origin = fact.Origin{} // what was there before is gone
			}
			vs.reportIfSteering(name, &w)
		}
	}
}

// reportIfSteering reports a variable whose value can make programs run other code, once.
func (vs *variables) reportIfSteering(name string, value *fact.Word) {
	if why := vs.sh.opt.Environ.Steers(name, value); why != "" {
		vs.sh.reportOnce(fact.Hazard{ID: hazards.Environment, Text: name, Why: why})
	}
}

// reportUnknownName reports a builtin that gives a value to a variable whose name is not known.
func (vs *variables) reportUnknownName(w *fact.Word) {
	text := w.Written
	if text == "" {
		text = w.Text
	}
	vs.sh.Report(fact.Hazard{ID: hazards.VariableName, Text: text,
		Why: "fencepost cannot know which variable it sets, and some make programs run other code"})
	vs.sh.st.ForgetAll()
}
