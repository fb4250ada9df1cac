package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// cmdletPath resolves an operand that names a file in the way PowerShell does: backslashes divide
// names as slashes do, patterns are looked for in all but -LiteralPath, and a name of two letters
// and more before a colon is that of a drive, which need not hold files (about_Providers).
func (r *resolver) cmdletPath(o *fact.Operand) {
	if !o.Role.IsPath() {
		return
	}
	o.Role = r.made(o.Flag, o.Role)
	w := &o.Word
	drive, rest := drive(w.Text)
	switch drive {
	case "", "filesystem":
	case "env":
		r.variables(o, rest)
		return
	case "hklm", "hkcu", "function", "alias", "cert", "wsman", "variable", "registry", "certificate":
		r.otherDrive(o, drive)
		return
	default:
		*w = fact.Word{Kind: fact.Partial, Written: w.Show()} // a drive that the session has made
	}
	if drive != "" && w.Kind == fact.Literal || drive == "filesystem" {
		w.Text = rest
	}
	w.Text, w.Suffix = strings.ReplaceAll(w.Text, `\`, "/"), strings.ReplaceAll(w.Suffix, `\`, "/")
	w.Text = r.tilde(w.Text)
	if o.Flag != "-LiteralPath" && w.Kind == fact.Literal && strings.ContainsAny(w.Text, "*?[") {
		w.Glob = true
	}
	o.IsPath = true
	o.Path = r.path(r.c.Dirs, w)
	o.Path.Entry = r.entry(o)
}

// tilde replaces the ~ at the begin of a path.
func (r *resolver) tilde(text string) string {
	if text != "~" && !strings.HasPrefix(text, "~/") {
		return text
	}
	if home := r.home(); home != "" {
		return strings.TrimSuffix(home, "/") + text[1:]
	}
	return text
}

// drive cuts the name of a drive or of a provider off a path. One letter is a drive of Windows,
// which is part of the path.
func drive(text string) (name, rest string) {
	i := strings.IndexByte(text, ':')
	if i < 2 || strings.ContainsAny(text[:i], "/*?[") {
		return "", text
	}
	name = strings.ToLower(text[:i])
	rest = text[i+1:]
	if strings.HasPrefix(rest, ":") { // Microsoft.PowerShell.Core\FileSystem::/etc
		rest = rest[1:]
		name = name[strings.LastIndexByte(name, '\\')+1:]
	} else if strings.Contains(name, `\`) {
		return "", text
	}
	return name, rest
}

// variables takes a path on the drive of the environment.
func (r *resolver) variables(o *fact.Operand, name string) {
	role := o.Role
	o.Role = fact.RoleNone
	if !readsPath(role) {
		r.hazard(hazards.Provider, o.Word.Show(),
			r.spec.Name+" changes the environment of the session")
		return
	}
	e := fact.Effect{Kind: fact.Variable}
	if name = strings.Trim(name, `/\`); o.Word.Kind == fact.Literal && name != "" &&
		!strings.ContainsAny(name, "*?[") {
		e.Variable = strings.ToUpper(name)
	}
	if r.spec.Name != "Test-Path" {
		r.effect(e)
	}
}

// otherDrive takes a path that leads to no file: the registry, certificates, functions.
func (r *resolver) otherDrive(o *fact.Operand, drive string) {
	if !readsPath(o.Role) {
		r.hazard(hazards.Provider, o.Word.Show(),
			r.spec.Name+" changes what is kept in "+drive+":, which is no file")
	}
	o.Role = fact.RoleNone
}

func readsPath(role fact.Role) bool {
	return role == fact.RoleRead || role == fact.RoleSearch || role == fact.RoleNone
}

// Files returns the files that the cmdlet which was resolved last writes to the pipeline, as paths
// and patterns; nil where that is not known.
func (x *Resolver) Files() []fact.Word {
	r := &x.r
	if r.spec == nil || r.c.Cmdlet == nil {
		return nil
	}
	switch r.spec.Name {
	case "Get-Item", "Resolve-Path", "Convert-Path":
	case "Get-ChildItem":
		if r.has([]string{"-Name"}) || r.has([]string{"-FollowSymlink"}) {
			return nil
		}
	default:
		return nil
	}
	patterns := append(r.flagValue("-Include"), r.flagValue("-Filter")...)
	var out []fact.Word
	given := false
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if o.Flag != "-Path" && o.Flag != "-LiteralPath" {
			continue
		}
		given = true
		if o.Word.Kind != fact.Literal || o.Word.Many || !o.IsPath {
			return nil
		}
		out = r.listed(out, o.Word, patterns)
	}
	if !given && r.spec.Name == "Get-ChildItem" {
		out = r.listed(out, fact.Lit("."), patterns)
	}
	return out
}

// listed adds what one path lists.
func (r *resolver) listed(out []fact.Word, w fact.Word, patterns []fact.Word) []fact.Word {
	if r.spec.Name != "Get-ChildItem" {
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
	if r.has([]string{"-Recurse"}) || r.has([]string{"-Depth"}) {
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
