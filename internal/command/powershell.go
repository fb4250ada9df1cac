package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// Cmdlets of PowerShell are found in the table of commands under keys that are the base name of no
// program: what a shell starts as Get-Content is a program of that name.
const (
	CmdletKey    = "cmdlet/"           // before a cmdlet, or an alias that all systems have
	ElsewhereKey = "cmdlet elsewhere/" // before an alias that is the name of a program on some systems
)

// FindCmdlet returns the cmdlet that a name or alias of PowerShell stands for, or nil. elsewhere
// reports whether the name may be that of a program.
func FindCmdlet(t Table, name string) (spec *Spec, elsewhere bool) {
	name = strings.ToLower(name)
	if i := strings.LastIndexByte(name, '\\'); i >= 0 { // a module may stand before it
		if !strings.HasPrefix(name, "microsoft.powershell.") {
			return nil, false
		}
		name = name[i+1:]
	}
	if s := t.Lookup(CmdletKey + name); s != nil {
		return s, false
	}
	if s := t.Lookup(ElsewhereKey + name); s != nil {
		return s, true
	}
	return nil, false
}

// resolveCmdlet fills a command that is a cmdlet. Argv gets the full names of its parameters, so
// that rules need not know their abbreviations.
func (r *resolver) resolveCmdlet() {
	c := r.c
	r.spec, _ = FindCmdlet(r.specs, c.Argv[0].Text)
	if r.spec == nil {
		r.hazard(hazards.Powershell, c.Argv[0].Show(), "fencepost does not know this cmdlet")
		return
	}
	c.Name, c.Known, c.System = r.spec.Name, true, true
	words := []fact.Word{fact.Lit(c.Name)}
	r.bind(c.Cmdlet, &words)
	c.Argv, c.Canon, c.Lossless = words, words, true
	r.itemType()
	r.newName()
	r.selectsNames()
	for i := range c.Operands {
		r.cmdletPath(&c.Operands[i])
	}
	r.effects()
	r.startProcess()
	if r.spec.Wrapper != fact.NoWrapper {
		c.Nested = append(c.Nested, fact.Nested{Kind: fact.NestedCode,
			Lang: "powershell"}) // was read already
	}
	r.judge()
}

// bind gives arguments to parameters as PowerShell does: by name, then by position, then from the
// pipeline (about_Parameters, about_Parameter_Sets).
func (r *resolver) bind(call *fact.Cmdlet, words *[]fact.Word) {
	args := call.Args
	var free []*fact.CmdletArg
	for i := 0; i < len(args); i++ {
		a := &args[i]
		if a.Param == "" {
			if w := a.Words; len(w) == 1 && w[0].Many && w[0].Text == "-" { // parameters that are not known
				*words = append(*words, w[0])
				r.unknownOption(w[0].Show(), &w[0], 0)
				continue
			}
			free = append(free, a)
			continue
		}
		o := r.parameter(a.Param)
		var value *fact.CmdletArg
		if i+1 < len(args) && args[i+1].Param == "" && (o == nil || a.Colon || o.Arg != NoArg) {
			value = &args[i+1]
			i++
		}
		r.bindNamed(o, a, value, words)
	}
	r.bindPositions(free, words)
	if call.Piped {
		r.bindInput(call.Input, words)
	}
}

// parameter finds the parameter that a name is, or of which it is the only beginning. The cmdlet's
// own go before those that all have, and these before those of the drive (ParameterBinderBase).
func (r *resolver) parameter(name string) *Option {
	o, _ := r.matches(name)
	return o
}

// matches is parameter. refused reports whether a name is certainly that of no parameter, or of
// several of the cmdlet's own, so that it does not run.
func (r *resolver) matches(name string) (found *Option, refused bool) {
	var exact *Option
	var own, common, ofDrive []*Option
	name = "-" + name
	r.spec.each(func(o *Option) bool {
		begins := false
		for _, n := range o.Names {
			if strings.EqualFold(n, name) {
				exact = o
				return false
			}
			begins = begins || len(n) > len(name) && strings.EqualFold(n[:len(name)], name)
		}
		switch {
		case !begins:
		case commonParameter(o.Names[0]):
			common = append(common, o)
		case driveParameter(r.spec.Name, o.Names[0]):
			ofDrive = append(ofDrive, o)
		default:
			own = append(own, o)
		}
		return true
	})
	if exact != nil {
		return exact, false
	}
	for _, list := range [...][]*Option{own, common, ofDrive} {
		if len(list) == 1 {
			return list[0], false
		}
		if len(list) > 1 {
			return nil, len(own) > 1
		}
	}
	return nil, true
}

// commonParameter reports whether all cmdlets have a parameter, or all that change something
// (about_CommonParameters).
func commonParameter(name string) bool {
	switch name {
	case "-Verbose", "-Debug", "-ErrorAction", "-WarningAction", "-InformationAction",
		"-ProgressAction", "-ErrorVariable", "-WarningVariable",
		"-InformationVariable", "-OutVariable", "-OutBuffer", "-PipelineVariable", "-WhatIf", "-Confirm":
		return true
	}
	return false
}

// driveParameter reports whether a cmdlet has a parameter only where the drive holds files: it is
// looked for when no other fits (about_FileSystem_Provider).
func driveParameter(cmdlet, name string) bool {
	switch cmdlet {
	case "Get-ChildItem", "Get-Item", "Get-Content", "Set-Content", "Add-Content", "Clear-Content",
		"Remove-Item", "Test-Path":
	default:
		return false
	}
	switch name {
	case "-Attributes", "-FollowSymlink", "-Directory", "-File", "-Hidden", "-ReadOnly", "-System",
		"-CodeSigningCert", "-Delimiter", "-Wait", "-Raw",
		"-Encoding", "-AsByteStream", "-Stream", "-NoNewline", "-OlderThan", "-NewerThan":
		return true
	}
	return false
}

// bindNamed takes -Name and its value.
func (r *resolver) bindNamed(o *Option, a, value *fact.CmdletArg, words *[]fact.Word) {
	if o == nil {
		w := fact.Lit("-" + a.Param)
		*words = append(*words, w)
		r.unknownOption(w.Text, &w, 0)
		if value != nil {
			r.values(fact.RoleAny, "", value, words)
		}
		return
	}
	*words = append(*words, fact.Lit(o.Names[0]))
	switch {
	case o.Arg == NoArg:
		r.flag(o, "-"+a.Param, -1)
		if value != nil {
			r.switchedBy(value, words)
		}
	case value == nil:
		r.flag(o, "-"+a.Param, -1)
		r.extra = true
	default:
		r.flag(o, "-"+a.Param, r.values(o.Role, o.Names[0], value, words))
	}
}

// switchedBy takes the value of a switch: -Recurse:$false.
func (r *resolver) switchedBy(value *fact.CmdletArg, words *[]fact.Word) {
	g := &r.given[len(r.given)-1]
	*words = append(*words, value.Words...)
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
func (r *resolver) values(role fact.Role, flag string, a *fact.CmdletArg, words *[]fact.Word) int {
	first := len(r.c.Operands)
	for _, w := range a.Words {
		*words = append(*words, w)
		r.c.Operands = append(r.c.Operands, fact.Operand{Word: w, Role: role, Flag: flag})
	}
	if len(a.Words) == 0 {
		return -1
	}
	return first
}

// bindPositions takes the values without a name.
func (r *resolver) bindPositions(free []*fact.CmdletArg, words *[]fact.Word) {
	slots := r.spec.Operands
	for i := 0; i < len(free); {
		for len(slots) > 0 && (r.bound(slots[0].Name) || r.replaced(slots[0].Name)) && !slots[0].Many {
			slots = slots[1:]
		}
		if len(slots) == 0 {
			r.extra = true
			r.values(fact.RoleAny, "", free[i], words)
			i++
			continue
		}
		s := &slots[0]
		flag := ""
		if o := r.spec.Option(s.Name); o != nil {
			flag = o.Names[0]
			r.flag(o, flag, len(r.c.Operands))
		}
		at := r.values(s.Role, flag, free[i], words)
		if flag != "" && at < 0 {
			r.c.Flags[len(r.c.Flags)-1].Value = -1
		}
		if !s.Many {
			slots = slots[1:]
		}
		i++
	}
}

// bound reports whether a parameter was given.
func (r *resolver) bound(name string) bool {
	for i := range r.c.Flags {
		if r.c.Flags[i].Name == name {
			return true
		}
	}
	return false
}

// bindInput gives what comes from the pipeline to the parameter that takes it. Objects of which
// nothing is known may have a property for each that does.
func (r *resolver) bindInput(input []fact.Word, words *[]fact.Word) {
	known := len(input) > 0
	if !known {
		input = []fact.Word{{Kind: fact.Partial, Many: true, Written: "what the pipeline brings"}}
	}
	r.spec.each(func(o *Option) bool {
		if o.Is&FromPipeline == 0 || r.bound(o.Names[0]) || r.replaced(o.Names[0]) ||
			r.bound(o.Replaces) {
			return true
		}
		r.flag(o, o.Names[0], r.values(o.Role, o.Names[0], &fact.CmdletArg{Words: input}, words))
		return !known
	})
}

// flagValue returns the words of a parameter.
func (r *resolver) flagValue(name string) (list []fact.Word) {
	for i := range r.c.Operands {
		if o := &r.c.Operands[i]; o.Flag == name {
			list = append(list, o.Word)
		}
	}
	return list
}

// itemType gives the path of New-Item the role that its type has.
func (r *resolver) itemType() {
	if r.spec.Name != "New-Item" && r.spec.Name != "mkdir" {
		return
	}
	role := fact.RoleCreate
	if r.spec.Name == "mkdir" {
		role = fact.RoleMkdir
	} else if r.has([]string{"-Force"}) {
		role = fact.RoleWrite
	}
	for _, w := range r.flagValue("-ItemType") {
		switch t := strings.ToLower(w.Text); {
		case w.Known() && (t == "directory" || t == "container"):
			role = fact.RoleMkdir
		case !w.Known() || t != "file" && t != "leaf":
			r.hazard(hazards.MakesLink, w.Show(),
				"New-Item may make a link, which makes a file look like another one")
			role = fact.RoleWrite
		}
	}
	name := r.flagValue("-Name")
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if o.Flag == "-Path" {
			o.Role = role
			if len(name) == 1 {
				o.Word = joinNames(o.Word, name[0])
			}
		} else if o.Flag == "-Name" && !r.bound("-Path") {
			o.Role = role
		}
	}
}

func joinNames(dir, name fact.Word) fact.Word {
	if dir.Kind != fact.Literal || name.Kind != fact.Literal {
		return fact.Word{Kind: fact.Partial, Text: dir.Text, Written: dir.Show() + "/" + name.Show()}
	}
	return fact.Word{Text: strings.TrimRight(dir.Text, `/\`) + "/" + name.Text}
}

// newName puts the directory of what is renamed before its new name.
func (r *resolver) newName() {
	if r.spec.Name != "Rename-Item" {
		return
	}
	old := append(r.flagValue("-Path"), r.flagValue("-LiteralPath")...)
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
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
func (r *resolver) selectsNames() {
	patterns := append(r.flagValue("-Include"), r.flagValue("-Filter")...)
	if len(patterns) != 1 || !plainPattern(&patterns[0]) || r.spec.Does&DoesList != 0 {
		return
	}
	below := ""
	if r.has([]string{"-Recurse"}) {
		below = "**/"
	}
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if base, ok := strings.CutSuffix(o.Word.Text, "*"); ok && o.Flag == "-Path" &&
			o.Word.Kind == fact.Literal &&
			(base == "" || strings.HasSuffix(base, "/") || strings.HasSuffix(base, `\`)) {
			for k := range r.c.Argv {
				if r.c.Argv[k].Text == o.Word.Text {
					r.c.Argv[k].Text = base + below + patterns[0].Text
				}
			}
			o.Word.Text, o.Word.Glob = base+below+patterns[0].Text, true
		}
	}
}

func plainPattern(w *fact.Word) bool {
	return w.Kind == fact.Literal && !w.Many && w.Text != "" && !strings.ContainsAny(w.Text, `/\`) &&
		w.Text != ".." && w.Text != "."
}

// startProcess adds the program that Start-Process starts.
func (r *resolver) startProcess() {
	if r.spec.Name != "Start-Process" {
		return
	}
	words := r.flagValue("-FilePath")
	if len(words) != 1 {
		r.dynamicPayload(r.c.Text)
		return
	}
	if base, ok := strings.CutSuffix(words[0].Text, ".exe"); ok && words[0].Kind == fact.Literal {
		words[0].Text = base
	}
	for _, w := range r.flagValue("-ArgumentList") { // the list is one text, which the program divides
		if w.Kind != fact.Literal || strings.ContainsAny(w.Text, `"'\`) {
			words = append(words, fact.Word{Kind: fact.Partial, Many: true, Written: w.Show()})
			continue
		}
		for f := range strings.FieldsSeq(w.Text) {
			words = append(words, fact.Lit(f))
		}
	}
	r.c.Nested = append(r.c.Nested, fact.Nested{Kind: fact.NestedArgv, Words: words, Clear: true})
	if len(r.flagValue("-WorkingDirectory")) > 0 {
		r.c.Nested[len(r.c.Nested)-1].Dir = fact.Unknown(r.c.Text)
	}
}

// HasParameter reports whether a cmdlet has a parameter of that name, or one that it abbreviates.
func (s *Spec) HasParameter(name string) bool {
	r := resolver{spec: s}
	return r.parameter(name) != nil
}

// Refuses reports whether a cmdlet certainly does not run with a parameter of that name.
func (s *Spec) Refuses(name string) bool {
	r := resolver{spec: s}
	_, refused := r.matches(name)
	return refused
}
