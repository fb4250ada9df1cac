package decide

import (
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/rule"
)

// What a script of the project would do stands among the commands of the call, and is judged as
// they are. What is not known of it asks, unless the script is the person's own code: then it
// passes as the commands do that run what the project defines. What a rule denies or asks about for
// certain, and what is protected, is denied or asked about in any script.

// isOurs reports whether a file and all that it loads is the person's own code, or whether a rule
// lets the task pass by its name that the file holds, or that ran it.
func (d *Decider) isOurs(f *fact.Facts, file int) bool {
	return file > 0 && (taskVouched(f, file) ||
		f.Files[file-1].Ours && !d.agentWrote(f, f.Files[file-1].Root))
}

// taskVouched reports whether a rule lets the task pass that a file holds, or that runs it.
func taskVouched(f *fact.Facts, file int) bool {
	for ; file > 0; file = f.Files[file-1].By {
		if f.Files[file-1].Vouched {
			return true
		}
	}
	return false
}

// noteVouched notes in the task that a command runs whether a rule lets the command pass. A rule
// that allows ./gradlew publishToMavenLocal answers what these words make of the script. It does
// not say that the last commit has the script as it is. A rule of the person's own speaks of the
// task whatever its lines are.
func noteVouched(f *fact.Facts, c *fact.Command, passes, own bool) {
	switch file := &f.Files[c.Runs-1]; {
	case file.Task != "":
		file.Vouched = passes
		for k := range f.Files {
			g := &f.Files[k]
			g.Recent = g.Recent && !(passes && own && g.Root == file.Root)
		}
	case passes && file.Kept && file.Root == c.Runs:
		for k := range f.Files {
			f.Files[k].Ours = f.Files[k].Ours || f.Files[k].Root == c.Runs
		}
	}
}

// agentWrote reports whether an earlier call of the session wrote a script, or what it leads to.
// Then the last commit may be the agent's.
func (d *Decider) agentWrote(f *fact.Facts, root int) bool {
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

// enterFile begins to judge what stands in a file, and returns what ends that. In between unknown
// things pass if the file is the person's own code.
func (d *Decider) enterFile(f *fact.Facts, file int) (end func()) {
	outer := d.script
	d.script = scriptOf{}
	if named := taskVouched(f, file); named || file > 0 && f.Files[file-1].Ours {
		at := &f.Files[file-1]
		d.script = scriptOf{f, at.Root, at.Ours, named && !at.Recent, named}
	}
	return func() { d.script = outer }
}

// scriptOf is the script in which what is judged stands, if that is what the last commit has or a
// rule vouches for it.
type scriptOf struct {
	facts   *fact.Facts
	root    int
	ours    bool // the last commit vouches for it
	vouched bool // a rule does
	// named says that a rule does, whoever wrote the lines: programs without a rule and unknown values
	// pass, and texts that nobody sees do not.
	named bool
}

// passesUnknown reports whether unknown things pass. It looks up whether an earlier call wrote the
// script, so it is asked only if something is unknown.
func (d *Decider) passesUnknown() bool {
	return d.script.root > 0 &&
		(d.script.vouched || d.script.ours && !d.agentWrote(d.script.facts, d.script.root))
}

// skipsHit reports whether a hit does not count in the person's own code: it is unsure, or asks
// only since nobody sees what comes of a call.
//
// Bundled rules about calls in code ask for that reason. The programs that code starts, and the
// files that it changes, are judged by themselves. Other rules say that they do: the program of
// java -jar x.jar is what an npm script could run as well.
func (d *Decider) skipsHit(h *rule.Hit) bool {
	if d.script.root == 0 || h.Info.Enforced || h.Decision == rule.Allow {
		return false
	}
	unseen := h.Decision == rule.Ask && h.Info.Name != "" &&
		(h.Info.Kind == rule.CodeRule || h.Info.Unseen)
	return h.Maybe && d.script.named || (h.Maybe || unseen) && d.passesUnknown()
}

// skipsUnknownPath reports whether a bundled rule asks about a path that is not known.
func (d *Decider) skipsUnknownPath(e *fact.Effect, h *rule.Hit) bool {
	return e.Kind.HasPath() && !e.Path.Known && h.Decision == rule.Ask &&
		h.Info.Name != "" && !h.Info.Enforced && d.passesUnknown()
}

// skipsTemporary reports whether a bundled rule is about a temporary file of a test, or of other
// code that a build loads: tests make such files under any name.
func (d *Decider) skipsTemporary(p *fact.Path, h *rule.Hit) bool {
	return h.Info.Name != "" && !h.Info.Enforced && d.loadedByBuild() && p.Known &&
		strings.HasPrefix(p.Abs, "/tmp/") &&
		(p.Glob || rule.Outside(p, []string{"/tmp"}, d.Places, false) == fact.No)
}

// loadedByBuild reports whether what is judged stands in a file that a build or test loads.
func (d *Decider) loadedByBuild() bool {
	return d.script.vouched && d.script.facts.Files[d.script.root-1].Task == ""
}

// inSource is an opinion on command i without a question, where it stands in code that a build or a
// test loads only for other code: nobody knows that it runs.
func (d *Decider) inSource(f *fact.Facts, i int, o opinion) opinion {
	if o.decision != rule.Ask || o.info != nil && o.info.Enforced {
		return o
	}
	for file := f.Commands[i].File; file > 0; file = f.Files[file-1].By {
		if f.Files[file-1].Source && f.Files[file-1].Vouched {
			d.unvouched = true
			return opinion{decision: rule.Allow}
		}
	}
	return o
}

// skipsMissing reports whether a bundled rule asks about what is to be deleted in the project, and
// is not there: a test deletes what it has made.
func (d *Decider) skipsMissing(p *fact.Path, h *rule.Hit) bool {
	return h.Info.Name != "" && !h.Info.Enforced && h.Decision == rule.Ask && d.loadedByBuild() &&
		p.Known && !p.Glob && rule.Outside(p, []string{"."}, d.Places, false) == fact.No && !paths.Exists(p.Abs)
}

// skipsTemporaries is skipsTemporary for all paths of a call in code.
func (d *Decider) skipsTemporaries(f *fact.CodeFact, h *rule.Hit) bool {
	skips := d.skipsTemporary(&f.Path, h)
	for k := range f.Args {
		if f.Args[k].IsPath {
			if skips = d.skipsTemporary(&f.Args[k].Path, h); !skips {
				return false
			}
		}
	}
	return skips
}

// skipsPattern reports whether a pattern stands for many names and says of no name that it is
// hidden: what a script writes as src/$name.
func (d *Decider) skipsPattern(p *fact.Path) bool {
	return d.script.root > 0 && p.Glob && d.passesUnknown() &&
		!strings.Contains(strings.TrimSuffix(p.Abs, "/.[!.]*"), "/.")
}

// relax returns an opinion without what does not count in the person's own code.
func (d *Decider) relax(o opinion) opinion {
	if d.script.root == 0 || o.decision != rule.Ask {
		return o
	}
	switch o.cause {
	case rule.ByDefault, rule.ByHazard, rule.ByError:
		if o.cause == rule.ByDefault && d.script.named || d.passesUnknown() {
			d.unvouched = true
			return opinion{decision: rule.Allow}
		}
	}
	return o
}

// judgeScript judges the words of a command that runs a script of the project. It does not where
// the script was not looked at, or where the command has more to it.
func (d *Decider) judgeScript(f *fact.Facts, i int, code *verdictOnCode) (o opinion, ok bool) {
	c := &f.Commands[i]
	if c.Runs == 0 || d.Settings.Mode != rule.ModeUnset || c.Unjudged != "" || !d.runsOnly(f, c) {
		return opinion{}, false
	}
	file := &f.Files[c.Runs-1]
	why := ""
	switch {
	case file.Why == "" && loadsKnown(f, file.Root) && d.knowsCode(c, code):
		why = "all that " + file.Name + " does is judged by itself"
	case d.isOurs(f, c.Runs):
		d.unvouched = true
		why = file.Name + " is as the last commit has it"
	default:
		o = opinion{decision: d.Settings.Default, cause: rule.ByDefault, why: unknownScript(f, c.Runs),
			answer: d.answersDefault(c)}
		d.unvouched = d.unvouched || o.decision == rule.Allow
		d.trace(Said{Command: i, About: c.Text, Decision: o.decision, Tier: rule.TierDefault, Why: o.why})
		return o, true
	}
	d.trace(Said{Command: i, About: c.Text, Decision: rule.Allow, Tier: rule.TierScopedAllow,
		Why: why})
	return opinion{decision: rule.Allow}, true
}

// runsOwnBuild judges the words of a command that runs a program which was built of the project.
func (d *Decider) runsOwnBuild(c *fact.Command, i int) bool {
	if !c.Built || d.Settings.Mode != rule.ModeUnset {
		return false
	}
	d.trace(Said{Command: i, About: c.Text, Decision: rule.Allow, Tier: rule.TierScopedAllow,
		Why: "its program was built of the project"})
	return true
}

// runsOnly reports whether all that a command does is to run its script.
func (d *Decider) runsOnly(f *fact.Facts, c *fact.Command) bool {
	if f.Files[c.Runs-1].Task != "" {
		return true // options with which a runner does more leave a part of the task unknown
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
// an option names, as in node --cpu-prof-dir=tmp x.js.
func (d *Decider) besideScript(c *fact.Command, e *fact.Effect) bool {
	return (e.Kind == fact.Write || e.Kind == fact.Append) && e.Path.Known && !e.Path.Glob &&
		!slices.Contains(c.Dirs.List, e.Path.Abs) &&
		rule.Outside(&e.Path, []string{"."}, d.Places, false) == fact.No
}

// knowsCode reports whether all that the code of a script does is settled.
func (d *Decider) knowsCode(c *fact.Command, code *verdictOnCode) bool {
	for k := range c.Hazards {
		if c.Hazards[k].File > 0 {
			return false
		}
	}
	return len(c.Code) == 0 || code.settled && (code.allowed || d.Settings.ReadOnly == rule.Allow)
}

// loadsKnown reports whether everything is known of the files that the code of a script loads.
func loadsKnown(f *fact.Facts, root int) bool {
	for k := range f.Files {
		if g := &f.Files[k]; g.Loaded && g.Root == root && g.Why != "" {
			return false
		}
	}
	return true
}

// unknownScript says why a script does not pass that is known in part.
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
		if g := &f.Files[k]; g.Root == file.Root && g.Recent {
			return g.Name + " may have been changed in this session"
		} else if g.Root == file.Root && !g.Same {
			return g.Name + " may differ from the last commit"
		}
	}
	return "an earlier call of this session wrote it"
}

// Place is where a command stands: FILE:LINE of a script; "" for the call itself.
func Place(f *fact.Facts, c *fact.Command) string { return placeOf(f, c.File, c.Line) }

// placeOf is where something stands: FILE:LINE; "" for the call itself.
func placeOf(f *fact.Facts, file, line int) string {
	switch {
	case file == 0:
		return ""
	case line == 0:
		return f.Files[file-1].Name
	}
	return f.Files[file-1].Name + ":" + strconv.Itoa(line)
}
