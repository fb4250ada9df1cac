package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/fence"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/subpath"
	"github.com/fencepost/fencepost/internal/version"
)

// report is the config that applies in a directory.
type report struct {
	Project string `json:"project"`
	// false: the home directory or the root, where . contains nothing
	Found    bool             `json:"isProject"`
	Baked    []version.Policy `json:"policies"` // what the program was built with
	Layers   []layer          `json:"layers"`
	Trust    string           `json:"trust,omitempty"` // of the project's config
	Ignored  []ignored        `json:"ignored"`         // what of it does not count
	Presets  []string         `json:"presets"`         // in the order in which they apply
	Switched []switched       `json:"switched,omitempty"`
	Settings []setting        `json:"settings"`
	Errors   []problem        `json:"errors"`
	Warnings []problem        `json:"warnings"`
	policy   *policy.Policy
}

// layer is one file of a layer.
type layer struct {
	Layer string `json:"layer"`
	File  string `json:"file"`
	Rules tally  `json:"rules"`
}

// ignored is something in the project's config that loosens and does not count, because nobody has
// trusted it.
type ignored struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Key  string `json:"key"`
	Text string `json:"text,omitempty"`
}

// setting is a scalar with the place that sets it.
type setting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	Src   string `json:"src"`
}

// problem is a mistake in a config.
type problem struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Col  int    `json:"column,omitempty"`
	Text string `json:"text"`
	Mend string `json:"mend,omitempty"`
}

func problems(list []policy.Problem) []problem {
	out := make([]problem, 0, len(list))
	for _, p := range list {
		out = append(out, problem(p))
	}
	return out
}

// configCommand shows the config that applies.
func configCommand(s stdio) *cobra.Command {
	var asJSON, trusted bool
	var dir string
	c := newCommand("config", "show the layers, the effective settings and where each comes from",
		func(operands []string) int { return runConfig(s, dir, asJSON, trusted, operands) })
	jsonFlag(c, &asJSON)
	cwdFlag(c, &dir)
	trustedFlag(c, &trusted)
	return c
}

func runConfig(s stdio, dir string, asJSON, trusted bool, operands []string) int {
	if len(operands) > 0 {
		return s.fail("config takes no arguments, and got %q", operands[0])
	}
	r, err := reportOf(dir, trusted)
	if err != nil {
		return s.fail("config: %v", err)
	}
	if asJSON {
		s.json(r)
	} else {
		r.print(s)
	}
	return exitOK
}

func reportOf(dir string, trusted bool) (*report, error) {
	gate, cwd, err := gateAt(dir, fence.Options{Trusted: trusted})
	if err != nil {
		return nil, err
	}
	p, project, isProject := gate.Policy(cwd)
	r := &report{Project: project, Found: isProject, Presets: p.Presets(), Errors: problems(p.Errors),
		Baked: version.Policies(p.Baked), policy: p, Layers: []layer{}}
	p.Warnings = append(p.Warnings, overruled(gate, p, project, isProject)...)
	r.Warnings, r.Switched = problems(p.Warnings), switchedBy(p.Switches())
	if p.Trust != policy.NoConfig {
		r.Trust = p.Trust.String()
	}
	r.Ignored = []ignored{}
	for _, l := range p.Ignored() {
		r.Ignored = append(r.Ignored, ignored(l))
	}
	if r.Presets == nil {
		r.Presets = []string{}
	}
	counts := map[string]tally{}
	for _, doc := range p.Documents {
		counts[doc.File] = count(doc)
	}
	for _, file := range p.Files {
		r.Layers = append(r.Layers, layer{layerOf(file, gate.ConfigHome()), file, counts[file]})
	}
	for _, doc := range p.Documents {
		if !slices.Contains(p.Files, doc.File) {
			r.Layers = append(r.Layers, layer{Layer: "policy", File: doc.File, Rules: counts[doc.File]})
		}
	}
	for _, v := range p.Provenance() {
		r.Settings = append(r.Settings, setting(v))
	}
	return r, nil
}

// layerOf names the layer that a config belongs to.
func layerOf(file, configHome string) string {
	switch {
	case file == managedFile:
		return "managed"
	case subpath.In(file, filepath.Join(configHome, ".claude")):
		return "user"
	}
	return "project"
}

func (r *report) print(s stdio) {
	st := s.style
	s.printf("%s %s", st.dim(pad("project", 9)), r.Project)
	if !r.Found {
		s.printf(" %s", st.yellow("(the home directory or the root: no project, \".\" contains nothing)"))
	}
	s.printf("\n")
	for _, b := range r.Baked {
		s.printf("%s %s\n", st.dim(pad("policy", 9)), b)
		if r.policy.HandedOutAs(b.Name) != nil {
			s.printf("%s %s\n", pad("", 9), st.dim(b.File))
		}
	}
	for _, l := range r.Layers {
		s.printf("%s %s  %s\n", st.dim(pad(l.Layer, 9)), l.File, st.dim(l.Rules.String()))
	}
	if r.Trust != "" {
		s.printf("%s the project's config is %s\n", st.dim(pad("trust", 9)), r.Trust)
	}
	switch {
	case len(r.Layers) > 0 && r.policy.Default && r.Trust == "":
		s.printf("%s the config says no more than which policy is in force: the preset %s applies\n",
			st.dim(pad("layers", 9)), r.policy.Standard())
	case len(r.Layers) == 0:
		s.printf("%s no file in the project or the home directory: the preset %s applies\n",
			st.dim(pad("layers", 9)), r.policy.Standard())
	}
	if len(r.Presets) > 0 {
		s.printf("%s %s\n", st.dim(pad("presets", 9)), strings.Join(r.Presets, ", "))
	}
	for _, o := range r.Switched {
		s.printf("%s %s %s of %s  %s\n", st.dim(pad("switched", 9)), st.yellow(o.Is), o.ID, o.Preset,
			st.dim("was "+o.Was+", "+oneLine(o.Src)))
	}
	s.printf("\n%s\n", st.bold("settings"))
	for _, v := range r.Settings {
		value := v.Value
		if value == "" {
			value = "-"
		}
		s.printf("  %s %s %s\n", pad(v.Key, 30), pad(value, 24), st.dim(v.Src))
	}
	printIgnored(s, r.policy)
	r.printProblems(s)
}

// printProblems prints errors and warnings, each with its place and its mend.
func (r *report) printProblems(s stdio) {
	printProblems(s, s.style.red("error"), r.policy.Errors)
	printProblems(s, s.style.yellow("warning"), r.policy.Warnings)
	if len(r.policy.Errors) > 0 {
		s.printf("\nEvery call is denied until the errors are mended.\n")
	}
}

func printProblems(s stdio, kind string, list []policy.Problem) {
	for _, p := range list {
		s.printf("%s: %s\n", kind, p)
	}
}

// tally counts rules by what they decide.
type tally struct {
	Deny  int `json:"deny"`
	Ask   int `json:"ask"`
	Allow int `json:"allow"`
}

func (t tally) String() string {
	return fmt.Sprintf("%d deny, %d ask, %d allow", t.Deny, t.Ask, t.Allow)
}

func (t *tally) add(d rule.Decision) {
	switch d {
	case rule.Deny:
		t.Deny++
	case rule.Ask:
		t.Ask++
	case rule.Allow:
		t.Allow++
	}
}

// count counts the rules of a document.
func count(doc *policy.Document) tally {
	b := &doc.Tools.Bash
	t := tally{
		Deny:  len(doc.Tools.Deny) + len(b.Deny) + len(b.Checks),
		Ask:   len(doc.Tools.Ask) + len(b.Ask),
		Allow: len(doc.Tools.Allow) + len(b.Allow) + len(b.AllowChecks),
	}
	for i := range b.Redirects {
		t.add(b.Redirects[i].Decision)
	}
	for i := range b.Arguments {
		t.add(b.Arguments[i].Decision)
	}
	for i := range doc.Effects {
		t.add(doc.Effects[i].Decision)
	}
	for _, lang := range []*policy.Interpreter{&b.Interpreters.Python, &b.Interpreters.JavaScript} {
		for i := range lang.Calls {
			t.add(lang.Calls[i].Decision)
		}
		for i := range lang.Imports {
			t.add(lang.Imports[i].Decision)
		}
		if lang.Writes != nil {
			t.add(lang.Writes.Decision)
		}
	}
	return t
}
