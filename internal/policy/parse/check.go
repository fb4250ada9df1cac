package parse

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// check looks at what a rule must say beyond having the right keys.
func (d *decoder) check(v any) {
	switch r := v.(type) {
	case *policy.ArgumentRule:
		d.argumentRule(r)
	case *policy.RedirectRule:
		d.redirectRule(r)
	case *policy.EffectRule:
		d.effectRule(r)
	case *policy.CallRule:
		d.callRule(r)
	case *policy.WriteRule:
		d.checkUnknown(&r.Outcome, r.Pos)
	case *policy.ImportRule:
		d.importRule(r)
	case *policy.Import:
		d.importOf(r)
	case *policy.Part:
		d.part(r)
	}
}

// A mistake that is found here is an error if the rule restricts, and drops the rule with a warning
// if it allows.

func (d *decoder) checkUnknown(o *policy.Outcome, p policy.Pos) {
	if o.Allows() && o.Unknown != rule.Unset {
		d.breaks(p, "unknown has no meaning in a rule that allows: what cannot be known is never allowed",
			"remove unknown")
	}
	if o.Unknown == rule.Allow && d.kind == policy.Config {
		d.breaks(p, "unknown: allow is for presets and organisation files only", "use ask or deny")
	}
}

func (d *decoder) argumentRule(r *policy.ArgumentRule) {
	var given []string
	add := func(name string, is bool) {
		if is {
			given = append(given, name)
		}
	}
	add("anyArgOutside", r.AnyArgOutside != nil)
	add("allArgsInside", r.AllArgsInside != nil)
	add("anyArgMatches", r.AnyArgMatches != nil)
	add("allArgsMatch", r.AllArgsMatch != nil)
	add("hasFlag", r.HasFlag != nil)
	switch {
	case len(given) > 1:
		d.breaks(r.Pos, "the rule has "+policy.List(given, "and")+", but only one of them may stand in a rule",
			"make a rule of each")
	case len(given) == 0 && r.Subcommand == "":
		d.breaks(r.Pos, "the rule does not say which arguments it is about",
			"add one of anyArgOutside, allArgsInside, anyArgMatches, allArgsMatch, hasFlag and subcommand")
	case r.UnlessFlag != nil && len(given) == 1 && r.HasFlag == nil:
		d.breaks(r.Pos, "unlessFlag goes with hasFlag, or with subcommand alone, not with "+given[0],
			"remove one of the two")
	}
	d.checkNames(r)
	d.checkFlags(r.Pos, "hasFlag", r.HasFlag)
	d.checkFlags(r.Pos, "unlessFlag", r.UnlessFlag)
	d.checkUnknown(&r.Outcome, r.Pos)
}

// checkNames checks the name globs and splits the subcommands.
func (d *decoder) checkNames(r *policy.ArgumentRule) {
	for name := range strings.SplitSeq(r.Command, "|") {
		name = strings.TrimSpace(name)
		first, rest, two := strings.Cut(name, " ")
		switch {
		case name == "":
			d.breaks(r.Pos, "command "+policy.Quote(r.Command)+" has an empty alternative",
				"remove the | before or behind it")
		case two:
			d.breaks(r.Pos, "command "+policy.Quote(name)+" is more than a name",
				"write command: "+first+", subcommand: "+strings.TrimSpace(rest))
		case strings.Contains(name, "/"):
			d.breaks(r.Pos, "command "+policy.Quote(name)+
				" has a directory, but commands are compared by their base name", "write "+
				policy.Quote(name[strings.LastIndexByte(name, '/')+1:]))
		}
	}
	if r.Subcommand == "" {
		return
	}
	for alt := range strings.SplitSeq(r.Subcommand, "|") {
		words := strings.Fields(alt)
		if len(words) == 0 {
			d.breaks(r.Pos, "subcommand "+policy.Quote(r.Subcommand)+" has an empty alternative",
				"remove the | before or behind it")
		}
		r.Subcommands = append(r.Subcommands, words)
	}
}

func (d *decoder) checkFlags(p policy.Pos, key string, flags []string) {
	for _, f := range flags {
		switch {
		case f == "" || f[0] != '-' && f[0] != '+':
			d.breaks(p, key+" "+policy.Quote(f)+" is not an option",
				"write it with its dashes, such as "+policy.Quote(dashed(f)))
		case strings.ContainsAny(f, " \t="):
			d.breaks(p, key+" "+policy.Quote(f)+" is more than an option's name",
				"compare values with anyArgMatches")
		}
	}
}

func dashed(name string) string {
	if len(name) == 1 {
		return "-" + name
	}
	return "--" + name
}

func (d *decoder) redirectRule(r *policy.RedirectRule) {
	switch {
	case r.Outside != nil && r.Glob != "":
		d.breaks(r.Pos, "the rule has outside and glob, but only one of them may stand in a rule",
			"make a rule of each")
	case r.Outside == nil && r.Glob == "":
		d.breaks(r.Pos, "the rule does not say which files it is about",
			`add outside or glob; glob: "**" is every file`)
	}
	d.checkUnknown(&r.Outcome, r.Pos)
}

func (d *decoder) effectRule(r *policy.EffectRule) {
	var given []string
	if r.Outside != nil {
		given = append(given, "outside")
	}
	if r.Glob != "" {
		given = append(given, "glob")
	}
	if r.Host != "" {
		given = append(given, "host")
	}
	if r.Variable != "" {
		given = append(given, "variable")
	}
	if len(given) > 1 {
		d.breaks(r.Pos, "the rule has "+policy.List(given, "and")+", but only one of them may stand in a rule",
			"make a rule of each")
	}
	for _, k := range r.On {
		if r.Host != "" && k != fact.Network {
			d.breaks(r.Pos, "host says nothing about the effect "+k.String(),
				"use host with on: [network] alone")
		}
		if r.Variable != "" && k != fact.Variable {
			d.breaks(r.Pos, "variable says nothing about the effect "+k.String(),
				"use variable with on: [variable] alone")
		}
		if (r.Outside != nil || r.Glob != "") && !k.HasPath() {
			d.breaks(r.Pos, given[0]+" says nothing about the effect "+k.String()+", which has no path",
				"make a rule of its own for "+k.String())
		}
		if r.Mkdir != rule.BoolUnset && k != fact.Write && k != fact.Append {
			d.breaks(r.Pos, "mkdir says nothing about the effect "+k.String()+", which makes no directory",
				"make a rule of its own for "+k.String())
		}
		if r.Names != rule.BoolUnset && k != fact.Read {
			d.breaks(r.Pos, "names says nothing about the effect "+k.String()+", which reads nothing",
				"make a rule of its own for "+k.String())
		}
		if r.Recursive != rule.BoolUnset && !k.HasPath() {
			d.breaks(r.Pos, "recursive says nothing about the effect "+k.String()+", which has no path",
				"make a rule of its own for "+k.String())
		}
	}
	d.checkUnknown(&r.Outcome, r.Pos)
}

func (d *decoder) callRule(r *policy.CallRule) {
	given := ""
	for _, key := range [...]struct {
		name string
		set  bool
	}{{"argMatches", r.ArgMatches != nil}, {"allArgsMatch", r.AllArgsMatch != nil},
		{"pathArgsOutside", r.PathArgsOutside != nil}} {
		switch {
		case !key.set:
		case given != "":
			d.breaks(r.Pos, "the rule has "+given+" and "+
				key.name+", but only one of them may stand in a rule", "make a rule of each")
		default:
			given = key.name
		}
	}
	d.checkAlternatives(r.Pos, r.Match)
	d.checkUnknown(&r.Outcome, r.Pos)
}

func (d *decoder) importRule(r *policy.ImportRule) {
	d.checkAlternatives(r.Pos, r.Match)
	d.checkUnknown(&r.Outcome, r.Pos)
}

func (d *decoder) checkAlternatives(p policy.Pos, glob string) {
	for alt := range strings.SplitSeq(glob, "|") {
		if strings.TrimSpace(alt) == "" {
			d.breaks(p, "match "+policy.Quote(glob)+" has an empty alternative", "remove the | before or behind it")
			return
		}
	}
}

// checkDocument checks what no single entry can be blamed for before the whole is read.
func (d *decoder) checkDocument() {
	for _, e := range d.doc.Import {
		if !policy.IsPresetName(e.Preset) {
			d.breaks(e.Pos, policy.Quote(e.Preset)+" is not the name of a preset",
				"names begin with a letter and have small letters, digits and dashes; fencepost presets "+
					"lists them")
		}
	}
	d.checkInterpreter(d.doc.Tools.Bash.Interpreters.Python.Names)
	d.checkInterpreter(d.doc.Tools.Bash.Interpreters.JavaScript.Names)
	d.checkPlace("redirect.tmpTarget", d.doc.Redirect.TmpTarget)
	d.checkPlace("audit.path", d.doc.Audit.Path)
	if t := strings.TrimRight(d.doc.Redirect.TmpTarget, "/"); t == "" &&
		d.doc.Redirect.TmpTarget != "" {
		d.breaks(d.scalarPos("redirect.tmpTarget"), "redirect.tmpTarget must not be the root directory",
			"name a directory of its own, such as /tmp/claude")
	}
	d.checkHandedOut()
	d.checkSandbox()
	d.checkIDs()
	switch d.kind {
	case policy.Preset:
		d.checkMeta()
	case policy.Organisation:
		d.checkBaked()
	}
	d.settle(false)
}

// checkIDs checks the ids of rules that others can switch. They are for nothing in configs, and in
// policies that are enforced.
func (d *decoder) checkIDs() {
	if d.kind == policy.Config || d.doc.Baked.Enforced == rule.True {
		return
	}
	seen := map[string]policy.Pos{}
	for _, r := range d.doc.Rules() {
		first, twice := seen[r.ID]
		seen[r.ID] = r.Pos
		mend := "give the rule an id of its own, with the key id"
		if r.Entry {
			mend = "remove one of the two"
		}
		switch {
		case !policy.IsRuleID(r.ID):
			d.breaks(r.Pos, policy.Quote(r.ID)+
				" is not the id of a rule: it begins with a letter and has letters, digits and any of _ . - "+
				"+ = ~", mend)
		case twice:
			d.breaks(r.Pos, "the rule has the id "+policy.Quote(r.ID)+", as the one in line "+
				policy.Number(int64(first.Line), true)+" has", mend)
		}
	}
}

func (d *decoder) checkInterpreter(names []policy.Entry) {
	for _, e := range names {
		if strings.ContainsAny(e.Text, "/ \t") {
			d.breaks(e.Pos, policy.Quote(e.Text)+" is not the name of a command", "write the base name alone")
		}
	}
}

// checkPlace refuses a path that would depend on where the agent stands.
func (d *decoder) checkPlace(key, path string) {
	if path != "" && !filepath.IsAbs(path) && !strings.HasPrefix(path, "~/") {
		d.breaks(d.scalarPos(key), key+" "+policy.Quote(path)+" is relative", "begin it with / or ~/")
	}
}

func (d *decoder) checkMeta() {
	if d.doc.Meta.Title == "" || d.doc.Meta.Description == "" {
		p := d.scalarPos("meta.title")
		if p.Line == 0 {
			p.Line = 1
		}
		d.breaks(p, "a preset needs meta with title and description",
			"add meta: {title: …, description: …}")
	}
}

func (d *decoder) scalarPos(key string) policy.Pos { return d.doc.ScalarPos(key) }

func (d *decoder) importOf(i *policy.Import) {
	for k, list := range [...][]policy.Entry{i.Off, i.Ask} {
		for n, e := range list {
			if slices.ContainsFunc(list[:n], e.Same) {
				d.breaks(e.Pos, "the id "+policy.Quote(e.Text)+" stands twice", "keep one of the two")
			} else if k == 1 && slices.ContainsFunc(i.Off, e.Same) {
				d.breaks(e.Pos, "the id "+policy.Quote(e.Text)+" stands in off and in ask", "keep one of the two")
			}
		}
	}
	if d.kind != policy.Config && i.Switches() {
		d.breaks(i.Pos, "off and ask are for configs", "write import: ["+i.Preset+"]")
	}
}
