package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// cmdletCall gives the arguments of a cmdlet to its parameters.
type cmdletCall struct {
	p     *parser
	words []fact.Word // with the full names of parameters, so that rules need not know abbreviations
}

// CmdletWords are the words of a cmdlet, with the full names of its parameters.
func CmdletWords(spec *Spec, call *fact.Cmdlet) []fact.Word {
	l := line{c: &Words{Stdin: &fact.Stdin{}}, spec: spec, name: spec.Name}
	b := cmdletCall{p: &parser{l: &l, out: &findings{l: &l}}}
	b.parse(call)
	return b.words
}

// parse reads the words of a cmdlet.
func (b *cmdletCall) parse(call *fact.Cmdlet) {
	b.words = []fact.Word{fact.Lit(b.p.l.name)}
	b.bind(call)
	b.p.l.any.harmless = b.p.l.hasTrait(Harmless)
	b.p.l.canon.words = b.words
	b.itemType()
	b.newName()
	b.selectsNames()
}

// bind gives arguments to parameters as PowerShell does: by name, then by position, then from the
// pipeline (about_Parameters, about_Parameter_Sets).
func (b *cmdletCall) bind(call *fact.Cmdlet) {
	args := call.Args
	var free []*fact.CmdletArg
	for i := 0; i < len(args); i++ {
		a := &args[i]
		if a.Param == "" {
			if w := a.Words; len(w) == 1 && w[0].Many && w[0].Text == "-" { // parameters that are not known
				b.words = append(b.words, w[0])
				b.p.unknownOption(w[0].Show(), &w[0], 0)
				continue
			}
			free = append(free, a)
			continue
		}
		o := b.p.l.spec.parameter(a.Param)
		var value *fact.CmdletArg
		if i+1 < len(args) && args[i+1].Param == "" && (o == nil || a.Colon || o.Arg != NoArg) {
			value = &args[i+1]
			i++
		}
		b.bindNamed(o, a, value)
	}
	b.bindPositions(free)
	if call.Piped {
		b.bindInput(call.Input)
	}
}

// bindNamed takes -Name and its value.
func (b *cmdletCall) bindNamed(o *Option, a, value *fact.CmdletArg) {
	if o == nil {
		w := fact.Lit("-" + a.Param)
		b.words = append(b.words, w)
		b.p.unknownOption(w.Text, &w, 0)
		if value != nil {
			b.values(fact.RoleAny, "", value)
		}
		return
	}
	b.words = append(b.words, fact.Lit(o.Names[0]))
	switch {
	case o.Arg == NoArg:
		b.p.addFlag(o, "-"+a.Param, -1)
		if value != nil {
			b.switchedBy(value)
		}
	case value == nil:
		b.p.addFlag(o, "-"+a.Param, -1)
		b.p.l.doubts.operand = true
	default:
		b.p.addFlag(o, "-"+a.Param, b.values(o.Role, o.Names[0], value))
	}
}

// switchedBy takes the value of a switch: -Recurse:$false.
func (b *cmdletCall) switchedBy(value *fact.CmdletArg) {
	g := &b.p.l.given[len(b.p.l.given)-1]
	b.words = append(b.words, value.Words...)
	if len(value.Words) != 1 || !value.Words[0].Known() {
		g.open = true
		return
	}
	switch strings.ToLower(value.Words[0].Text) {
	case "false", "0":
		g.off = true
	case "true", "1":
	default:
		g.open = true
	}
}

// values records the elements of an argument. It returns the index of the first one.
func (b *cmdletCall) values(role fact.Role, flag string, a *fact.CmdletArg) int {
	first := len(b.p.l.operands)
	for _, w := range a.Words {
		b.words = append(b.words, w)
		b.p.l.operands = append(b.p.l.operands, fact.Operand{Word: w, Role: role, Flag: flag})
	}
	if len(a.Words) == 0 {
		return -1
	}
	return first
}

// bindPositions takes the values without a name.
func (b *cmdletCall) bindPositions(free []*fact.CmdletArg) {
	slots := b.p.l.spec.Syntax.Operands
	for i := 0; i < len(free); {
		for len(slots) > 0 && !slots[0].AnyNumber &&
			(b.p.l.bound(slots[0].Name) || b.p.l.replaced(slots[0].Name)) {
			slots = slots[1:]
		}
		if len(slots) == 0 {
			b.p.l.doubts.operand = true
			b.values(fact.RoleAny, "", free[i])
			i++
			continue
		}
		s := &slots[0]
		flag := ""
		if o := b.p.l.spec.Option(s.Name); o != nil {
			flag = o.Names[0]
			b.p.addFlag(o, flag, len(b.p.l.operands))
		}
		at := b.values(s.Role, flag, free[i])
		if flag != "" && at < 0 {
			b.p.l.flags[len(b.p.l.flags)-1].Value = -1
		}
		if !s.AnyNumber {
			slots = slots[1:]
		}
		i++
	}
}

// bindInput gives what comes from the pipeline to the parameter that takes it. Unknown objects may
// have a property for every such parameter.
func (b *cmdletCall) bindInput(input []fact.Word) {
	known := len(input) > 0
	if !known {
		input = []fact.Word{{Kind: fact.Partial, Many: true, Written: "what the pipeline brings"}}
	}
	b.p.l.spec.each(func(o *Option) bool {
		if o.Is&FromPipeline == 0 || b.p.l.bound(o.Names[0]) || b.p.l.replaced(o.Names[0]) ||
			b.p.l.bound(o.Replaces) {
			return true
		}
		b.p.addFlag(o, o.Names[0], b.values(o.Role, o.Names[0], &fact.CmdletArg{Words: input}))
		return !known
	})
}

// itemType gives the path of New-Item the role that its type has.
func (b *cmdletCall) itemType() {
	if b.p.l.spec.Name != "New-Item" && b.p.l.spec.Name != "mkdir" {
		return
	}
	role := fact.RoleCreate
	if b.p.l.spec.Name == "mkdir" {
		role = fact.RoleMkdir
	} else if b.p.l.has("-Force") {
		role = fact.RoleWrite
	}
	for _, w := range b.p.l.flagValue("-ItemType") {
		switch t := strings.ToLower(w.Text); {
		case w.Known() && (t == "directory" || t == "container"):
			role = fact.RoleMkdir
		case !w.Known() || t != "file" && t != "leaf":
			b.p.out.hazard(hazards.MakesLink, w.Show(),
				"New-Item may make a link, which makes a file look like another one")
			role = fact.RoleWrite
		}
	}
	name := b.p.l.flagValue("-Name")
	for i := range b.p.l.operands {
		o := &b.p.l.operands[i]
		if o.Flag == "-Path" {
			o.Role = role
			if len(name) == 1 {
				o.Word = joinNames(o.Word, name[0])
			}
		} else if o.Flag == "-Name" && !b.p.l.bound("-Path") {
			o.Role = role
		}
	}
}

// newName puts the directory of what is renamed before its new name.
func (b *cmdletCall) newName() {
	if b.p.l.spec.Name != "Rename-Item" {
		return
	}
	old := append(b.p.l.flagValue("-Path"), b.p.l.flagValue("-LiteralPath")...)
	for i := range b.p.l.operands {
		o := &b.p.l.operands[i]
		if o.Flag != "-NewName" || len(old) != 1 || old[0].Kind != fact.Literal {
			continue
		}
		if at := strings.LastIndexAny(old[0].Text, `/\`); at >= 0 &&
			!strings.ContainsAny(o.Word.Text, `/\`) {
			o.Word.Text = old[0].Text[:at+1] + o.Word.Text
			o.Word.Glob = o.Word.Glob || strings.ContainsAny(old[0].Text[:at], "*?[")
		}
	}
}

// selectsNames puts the patterns of -Include and -Filter into paths that end with a star: what
// Remove-Item * -Include *.tmp deletes.
func (b *cmdletCall) selectsNames() {
	patterns := append(b.p.l.flagValue("-Include"), b.p.l.flagValue("-Filter")...)
	if len(patterns) != 1 || !plainPattern(&patterns[0]) || b.p.l.spec.Effects.Does&DoesList != 0 {
		return
	}
	below := ""
	if b.p.l.has("-Recurse") {
		below = "**/"
	}
	for i := range b.p.l.operands {
		o := &b.p.l.operands[i]
		if base, ok := strings.CutSuffix(o.Word.Text, "*"); ok && o.Flag == "-Path" &&
			o.Word.Kind == fact.Literal &&
			(base == "" || strings.HasSuffix(base, "/") || strings.HasSuffix(base, `\`)) {
			for k := range b.p.l.canon.words {
				if b.p.l.canon.words[k].Text == o.Word.Text {
					b.p.l.canon.words[k].Text = base + below + patterns[0].Text
				}
			}
			o.Word.Text, o.Word.Glob = base+below+patterns[0].Text, true
		}
	}
}
