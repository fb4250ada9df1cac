package parse

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
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
		d.mistake(p, "unknown has no meaning in a rule that allows: what cannot be known is never allowed",
			"remove unknown")
	}
	if o.Unknown == rule.Allow && d.kind == policy.Config {
		d.mistake(p, "unknown: allow is for presets and organisation files only", "use ask or deny")
	}
}

// key is a key of a rule, and whether the rule has it.
type key struct {
	name string
	is   bool
}

// choice returns the keys that the rule has, out of keys that exclude each other.
func (d *decoder) choice(p policy.Pos, keys ...key) (given []string) {
	for _, k := range keys {
		if k.is {
			given = append(given, k.name)
		}
	}
	if len(given) > 1 {
		d.mistake(p, "the rule has "+policy.List(given, "and")+", but only one of them may stand in a rule",
			"make a rule of each")
	}
	return given
}

func (d *decoder) argumentRule(r *policy.ArgumentRule) {
	given := d.choice(r.Pos, key{"anyArgOutside", r.AnyArgOutside != nil},
		key{"allArgsInside", r.AllArgsInside != nil}, key{"anyArgMatches", r.AnyArgMatches != nil},
		key{"allArgsMatch", r.AllArgsMatch != nil}, key{"hasFlag", r.HasFlag != nil})
	switch {
	case len(given) == 0 && r.Subcommand == "":
		d.mistake(r.Pos, "the rule does not say which arguments it is about",
			"add one of anyArgOutside, allArgsInside, anyArgMatches, allArgsMatch, hasFlag and subcommand")
	case r.UnlessFlag != nil && len(given) == 1 && r.HasFlag == nil:
		d.mistake(r.Pos, "unlessFlag goes with hasFlag, or with subcommand alone, not with "+given[0],
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
			d.mistake(r.Pos, "command "+policy.Quote(r.Command)+" has an empty alternative",
				"remove the | before or behind it")
		case two:
			d.mistake(r.Pos, "command "+policy.Quote(name)+" is more than a name",
				"write command: "+first+", subcommand: "+strings.TrimSpace(rest))
		case strings.Contains(name, "/"):
			d.mistake(r.Pos, "command "+policy.Quote(name)+
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
			d.mistake(r.Pos, "subcommand "+policy.Quote(r.Subcommand)+" has an empty alternative",
				"remove the | before or behind it")
		}
		r.Subcommands = append(r.Subcommands, words)
	}
}

func (d *decoder) checkFlags(p policy.Pos, key string, flags []string) {
	for _, f := range flags {
		switch {
		case f == "" || f[0] != '-' && f[0] != '+':
			d.mistake(p, key+" "+policy.Quote(f)+" is not an option",
				"write it with its dashes, such as "+policy.Quote(dashed(f)))
		case strings.ContainsAny(f, " \t="):
			d.mistake(p, key+" "+policy.Quote(f)+" is more than an option's name",
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
	given := d.choice(r.Pos, key{"outside", r.Outside != nil}, key{"glob", r.Glob != ""})
	if given == nil {
		d.mistake(r.Pos, "the rule does not say which files it is about",
			`add outside or glob; glob: "**" is every file`)
	}
	d.checkUnknown(&r.Outcome, r.Pos)
}

func (d *decoder) effectRule(r *policy.EffectRule) {
	d.choice(r.Pos, key{"outside", r.Outside != nil && r.Glob == ""}, key{"glob", r.Glob != ""},
		key{"host", r.Host != ""}, key{"variable", r.Variable != ""})
	for _, k := range r.On {
		own := "make a rule of its own for " + k.String()
		writes := k == fact.Write || k == fact.Append
		for _, c := range [...]struct {
			wrong           bool
			what, why, mend string
		}{
			{r.Host != "" && k != fact.Network, "host", "", "use host with on: [network] alone"},
			{r.Variable != "" && k != fact.Variable, "variable", "",
				"use variable with on: [variable] alone"},
			{r.Outside != nil && !k.HasPath(), "outside", ", which has no path", own},
			{r.Outside == nil && r.Glob != "" && !k.HasPath(), "glob", ", which has no path", own},
			{r.Mkdir != rule.BoolUnset && !writes, "mkdir", ", which makes no directory", own},
			{r.Names != rule.BoolUnset && k != fact.Read, "names", ", which reads nothing", own},
			{r.Recursive != rule.BoolUnset && !k.HasPath(), "recursive", ", which has no path", own},
		} {
			if c.wrong {
				d.mistake(r.Pos, c.what+" says nothing about the effect "+k.String()+c.why, c.mend)
			}
		}
	}
	d.checkUnknown(&r.Outcome, r.Pos)
}

func (d *decoder) callRule(r *policy.CallRule) {
	d.choice(r.Pos, key{"argMatches", r.ArgMatches != nil},
		key{"allArgsMatch", r.AllArgsMatch != nil}, key{"pathArgsOutside", r.PathArgsOutside != nil})
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
			d.mistake(p, "match "+policy.Quote(glob)+" has an empty alternative", "remove the | before or behind it")
			return
		}
	}
}

// checkDocument checks what can be checked only when the whole file is read.
func (d *decoder) checkDocument() {
	for _, e := range d.doc.Import {
		if !policy.IsPresetName(e.Preset) {
			d.mistake(e.Pos, policy.Quote(e.Preset)+" is not the name of a preset",
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
		d.mistake(d.scalarPos("redirect.tmpTarget"), "redirect.tmpTarget must not be the root directory",
			"name a directory of its own, such as "+confighome.Scratch)
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
	d.reportMistakes(false)
}

// checkIDs checks the ids of rules that configs can switch. In configs and in enforced policies
// nobody can switch a rule.
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
			d.mistake(r.Pos, policy.Quote(r.ID)+
				" is not the id of a rule: it begins with a letter and has letters, digits and any of _ . - "+
				"+ = ~", mend)
		case twice:
			d.mistake(r.Pos, "the rule has the id "+policy.Quote(r.ID)+", as the one in line "+
				policy.Number(int64(first.Line), true)+" has", mend)
		}
	}
}

func (d *decoder) checkInterpreter(names []policy.Entry) {
	for _, e := range names {
		if strings.ContainsAny(e.Text, "/ \t") {
			d.mistake(e.Pos, policy.Quote(e.Text)+" is not the name of a command", "write the base name alone")
		}
	}
}

// checkPlace refuses a path that would depend on where the agent stands.
func (d *decoder) checkPlace(key, path string) {
	if path != "" && !filepath.IsAbs(path) && !strings.HasPrefix(path, "~/") {
		d.mistake(d.scalarPos(key), key+" "+policy.Quote(path)+" is relative", "begin it with / or ~/")
	}
}

func (d *decoder) checkMeta() {
	if d.doc.Meta.Title == "" || d.doc.Meta.Description == "" {
		p := d.scalarPos("meta.title")
		if p.Line == 0 {
			p.Line = 1
		}
		d.mistake(p, "a preset needs meta with title and description",
			"add meta: {title: …, description: …}")
	}
}

func (d *decoder) scalarPos(key string) policy.Pos { return d.doc.ScalarPos(key) }

func (d *decoder) importOf(i *policy.Import) {
	for k, list := range [...][]policy.Entry{i.Off, i.Ask} {
		for n, e := range list {
			if slices.ContainsFunc(list[:n], e.Same) {
				d.mistake(e.Pos, "the id "+policy.Quote(e.Text)+" stands twice", "keep one of the two")
			} else if k == 1 && slices.ContainsFunc(i.Off, e.Same) {
				d.mistake(e.Pos, "the id "+policy.Quote(e.Text)+" stands in off and in ask", "keep one of the two")
			}
		}
	}
	if d.kind != policy.Config && len(i.Off)+len(i.Ask) > 0 {
		d.mistake(i.Pos, "off and ask may stand in configs only", "write import: ["+i.Preset+"]")
	}
}
