package decide

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/daemons"
	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/lowlevel/hosts"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
)

// A run in the sandbox answers some of what is asked about: the kernel bounds what the code can do
// that nobody has seen, and what a name can be that nobody knows. Such an ask passes as a scoped
// allow. What a sandbox does not bound stays: what leaves the machine, costs money, cannot be undone
// or needs rights, what a person has written a rule about, and what reader and shell may read in
// different ways.

// Answer is a kind of ask that a run in the sandbox settles, or a set of them.
type Answer uint8

const (
	ByExec    Answer = 1 << iota // code that nobody has seen, or a program of which nothing is known
	ByDynamic                    // a name, a payload or a path that cannot be known before it runs
)

// String returns the names that the key sandbox.answers has.
func (a Answer) String() string {
	switch a {
	case ByExec:
		return "exec"
	case ByDynamic:
		return "dynamic"
	case ByExec | ByDynamic:
		return "exec and dynamic"
	}
	return ""
}

// Need is what a run must not do beside its profile, since what was settled might be that.
type Need uint8

const (
	// HideSecrets: a file that is read cannot be known, and may be one that holds a project's secrets.
	HideSecrets Need = 1 << iota
	// NoNetwork: a word that is not known may be one that has the command reach another machine.
	NoNetwork
)

// Confine is about a call that is to run in the sandbox, if it runs at all.
type Confine struct {
	Set  *sandboxconf.Settings // effective
	Live bool                  // it does, for certain; else Settled says what would be settled if it did

	// Fetches reports whether a command contacts no hosts but those of its spec, and only to fetch
	// what they have for everybody; nil: none does.
	Fetches func(*fact.Command) bool

	// Granted returns the hosts that a person has granted beside those of the settings; nil: none.
	Granted func() []string

	Settled Answer // what a confined run settles of the call; 0: nothing is asked, or not only that
	Need    Need
	Outside string // why the call does not run in the sandbox: a part of it is excepted; "" if it does
	Served  bool   // it is that as a service of the machine does the work

	about *fact.Command // that is judged; nil for the call as a whole

	of   Answer // the kinds that the settings let a run settle
	stay bool   // nothing of the call is settled: a part of it needs more than the run would get
}

// NewConfine returns one for settings that are effective.
func NewConfine(set *sandboxconf.Settings) *Confine {
	c := &Confine{Set: set}
	if a := set.Answers; a != nil {
		if a.Exec {
			c.of |= ByExec
		}
		if a.Dynamic {
			c.of |= ByDynamic
		}
	}
	return c
}

// confine says which command is judged now; nil for the call as a whole.
func (d *Decider) confine(c *fact.Command) {
	if d.Confine != nil {
		d.Confine.about = c
	}
}

// answers returns the kind if a confined run settles asks of it about what is judged.
func (d *Decider) answers(kind Answer) Answer {
	x := d.Confine
	if x == nil || x.of&kind == 0 || x.Outside != "" || x.stay || x.about != nil && !x.bounds(x.about) {
		return 0
	}
	return kind
}

// answersDefault is the kind of an ask about a command of which no rule speaks. One whose words say
// that something is published, deployed or deleted is none: where it can, it does that elsewhere.
func (d *Decider) answersDefault(c *fact.Command) Answer {
	if d.Confine == nil || outward(c) {
		return 0
	}
	return d.answers(ByExec)
}

// outward reports whether the name of a program or script, or a word that is no file and no value of
// an option, says so.
func outward(c *fact.Command) bool {
	if len(c.Argv) > 0 && lang.Says("outward", path.Base(c.Argv[0].Text)) {
		return true
	}
	for i := range c.Sub {
		if lang.Says("outward", c.Sub[i]) {
			return true
		}
	}
	for k := range c.Operands {
		o := &c.Operands[k]
		text := o.Word.Text
		switch {
		case o.Flag != "", strings.HasPrefix(text, "-"):
			continue
		case o.Role == fact.RoleScript || o.Role == fact.RoleCommand:
			text = path.Base(text)
		case strings.ContainsAny(text, "./= \n"):
			continue
		}
		if lang.Says("outward", text) {
			return true
		}
	}
	return false
}

// answersRule is the kind of an ask by a rule. A person's own rules, and those of an enforced policy,
// are never settled: what they ask is what somebody wants to be asked.
func (d *Decider) answersRule(o *opinion, e *fact.Effect) Answer {
	switch {
	case d.Confine == nil || o.decision != rule.Ask || o.info == nil, o.info.Name == "",
		o.info.Enforced:
		return 0
	case !o.maybe && o.info.Confined:
		return d.answers(ByExec)
	case !o.maybe:
		return 0
	case e != nil:
		return d.answersPath(e)
	case o.info.Confined:
		return d.answers(ByDynamic)
	}
	return d.answersWord()
}

// answersPath is the kind of an ask about a path that is not known: the sandbox keeps what lies
// outside the project and what is protected. A tree that is deleted is gone, wherever it lies, and
// so is a question about a host.
func (d *Decider) answersPath(e *fact.Effect) Answer {
	switch {
	case !e.Kind.HasPath() || e.Kind == fact.Delete && e.Recursive:
		return 0
	case e.Kind == fact.Read:
		d.needs(HideSecrets)
	}
	return d.answers(ByDynamic)
}

// answersWord is the kind of an ask about a word that is not known. It could be an option or a name
// with which the command does something else: where its own effects are bounded, what remains is
// that it reaches another machine, so that the run gets no network.
func (d *Decider) answersWord() Answer {
	c := d.Confine.about
	if c == nil || len(c.Sub) == 0 && subcommands(c) {
		return 0
	}
	a := d.answers(ByDynamic)
	if a != 0 {
		d.needs(NoNetwork)
	}
	return a
}

// subcommands reports whether the second word of a command says what it does, and is not known.
func subcommands(c *fact.Command) bool {
	return len(c.Argv) > 1 && c.Argv[0].Known() && !c.Argv[1].IsLiteral() && !c.ReadOnly
}

func (d *Decider) needs(n Need) {
	if d.Confine != nil {
		d.Confine.Need |= n
	}
}

// answersHazard is the kind of an ask about a hazard. One that says that reader and shell may disagree
// is none: a profile is made of what was read.
func (d *Decider) answersHazard(id hazards.ID) Answer {
	if d.Confine == nil {
		return 0
	}
	switch {
	case id.Kind() == fact.Suspect && runsUnseenCode(id):
		return d.answers(ByExec)
	case id.Kind() != fact.Dynamic, id == hazards.DynamicHost, d.Settings.Dynamic != rule.Ask:
		return 0
	}
	return d.answers(ByDynamic)
}

// runsUnseenCode reports whether a hazard says that code runs which nobody has seen, where it is
// certain how the shell reads the text: a value that it evaluates, another file than the one that
// was looked at.
func runsUnseenCode(hazard hazards.ID) bool {
	switch hazard {
	case hazards.Arithmetic, hazards.ListValue, hazards.Prompt, hazards.ShadowedModule,
		hazards.ScriptChanged:
		return true
	}
	return false
}

// bounds reports whether the sandbox bounds all that is known of what a command does: whatever else
// it does, the kernel bounds.
func (x *Confine) bounds(c *fact.Command) bool {
	if c.Remote || c.Wrapper == fact.Escalating || c.Cmdlet != nil || served(c) != "" {
		return false
	}
	for k := range c.Effects {
		switch e := &c.Effects[k]; e.Kind {
		case fact.Privilege, fact.Process, fact.VCSLoss, fact.System:
			return false
		case fact.Delete:
			if e.Recursive && !e.Path.Known {
				return false
			}
		}
	}
	return !x.beyond(c)
}

// beyond reports whether a command contacts a host to which a run would not get.
func (x *Confine) beyond(c *fact.Command) bool {
	for k := range c.Effects {
		e := &c.Effects[k]
		if e.Kind == fact.Network && !x.reaches(e) && !x.granted(c, e.Host) &&
			(e.Host != "" || x.Fetches == nil || !x.Fetches(c)) {
			return true
		}
	}
	for k := range c.Redirects {
		if r := &c.Redirects[k]; r.Net && !thisMachine(r.Host) {
			return true
		}
	}
	return false
}

// reaches reports whether an effect contacts no host, or one to which the settings let a run go.
// Where a host in code is not known, the sandbox lets it go to those and no others.
func (x *Confine) reaches(e *fact.Effect) bool {
	switch {
	case thisMachine(e.Host):
		return true
	case x.Set.Network == "open":
		return false
	case e.Host == "":
		return e.InCode
	}
	return x.opens(x.Set.Hosts, e.Host)
}

// opens reports whether a run gets to a host by one of some patterns.
func (x *Confine) opens(patterns []string, host string) bool {
	for _, pattern := range x.Set.DenyHosts {
		if hosts.Match(hostOf(pattern), host, false) {
			return false
		}
	}
	return x.Set.Network == "filtered" && slices.ContainsFunc(patterns, func(pattern string) bool {
		return hosts.Match(hostOf(pattern), host, true)
	})
}

// granted reports whether a person has granted the host that a command contacts, so that it is no
// reason to ask again: what is fetched there, and not what is sent. Whatever has a subcommand, a value
// beside addresses and the files that are written, reads something or is not known asks as before.
func (x *Confine) granted(c *fact.Command, host string) bool {
	if host == "" || x.Granted == nil || len(c.Sub) > 0 || c.Stdin.Kind != fact.StdinInherit {
		return false
	}
	for k := range c.Operands {
		if role := c.Operands[k].Role; role != fact.RoleURL && role != fact.RoleWrite {
			return false
		}
	}
	for k := range c.Effects {
		if kind := c.Effects[k].Kind; kind == fact.Read || kind == fact.Variable {
			return false
		}
	}
	return !slices.ContainsFunc(c.Argv, func(w fact.Word) bool { return !w.IsLiteral() }) &&
		x.opens(x.Granted(), host)
}

// hostOf is a pattern without its port. An address of IPv6 stands in brackets.
func hostOf(pattern string) string {
	if rest, ok := strings.CutPrefix(pattern, "["); ok {
		host, _, _ := strings.Cut(rest, "]")
		return host
	}
	host, _, _ := strings.Cut(pattern, ":")
	return host
}

// begin looks for the parts of a call that do not run in the sandbox: those that the settings except,
// and clients of daemons of the machine, which do what they do outside in any case. A line runs as a
// whole, so that one such part takes the whole line out, and nothing of it is settled. Nor is anything
// where another part, which a rule may let pass, contacts a host that the run would not get: code that
// nobody has seen gets no hosts because the line names them.
func (x *Confine) begin(f *fact.Facts) {
	x.Settled, x.Need, x.Outside, x.Served, x.stay = 0, 0, "", false, false
	for i := range f.Commands {
		c := &f.Commands[i]
		if c.Kind != fact.Simple || c.Name == "" {
			continue
		}
		if name := excepted(x.Set.Except, c); name != "" {
			x.Outside = name + " is excepted (sandbox.except)"
			return
		}
		x.stay = x.stay || x.beyond(c)
		if service := served(c); service != "" && x.Set.Mode == "auto" {
			x.Outside = c.Name + " has " + service + " do the work, which is outside of any sandbox"
			x.Served = true
			return
		}
	}
}

// excepted returns the name of the list that a command has: "docker", or "gh auth login" where the
// words of a subcommand follow. A name is looked up in PATH: ./docker is a file of somebody's.
func excepted(names []string, c *fact.Command) string {
	if !c.System {
		return ""
	}
	for _, name := range names {
		words := c.Canon
		if len(words) == 0 {
			words = c.Argv
		}
		first, rest, _ := strings.Cut(name, " ")
		if c.Name != first || len(words) == 0 {
			continue
		}
		if beginsWith(words[1:], strings.Fields(rest)) {
			return name
		}
	}
	return ""
}

// beginsWith reports whether words begin with these texts.
func beginsWith(words []fact.Word, texts []string) bool {
	if len(words) < len(texts) {
		return false
	}
	for i, text := range texts {
		if !words[i].Known() || words[i].Text != text {
			return false
		}
	}
	return true
}

// rank orders opinions: an ask that a confined run settles counts for less than one that stays.
func (o *opinion) rank() uint8 {
	r := uint8(o.decision) << 1
	if o.answer != 0 && o.decision == rule.Ask {
		r--
	}
	return r
}

// stays reports whether an opinion stops the call, in the sandbox as well.
func (o *opinion) stays() bool { return o.decision > rule.Allow && o.answer == 0 }

// stays reports whether an ask is one that no run in the sandbox settles: a person's own, or one
// that a bundled rule is sure of and about which the sandbox says nothing.
func stays(h *rule.Hit) bool {
	return h.Info.Name == "" || h.Info.Enforced || !h.Maybe && !h.Info.Confined
}

// settle applies the sandbox to the worst opinion about a call: an ask that a confined run settles
// is one that does.
func (d *Decider) settle(o *opinion) bool {
	if d.Confine == nil || o.answer == 0 || o.decision != rule.Ask {
		return false
	}
	d.Confine.Settled = o.answer
	return true
}

// settled is the verdict about a call that passes since its run is confined. It says what would have
// been asked.
func settled(v rule.Verdict) rule.Verdict {
	v.Decision, v.Alternative = rule.Allow, ""
	v.Confined = "the sandbox" // until somebody knows the profile
	return v
}

// served returns the service of the machine that a command has do the work; "" for none, and for a
// file that only has the name of such a client: ./open.
func served(c *fact.Command) string {
	if !c.System {
		return ""
	}
	if service := daemons.Of(c.Name); service != "" {
		return service
	}
	if words := c.Canon; len(words) > 1 && words[1].Known() {
		return daemons.Of(c.Name + " " + words[1].Text)
	}
	return ""
}
