package shparse

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// planted reports a variable that something other than an assignment has given a value to (read,
// printf -v, a loop, an expansion, a name reference), if that variable steers programs: PATH is in
// the environment whoever sets it, and what was exported stays so.
func (in *Interp) planted(name string) {
	in.hooksIn(name)
	if in.opt.Environ == nil {
		return
	}
	name = in.target(name)
	// the array path, and PATH
	if tied := dialect.ZshTwin(name); tied != "" && name == strings.ToLower(name) &&
		in.dialect.Has(dialect.TiedArrays) {
		in.steers(tied, &fact.Word{Kind: fact.Partial, Written: "$" + name})
		return
	}
	v := in.st.Vars[name]
	switch {
	case v.Unset || v.Ref != "":
	case v.IsList && len(v.List) == 0:
		in.steers(name, &fact.Word{})
	case v.IsList:
		in.steers(name, &v.List[0]) // what an array stands for without a subscript
	default:
		for _, w := range v.Each() {
			if w.Origin.Is(fact.VariableOrigin, name) {
				w.Origin = fact.Origin{} // what was there before is gone
			}
			in.steers(name, &w)
		}
	}
}

// steers reports a variable whose value can make programs run other code, once.
func (in *Interp) steers(name string, value *fact.Word) {
	why := in.opt.Environ.Steers(name, value)
	if why == "" {
		return
	}
	for i := range in.hazards {
		if h := &in.hazards[i]; h.ID == hazards.Environment && h.Text == name {
			return
		}
	}
	in.Report(fact.Hazard{ID: hazards.Environment, Text: name, Why: why})
}

// plantedAnywhere reports a builtin that gives a value to a variable whose name is not known.
func (in *Interp) plantedAnywhere(w *fact.Word) {
	text := w.Written
	if text == "" {
		text = w.Text
	}
	in.Report(fact.Hazard{ID: hazards.VariableName, Text: text,
		Why: "fencepost cannot know which variable it sets, and some make programs run other code"})
}
