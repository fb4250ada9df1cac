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
// that nobody has seen, and what a name can be that nobody knows. The verdict says that such an ask
// is Answered. What a sandbox does not bound stays: what leaves the machine, costs money, cannot be
// undone or needs rights, what a person has written a rule about, and what reader and shell may
// read in different ways.

// Answer is a kind of ask that a run in the sandbox settles, or a set of them.
type Answer uint8

const (
	ByExec    Answer = 1 << iota // code that nobody has seen, or an unknown program
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

	stay bool // nothing of the call is settled: a part of it needs more than the run would get
}

// answersKind reports whether the settings let a run settle asks of a kind.
func (x *Confine) answersKind(kind Answer) bool {
	a := x.Set.Answers
	return a != nil && (kind == ByExec && a.Exec || kind == ByDynamic && a.Dynamic)
}

// answers returns the kind if a confined run settles asks of it about what is judged.
func (d *Decider) answers(kind Answer) Answer {
	x := d.Confine
	if x == nil || !x.answersKind(kind) || x.Outside != "" || x.stay ||
		d.about != nil && !x.bounds(d.about) {
		return 0
	}
	return kind
}

// answersDefault is the kind of an ask about a command that no rule is about. A run does not settle
// an ask about one whose words say that it publishes, deploys or deletes something: it may do so
// elsewhere.
func (d *Decider) answersDefault(c *fact.Command) Answer {
	if d.Confine == nil || actsOutward(c) {
		return 0
	}
	return d.answers(ByExec)
}

// actsOutward reports whether the name of a program or script, or a word that is no file and no
// value of an option, says so.
func actsOutward(c *fact.Command) bool {
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

// answersRule is the kind of an ask by a rule. A person's own rules, and those of an enforced
// policy, are never settled: what they ask is what somebody wants to be asked.
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
		d.Confine.Need |= HideSecrets
	}
	return d.answers(ByDynamic)
}

// answersWord is the kind of an ask about a word that is not known. It could be an option or a name
// with which the command does something else: where its own effects are bounded, what remains is
// that it reaches another machine, so that the run gets no network.
func (d *Decider) answersWord() Answer {
	c := d.about
	if c == nil || len(c.Sub) == 0 && subcommands(c) {
		return 0
	}
	a := d.answers(ByDynamic)
	if a != 0 {
		d.Confine.Need |= NoNetwork
	}
	return a
}

// subcommands reports whether the second word of a command says what it does, and is not known.
func subcommands(c *fact.Command) bool {
	return len(c.Argv) > 1 && c.Argv[0].Known() && !c.Argv[1].IsLiteral() && !c.ReadOnly
}

// answersHazard is the kind of an ask about a hazard (presets/hazards.yaml says which are
// answered).
func (d *Decider) answersHazard(id hazards.ID) Answer {
	switch {
	case !id.Confined():
		return 0
	case id.Kind() == fact.Suspect:
		return d.answers(ByExec)
	case id.Kind() != fact.Dynamic, d.Settings.Dynamic != rule.Ask:
		return 0
	}
	return d.answers(ByDynamic)
}

// bounds reports whether the sandbox bounds all that is known of what a command does: whatever else
// it does, the kernel bounds.
func (x *Confine) bounds(c *fact.Command) bool {
	if c.Remote || c.Wrapper == fact.Escalating || c.Cmdlet != nil || daemonOf(c) != "" {
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
	return !x.contactsOther(c)
}

// contactsOther reports whether a command contacts a host to which a run would not get.
func (x *Confine) contactsOther(c *fact.Command) bool {
	for k := range c.Effects {
		e := &c.Effects[k]
		if e.Kind == fact.Network && !x.reaches(e) && !x.granted(c, e.Host) &&
			(e.Host != "" || x.Fetches == nil || !x.Fetches(c)) {
			return true
		}
	}
	for k := range c.Redirects {
		if r := &c.Redirects[k]; r.Net && !ThisMachine(r.Host) {
			return true
		}
	}
	return false
}

// reaches reports whether an effect contacts no host, or one to which the settings let a run go.
// Where a host in code is not known, the sandbox lets it go to those and no others.
func (x *Confine) reaches(e *fact.Effect) bool {
	switch {
	case ThisMachine(e.Host):
		return true
	case x.Set.Network == "open":
		return false
	case e.Host == "":
		return e.InCode
	}
	return x.opensHost(x.Set.Hosts, e.Host)
}

// opensHost reports whether a run gets to a host by one of some patterns.
func (x *Confine) opensHost(patterns []string, host string) bool {
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
// reason to ask again: what is fetched there, and not what is sent. Whatever has a subcommand, a
// value beside addresses and the files that are written, reads something or is not known asks as
// before.
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
		x.opensHost(x.Granted(), host)
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

// findExceptions looks for the parts of a call that do not run in the sandbox: those that the
// settings except, and clients of daemons of the machine, which do what they do outside in any
// case. A line runs as a whole, so that one such part takes the whole line out, and nothing of it
// is settled. Nor is anything where another part, which a rule may let pass, contacts a host that
// the run would not get: code that nobody has seen gets no hosts because the line names them.
func (x *Confine) findExceptions(f *fact.Facts) {
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
		x.stay = x.stay || x.contactsOther(c)
		if service := daemonOf(c); service != "" && x.Set.Mode == "auto" {
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
		words := c.Canonical()
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

// stopsCall reports whether an opinion stops the call, in the sandbox as well.
func (o *opinion) stopsCall() bool { return o.decision > rule.Allow && o.answer == 0 }

// isUnsettled reports whether an ask is one that no run in the sandbox settles: a person's own, or
// one that a bundled rule is sure of and about which the sandbox says nothing.
func isUnsettled(h *rule.Hit) bool {
	return h.Info.Name == "" || h.Info.Enforced || !h.Maybe && !h.Info.Confined
}

// answered reports whether a confined run answers the worst that is said of a call, and the call is
// certain to run so.
func (d *Decider) answered(o *opinion) bool {
	if d.Confine == nil || o.answer == 0 || o.decision != rule.Ask {
		return false
	}
	d.Confine.Settled = o.answer
	return d.Confine.Live
}

// Effective is the decision of a verdict with what a confined run answers let pass.
func Effective(v *rule.Verdict) rule.Decision {
	if v.Answered && v.Decision == rule.Ask {
		return rule.Allow
	}
	return v.Decision
}

// daemonOf returns the service of the machine that a command has do the work; "" for none, and for
// a file that only has the name of such a client: ./open.
func daemonOf(c *fact.Command) string {
	if !c.System {
		return ""
	}
	if service := daemons.Of(c.Name); service != "" {
		return service
	}
	if words := c.Canonical(); len(words) > 1 && words[1].Known() {
		return daemons.Of(c.Name + " " + words[1].Text)
	}
	return ""
}
