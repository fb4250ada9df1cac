package policy

import (
	"os"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
)

// Scalar is a single value of a document that is not part of a rule.
type Scalar struct {
	Key   string // such as "tools.bash.offerManualRun"
	Value string // as written
	Pos   Pos
}

// Value is a scalar of the effective config and where it comes from.
type Value struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Src   string `json:"src"` // file:line, "preset NAME", or "built in"
}

// Settings returns what the document sets beside rules: single values and lists.
func (d *Document) Settings() rule.Settings {
	b := &d.Tools.Bash
	s := rule.Settings{
		Default:            d.Default,
		OnError:            d.OnError,
		ReadOnly:           d.ReadOnly,
		Dynamic:            d.Dynamic,
		OutputAllow:        d.Output.Allow,
		Mode:               d.Mode,
		DiscourageChaining: b.DiscourageChaining,
		OfferManualRun:     b.OfferManualRun,
		ProjectRead:        d.Project.Read,
		ProjectUnchanged:   d.Project.Unchanged,
		RedirectTmp:        d.Redirect.Tmp,
		RedirectTarget:     d.Redirect.TmpTarget,
		GuidanceEnabled:    d.Guidance.Enabled,
		GuidanceDefaults:   d.Guidance.IncludeDefaults,
		GuidanceExtra:      texts(d.Guidance.Extra),
		AuditEnabled:       d.Audit.Enabled,
		AuditPath:          d.Audit.Path,
		Protect:            texts(d.Protect),
		Sandbox:            d.Sandbox.settings(),
	}
	if d.Audit.MaxBytes != nil {
		s.AuditMaxBytes = *d.Audit.MaxBytes
	}
	if d.Audit.Keep != nil {
		s.AuditKeep, s.AuditKeepSet = int(*d.Audit.Keep), true
	}
	for _, r := range d.Tools.Require {
		s.Require = append(s.Require, rule.ToolMode{Tool: r.Tool, Mode: r.Mode, Src: d.Src(r.Pos)})
	}
	for _, e := range b.Interpreters.Python.Names {
		s.Names = append(s.Names, rule.InterpreterName{Lang: "python", Name: e.Text})
	}
	for _, e := range b.Interpreters.JavaScript.Names {
		s.Names = append(s.Names, rule.InterpreterName{Lang: "javascript", Name: e.Text})
	}
	return s
}

func texts(entries []Entry) []string {
	if len(entries) == 0 {
		return nil
	}
	out := make([]string, len(entries))
	for i, e := range entries {
		out[i] = e.Text
	}
	return out
}

// merge lays the settings of a later layer over s: what it sets replaces, what it lists is added,
// and what it says nothing about stays.
func merge(s, over *rule.Settings) {
	set(&s.Default, over.Default)
	set(&s.OnError, over.OnError)
	set(&s.ReadOnly, over.ReadOnly)
	set(&s.Dynamic, over.Dynamic)
	set(&s.OutputAllow, over.OutputAllow)
	set(&s.Mode, over.Mode)
	set(&s.DiscourageChaining, over.DiscourageChaining)
	set(&s.OfferManualRun, over.OfferManualRun)
	set(&s.ProjectRead, over.ProjectRead)
	set(&s.ProjectUnchanged, over.ProjectUnchanged)
	set(&s.RedirectTmp, over.RedirectTmp)
	set(&s.RedirectTarget, over.RedirectTarget)
	set(&s.GuidanceEnabled, over.GuidanceEnabled)
	set(&s.GuidanceDefaults, over.GuidanceDefaults)
	set(&s.AuditEnabled, over.AuditEnabled)
	set(&s.AuditPath, over.AuditPath)
	set(&s.AuditMaxBytes, over.AuditMaxBytes)
	if over.AuditKeepSet {
		s.AuditKeep, s.AuditKeepSet = over.AuditKeep, true
	}
	if over.Sandbox != nil {
		s.Sandbox = s.Sandbox.Merge(over.Sandbox)
	}
	s.GuidanceExtra = join(s.GuidanceExtra, over.GuidanceExtra)
	s.Protect = join(s.Protect, over.Protect)
	s.Require = join(s.Require, over.Require)
	s.Names = join(s.Names, over.Names)
}

// join returns both lists as one. Mostly one list is empty, and then it copies nothing. To append to
// the result changes neither list.
func join[T any](a, b []T) []T {
	switch {
	case len(b) == 0:
		return a[:len(a):len(a)]
	case len(a) == 0:
		return b[:len(b):len(b)]
	}
	return append(a[:len(a):len(a)], b...)
}

// set replaces a value unless the new one is unset, which every scalar's zero value means.
func set[T comparable](dst *T, v T) {
	var unset T
	if v != unset {
		*dst = v
	}
}

// scratch is the usual directory. If that is a link or belongs to somebody else, it is a directory
// with the number of the user in its name.
func scratch(usual string) string {
	info, err := os.Lstat(usual)
	if err != nil || !owner.Known || info.IsDir() && owner.Mine(info) {
		return usual
	}
	return usual + "-" + strconv.Itoa(os.Getuid())
}

// OtherScratch says which scratch directory takes the place of the usual one, and why; "" if the usual
// one is in use.
func (p *Policy) OtherScratch() string {
	if dir := scratch(confighome.Scratch); p.Settings.RedirectTarget == "" && dir != confighome.Scratch {
		return confighome.Scratch + " is a link or belongs to somebody else: " + dir +
			" is the scratch directory in its place"
	}
	return ""
}

// Effective returns the settings with the built-in values where no layer sets one, and ~ expanded.
// Only Mode may still be unset.
func (p *Policy) Effective() rule.Settings { return p.effective(&p.Settings) }

func (p *Policy) effective(set *rule.Settings) rule.Settings {
	s := rule.Settings{
		Default:            rule.Ask,
		OnError:            rule.Ask,
		ReadOnly:           rule.Ask,
		Dynamic:            rule.Ask,
		OutputAllow:        rule.OutputSilent,
		DiscourageChaining: rule.True,
		OfferManualRun:     rule.True,
		ProjectRead:        rule.False,
		ProjectUnchanged:   rule.False,
		RedirectTmp:        rule.False,
		RedirectTarget:     scratch(confighome.Scratch),
		GuidanceEnabled:    rule.True,
		GuidanceDefaults:   rule.True,
		AuditEnabled:       rule.True,
		AuditPath:          p.home + "/" + confighome.Own + "/logs/audit.jsonl",
		AuditMaxBytes:      10 << 20,
		AuditKeep:          3,
		AuditKeepSet:       true,
	}
	merge(&s, set)
	s.RedirectTarget = expandHome(s.RedirectTarget, p.home)
	s.AuditPath = expandHome(s.AuditPath, p.home)
	if s.Sandbox != nil {
		s.Sandbox = s.Sandbox.Effective()
	}
	return s
}

func expandHome(path, home string) string {
	if strings.HasPrefix(path, "~/") {
		return home + path[1:]
	}
	return path
}

// Provenance returns every scalar of the effective config with the place that sets it, in the order
// of the format. It replays the layers, so that loading need not keep a record.
func (p *Policy) Provenance() []Value {
	var s rule.Settings
	on := p.Settings.Sandbox != nil
	values, locked := allValues(&s, on), allValues(&p.locked, on)
	for n, set := range p.Sets {
		merge(&s, set.Settings())
		if above := p.lockedAbove(n); above != nil {
			lock(&s, above)
		}
		over := allValues(set.Settings(), on)
		for i, now := range allValues(&s, on) {
			v := &values[i]
			switch {
			case over[i].Value == "" && v.Value == now.Value, n >= p.Enforced && now.Value != "" &&
				now.Value == locked[i].Value && v.Value == now.Value:
				continue // it stays as it is
			case over[i].Value == now.Value:
				v.Src = p.srcOf(set)
				if own, ok := ownRules(set); ok {
					v.Src = own.doc.scalarSrc(v.Key)
				}
			default:
				// it does not set the value, but keeps others from setting a looser one
				v.Src = "organisation policy"
			}
			v.Value = now.Value
		}
	}
	base := p.effective(&rule.Settings{})
	none := sandboxconf.Default()
	base.Sandbox = &none
	for i, v := range allValues(&base, on) {
		if values[i].Value == "" {
			values[i].Value, values[i].Src = v.Value, "built in"
		}
	}
	if !on {
		return append(values, Value{"sandbox.mode", none.Mode, "built in"})
	}
	return append(values, p.sandboxLists()...)
}

// allValues are settingValues and behind them, if sandbox is true, the values of that block.
func allValues(s *rule.Settings, sandbox bool) []Value {
	values := settingValues(s)
	if sandbox {
		values = append(values, sandboxValues(s.Sandbox)...)
	}
	return values
}

func (d *Document) scalarSrc(key string) string { return d.Src(d.ScalarPos(key)) }

// ScalarPos is the place of a single value that is not part of a rule, such as "baked.name"; the
// zero Pos if it is not given.
func (d *Document) ScalarPos(key string) Pos {
	for _, s := range d.Scalars {
		if s.Key == key {
			return s.Pos
		}
	}
	return Pos{}
}

// settingValues lists the scalars of s as they are written in a config; "" for one that is not set.
func settingValues(s *rule.Settings) []Value {
	return []Value{
		{Key: "default", Value: s.Default.String()},
		{Key: "onError", Value: s.OnError.String()},
		{Key: "output.allow", Value: outputWord(s.OutputAllow)},
		{Key: "mode", Value: s.Mode.String()},
		{Key: "readOnly", Value: s.ReadOnly.String()},
		{Key: "dynamic", Value: s.Dynamic.String()},
		{Key: "tools.bash.discourageChaining", Value: boolWord(s.DiscourageChaining)},
		{Key: "tools.bash.offerManualRun", Value: boolWord(s.OfferManualRun)},
		{Key: "project.read", Value: boolWord(s.ProjectRead)},
		{Key: "project.unchanged", Value: boolWord(s.ProjectUnchanged)},
		{Key: "redirect.tmp", Value: boolWord(s.RedirectTmp)},
		{Key: "redirect.tmpTarget", Value: s.RedirectTarget},
		{Key: "guidance.enabled", Value: boolWord(s.GuidanceEnabled)},
		{Key: "guidance.includeDefaults", Value: boolWord(s.GuidanceDefaults)},
		{Key: "audit.enabled", Value: boolWord(s.AuditEnabled)},
		{Key: "audit.path", Value: s.AuditPath},
		{Key: "audit.maxBytes", Value: Number(s.AuditMaxBytes, s.AuditMaxBytes != 0)},
		{Key: "audit.keep", Value: Number(int64(s.AuditKeep), s.AuditKeepSet)},
	}
}

func outputWord(o rule.Output) string {
	switch o {
	case rule.OutputSilent:
		return "silent"
	case rule.OutputExplicit:
		return "explicit"
	}
	return ""
}

func boolWord(b rule.Bool) string {
	switch b {
	case rule.True:
		return "true"
	case rule.False:
		return "false"
	}
	return ""
}

func Number(n int64, isSet bool) string {
	if !isSet {
		return ""
	}
	return strconv.FormatInt(n, 10)
}
