package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// cmdletPath resolves an operand that names a file as PowerShell does. Backslashes divide names as
// slashes do. All but -LiteralPath may hold patterns. Two or more letters before a colon name a
// drive, which need not hold files (about_Providers).
func (e *effectFinder) cmdletPath(o *fact.Operand) {
	if !o.Role.IsPath() {
		return
	}
	o.Role = e.l.changedRole(o.Flag, o.Role)
	w := &o.Word
	drive, rest := drive(w.Text)
	switch drive {
	case "", "filesystem":
	case "env":
		e.variableDrive(o, rest)
		return
	case "hklm", "hkcu", "function", "alias", "cert", "wsman", "variable", "registry", "certificate":
		e.otherDrive(o, drive)
		return
	default:
		*w = fact.Word{Kind: fact.Partial, Written: w.Show()} // a drive that the session has made
	}
	if drive != "" && w.Kind == fact.Literal || drive == "filesystem" {
		w.Text = rest
	}
	w.Text, w.Suffix = strings.ReplaceAll(w.Text, `\`, "/"), strings.ReplaceAll(w.Suffix, `\`, "/")
	w.Text = e.l.in.tilde(w.Text)
	if o.Flag != "-LiteralPath" && w.Kind == fact.Literal && strings.ContainsAny(w.Text, "*?[") {
		w.Glob = true
	}
	o.IsPath = true
	o.Path = e.l.in.Paths.Path(e.l.c.Dirs, w)
	o.Path.Entry = e.l.meansEntry(o)
	if o.Role == fact.RoleDir && o.Flag != "" {
		e.l.in.dirs = dirsOf(&o.Path)
	}
}

// variableDrive takes a path on the drive of the environment.
func (e *effectFinder) variableDrive(o *fact.Operand, name string) {
	role := o.Role
	o.Role = fact.RoleNone
	if !readsPath(role) {
		e.out.hazard(hazards.Provider, o.Word.Show(),
			e.l.spec.Name+" changes the environment of the session")
		return
	}
	effect := fact.Effect{Kind: fact.Variable}
	if name = strings.Trim(name, `/\`); o.Word.Kind == fact.Literal && name != "" &&
		!strings.ContainsAny(name, "*?[") {
		effect.Variable = strings.ToUpper(name)
	}
	if e.l.spec.Name != "Test-Path" {
		e.out.effect(effect)
	}
}

// otherDrive takes a path on a drive without files: the registry, certificates, functions.
func (e *effectFinder) otherDrive(o *fact.Operand, drive string) {
	if !readsPath(o.Role) {
		e.out.hazard(hazards.Provider, o.Word.Show(),
			e.l.spec.Name+" changes what is kept in "+drive+":, which is no file")
	}
	o.Role = fact.RoleNone
}

// startProcess adds the program that Start-Process starts.
func (e *effectFinder) startProcess() {
	if e.l.spec.Name != "Start-Process" {
		return
	}
	words := e.l.flagValue("-FilePath")
	if len(words) != 1 {
		e.out.dynamicPayload(e.l.c.Text)
		return
	}
	if base, ok := strings.CutSuffix(words[0].Text, ".exe"); ok && words[0].Kind == fact.Literal {
		words[0].Text = base
	}
	for _, w := range e.l.flagValue("-ArgumentList") { // one text that the program divides
		if w.Kind != fact.Literal || strings.ContainsAny(w.Text, `"'\`) {
			words = append(words, fact.Word{Kind: fact.Partial, Many: true, Written: w.Show()})
			continue
		}
		for f := range strings.FieldsSeq(w.Text) {
			words = append(words, fact.Lit(f))
		}
	}
	e.out.nested = append(e.out.nested, fact.Nested{Kind: fact.NestedArgv, Words: words, Clear: true})
	if len(e.l.flagValue("-WorkingDirectory")) > 0 {
		e.out.nested[len(e.out.nested)-1].Dir = fact.Unknown(e.l.c.Text)
	}
}

// cmdletFiles returns the files that the cmdlet writes to the pipeline, as paths and patterns; nil
// where that is not known.
func cmdletFiles(l *line) []fact.Word {
	if l.spec == nil || l.c.Cmdlet == nil {
		return nil
	}
	switch l.spec.Name {
	case "Get-Item", "Resolve-Path", "Convert-Path":
	case "Get-ChildItem":
		if l.has("-Name") || l.has("-FollowSymlink") {
			return nil
		}
	default:
		return nil
	}
	patterns := append(l.flagValue("-Include"), l.flagValue("-Filter")...)
	var out []fact.Word
	given := false
	for i := range l.operands {
		o := &l.operands[i]
		if o.Flag != "-Path" && o.Flag != "-LiteralPath" {
			continue
		}
		given = true
		if o.Word.Kind != fact.Literal || o.Word.Many || !o.IsPath {
			return nil
		}
		out = listedBy(l, out, o.Word, patterns)
	}
	if !given && l.spec.Name == "Get-ChildItem" {
		out = listedBy(l, out, fact.Lit("."), patterns)
	}
	return out
}

// listedBy adds the files that one path of a cmdlet lists.
func listedBy(l *line, out []fact.Word, w fact.Word, patterns []fact.Word) []fact.Word {
	if l.spec.Name != "Get-ChildItem" {
		return append(out, w)
	}
	dir, leaf := strings.TrimRight(w.Text, "/"), "*"
	if w.Text != "" && dir == "" {
		dir = "/."
	}
	if at := strings.LastIndexByte(dir, '/'); w.Glob && strings.ContainsAny(dir[at+1:], "*?[") {
		dir, leaf = dir[:max(at, 0)], dir[at+1:]
		if at < 0 {
			dir = "."
		}
	} else if last := dir[at+1:]; last != "." && last != ".." && len(patterns) == 0 {
		out = append(out, w) // perhaps a file, and no directory
	}
	if l.has("-Recurse") || l.has("-Depth") {
		dir += "/**"
	}
	names := []string{leaf}
	if len(patterns) > 0 {
		names = names[:0]
		for i := range patterns {
			if !plainPattern(&patterns[i]) {
				names = []string{leaf}
				break
			}
			names = append(names, patterns[i].Text)
		}
	}
	for _, name := range names {
		out = append(out, fact.Word{Text: dir + "/" + name, Glob: true, Written: w.Show() + "/" + name})
	}
	return out
}
