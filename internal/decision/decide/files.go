package decide

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// What a script of the project would do stands among the commands of the call, and is judged as
// they are. What is not known of it asks, unless the script is the person's own code: then it
// passes as the commands do that run what the project defines. What a rule denies or asks about for
// certain, and what is protected, is denied or asked about in any script.

// ours reports whether a file is the person's own code to all of its ends, or holds a task that a
// rule lets pass by its name, or was run by such a task.
func (d *Decider) ours(f *fact.Facts, file int) bool {
	return file > 0 && (vouched(f, file) ||
		f.Files[file-1].Ours && !d.wrote(f, f.Files[file-1].Root))
}

// vouched reports whether a rule lets the task pass that a file holds, or that runs it.
func vouched(f *fact.Facts, file int) bool {
	for ; file > 0; file = f.Files[file-1].By {
		if f.Files[file-1].Vouched {
			return true
		}
	}
	return false
}

// vouches notes of the task that a command runs whether a rule lets the command pass. Of a script a
// rule answers what the words of the call make of it: ./gradlew publishToMavenLocal. That the last
// commit has it as it is, the rule does not say.
func vouches(f *fact.Facts, c *fact.Command, passes bool) {
	if c.Runs == 0 {
		return
	}
	switch file := &f.Files[c.Runs-1]; {
	case file.Task != "":
		file.Vouched = passes
	case passes && file.Kept && file.Root == c.Runs:
		for k := range f.Files {
			f.Files[k].Ours = f.Files[k].Ours || f.Files[k].Root == c.Runs
		}
	}
}

// wrote reports whether an earlier call of the session wrote a script, or what it led to: then it
// is no more than what the agent has committed.
func (d *Decider) wrote(f *fact.Facts, root int) bool {
	if d.Wrote == nil || slices.Contains(d.theirs, root) {
		return false
	}
	if slices.Contains(d.agents, root) {
		return true
	}
	for k := range f.Files {
		if f.Files[k].Root == root && (d.Wrote.WroteEarlier(f.Files[k].Abs) ||
			slices.ContainsFunc(f.Files[k].Beside, d.Wrote.WroteEarlier)) {
			d.agents = append(d.agents, root)
			return true
		}
	}
	d.theirs = append(d.theirs, root)
	return false
}

// within begins to judge what stands in a file, and returns what ends that. In between what is not
// known passes where the file is the person's own code.
func (d *Decider) within(f *fact.Facts, file int) (end func()) {
	outer := d.script
	d.script = scriptOf{}
	if file > 0 && (f.Files[file-1].Ours || vouched(f, file)) {
		d.script = scriptOf{f, f.Files[file-1].Root, vouched(f, file)}
	}
	return func() { d.script = outer }
}

// scriptOf is the script in which what is judged stands, if that is what the last commit has or a
// rule vouches for it.
type scriptOf struct {
	facts   *fact.Facts
	root    int
	vouched bool // by a rule
}

// lenient reports whether what is not known passes. It is asked where something is not known: that
// an earlier call wrote the script is looked up only then.
func (d *Decider) lenient() bool {
	return d.script.root > 0 &&
		(d.script.vouched || !d.wrote(d.script.facts, d.script.root))
}

// skips reports whether what only may apply is left out.
//
// The bundled rules that ask about calls in code ask since it is not seen what comes of them: the
// programs that code starts, and the files that it changes, are judged by themselves. So do those
// that say it of themselves: the program of java -jar x.jar is what an npm script could run as well.
func (d *Decider) skips(h *rule.Hit) bool {
	if d.script.root == 0 || h.Info.Enforced || h.Decision == rule.Allow {
		return false
	}
	unseen := h.Decision == rule.Ask && h.Info.Name != "" &&
		(h.Info.Kind == rule.CodeRule || h.Info.Unseen)
	return (h.Maybe || unseen) && d.lenient()
}

// skipsPath reports whether a bundled rule asks about a path that is not known.
func (d *Decider) skipsPath(e *fact.Effect, h *rule.Hit) bool {
	return d.script.root > 0 && e.Kind.HasPath() && !e.Path.Known && h.Decision == rule.Ask &&
		h.Info.Name != "" && !h.Info.Enforced && d.lenient()
}

// skipsPattern reports whether a path is one of many names that a pattern stands for, none of which
// it says to be hidden: what a script writes as src/$name.
func (d *Decider) skipsPattern(p *fact.Path) bool {
	return d.script.root > 0 && p.Glob && d.lenient() &&
		!strings.Contains(strings.TrimSuffix(p.Abs, "/.[!.]*"), "/.")
}

// lets is an opinion without what does not count in the person's own code.
func (d *Decider) lets(o opinion) opinion {
	if d.script.root == 0 || o.decision != rule.Ask {
		return o
	}
	switch o.cause {
	case rule.ByDefault, rule.ByHazard, rule.ByError:
		if d.lenient() {
			d.unvouched = true
			return opinion{decision: rule.Allow}
		}
	}
	return o
}

// followed judges the words of a command that runs a script of the project. It does not where the
// script was not looked at, or where the command has more to it.
func (d *Decider) followed(f *fact.Facts, i int, code *verdictOnCode) (o opinion, ok bool) {
	c := &f.Commands[i]
	if c.Runs == 0 || d.Settings.Mode != rule.ModeUnset || c.Unjudged != "" || !d.runsOnly(f, c) {
		return opinion{}, false
	}
	file := &f.Files[c.Runs-1]
	why := ""
	switch {
	case file.Why == "" && loadsKnown(f, file.Root) && d.knows(c, code):
		why = "all that " + file.Name + " does is judged by itself"
	case d.ours(f, c.Runs):
		d.unvouched = true
		why = file.Name + " is as the last commit has it"
	default:
		o = opinion{decision: d.Settings.Default, cause: rule.ByDefault, why: unknownScript(f, c.Runs),
			answer: d.answersDefault(c)}
		d.unvouched = d.unvouched || o.decision == rule.Allow
		d.say(Said{Command: i, About: c.Text, Decision: o.decision, Tier: rule.TierDefault, Why: o.why})
		return o, true
	}
	d.say(Said{Command: i, About: c.Text, Decision: rule.Allow, Tier: rule.TierScopedAllow, Why: why})
	return opinion{decision: rule.Allow}, true
}

// builtHere judges the words of a command that runs a program which was built of the project.
func (d *Decider) builtHere(c *fact.Command, i int) bool {
	if !c.Built || d.Settings.Mode != rule.ModeUnset {
		return false
	}
	d.say(Said{Command: i, About: c.Text, Decision: rule.Allow, Tier: rule.TierScopedAllow,
		Why: "its program was built of the project"})
	return true
}

// runsOnly reports whether all that a command does is to run its script.
func (d *Decider) runsOnly(f *fact.Facts, c *fact.Command) bool {
	if f.Files[c.Runs-1].Task != "" {
		return true // of options with which a runner does more not all is known of the task
	}
	for k := range c.Flags {
		if c.Known && c.System && !c.Flags[k].Known {
			return false
		}
	}
	for k := range c.Effects {
		switch e := &c.Effects[k]; e.Kind {
		case fact.Read, fact.Variable, fact.Exec:
		default:
			if !e.InCode && !d.besideScript(c, e) {
				return false
			}
		}
	}
	return true
}

// besideScript reports whether an interpreter itself writes no more than a file of the project that
// an option names, of which no rule speaks: node --cpu-prof-dir=tmp x.js.
func (d *Decider) besideScript(c *fact.Command, e *fact.Effect) bool {
	return (e.Kind == fact.Write || e.Kind == fact.Append) && e.Path.Known && !e.Path.Glob &&
		!slices.Contains(c.Dirs.List, e.Path.Abs) &&
		rule.Outside(&e.Path, []string{"."}, d.Places, false) == fact.No
}

// knows reports whether all that the code of a script does is settled.
func (d *Decider) knows(c *fact.Command, code *verdictOnCode) bool {
	for k := range c.Hazards {
		if c.Hazards[k].File > 0 {
			return false
		}
	}
	return len(c.Code) == 0 || code.settled && (code.allowed || d.Settings.ReadOnly == rule.Allow)
}

// loadsKnown reports whether all of the files is known that the code of a script loads.
func loadsKnown(f *fact.Facts, root int) bool {
	for k := range f.Files {
		if g := &f.Files[k]; g.Loaded && g.Root == root && g.Why != "" {
			return false
		}
	}
	return true
}

// unknownScript says why a script of which not all is known does not pass.
func unknownScript(f *fact.Facts, n int) string {
	file := &f.Files[n-1]
	why := "fencepost knows only a part of what " + file.Name + " does"
	for k := n - 1; k < len(f.Files); k++ {
		if g := &f.Files[k]; g.Root == file.Root && g.Why != "" {
			why += " (" + g.Name + ": " + g.Why + ")"
			break
		}
	}
	return why + ", and " + notOurs(f, n)
}

// notOurs says why a script is not taken for the person's own code.
func notOurs(f *fact.Facts, n int) string {
	file := &f.Files[n-1]
	if root := &f.Files[file.Root-1]; root.Given != "" {
		return root.Given
	} else if root.Told != "" {
		return root.Told
	}
	for k := range f.Files {
		if g := &f.Files[k]; g.Root == file.Root && !g.Same {
			return g.Name + " may differ from the last commit"
		}
	}
	return "an earlier call of this session wrote it"
}

// Place is where a command stands: FILE:LINE of a script; "" for the call itself.
func Place(f *fact.Facts, c *fact.Command) string { return place(f, c.File, c.Line) }

// place is where something stands: FILE:LINE; "" for the call itself.
func place(f *fact.Facts, file, line int) string {
	switch {
	case file == 0:
		return ""
	case line == 0:
		return f.Files[file-1].Name
	}
	return f.Files[file-1].Name + ":" + strconv.Itoa(line)
}
