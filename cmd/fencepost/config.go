package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/version"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// report is the config that applies in a directory.
type report struct {
	Project string `json:"project"`
	// false: the home directory or the root, where . contains nothing
	Found    bool               `json:"isProject"`
	Baked    []version.Policy   `json:"policies"` // what the program was built with
	Layers   []layer            `json:"layers"`
	Trust    string             `json:"trust,omitempty"` // of the project's config
	Ignored  []policy.Loosening `json:"ignored"`         // what of it does not count
	Presets  []string           `json:"presets"`         // in the order in which they apply
	Switched []switched         `json:"switched,omitempty"`
	Settings []policy.Value     `json:"settings"`
	Errors   []policy.Problem   `json:"errors"`
	Warnings []policy.Problem   `json:"warnings"`
	policy   *policy.Policy
}

// layer is one file of a layer.
type layer struct {
	Layer string `json:"layer"`
	File  string `json:"file"`
	Rules tally  `json:"rules"`
}

// list is a list for JSON, which is never null.
func list[T any](of []T) []T { return append([]T{}, of...) }

// configCommand shows the config that applies.
func configCommand(s stdio) *cobra.Command {
	var asJSON, trusted bool
	var dir string
	c := plainCommand("config", "show the configs, and every setting with its source", "",
		func() int { return runConfig(s, dir, asJSON, trusted) })
	jsonFlag(c, &asJSON)
	cwdFlag(c, &dir)
	trustedFlag(c, &trusted)
	return c
}

func runConfig(s stdio, dir string, asJSON, trusted bool) int {
	r, err := reportOf(dir, trusted)
	if err != nil {
		return s.fail("config: %v", err)
	}
	if asJSON {
		s.json(r)
	} else {
		r.print(s)
	}
	return brokenIf(r.policy)
}

func reportOf(dir string, trusted bool) (*report, error) {
	g, cwd, err := gateAt(dir, gate.Options{Trusted: trusted})
	if err != nil {
		return nil, err
	}
	p, project, isProject := g.Policy(cwd)
	r := &report{Project: project, Found: isProject, Presets: list(p.Presets()), Errors: list(p.Errors),
		Baked: version.Policies(p.Baked), policy: p, Layers: []layer{}}
	p.Warnings = append(p.Warnings, overruled(g, p, project, isProject)...)
	r.Warnings, r.Switched = list(p.Warnings), switchedBy(p.Switches())
	if p.Trust != policy.NoConfig {
		r.Trust = p.Trust.String()
	}
	r.Ignored, r.Settings = list(p.Ignored()), p.Provenance()
	counts := map[string]tally{}
	for _, doc := range p.Documents {
		counts[doc.File] = count(doc)
	}
	for _, file := range p.Files {
		r.Layers = append(r.Layers, layer{layerOf(file, g.ConfigHome()), file, counts[file]})
	}
	for _, doc := range p.Documents {
		if !slices.Contains(p.Files, doc.File) {
			r.Layers = append(r.Layers, layer{Layer: "policy", File: doc.File, Rules: counts[doc.File]})
		}
	}
	return r, nil
}

// layerOf names the layer that a config belongs to.
func layerOf(file, configHome string) string {
	switch {
	case file == managedFile:
		return "managed"
	case subpath.In(file, filepath.Join(configHome, confighome.Dir)):
		return "user"
	}
	return "project"
}

func (r *report) print(s stdio) {
	st := s.style
	printBroken(s, r.policy)
	note := ""
	if !r.Found {
		note = "(no project, because it is or holds the home directory: \".\" holds nothing)"
	}
	s.row("project", r.Project, note)
	for _, b := range r.Baked {
		s.row("policy", b.String(), "")
		if r.policy.HandedOutAs(b.Name) != nil {
			s.row("", b.File, "")
		}
	}
	for _, l := range r.Layers {
		s.row(l.Layer, l.File, l.Rules.String())
	}
	if r.Trust != "" {
		s.row("trust", "the project's config is "+r.Trust, "")
	}
	switch {
	case len(r.Layers) > 0 && r.policy.Default && r.Trust == "":
		s.row("layers", "the config only names the policy: the preset "+r.policy.Standard()+" applies", "")
	case len(r.Layers) == 0:
		s.row("layers", "there is no config: the preset "+r.policy.Standard()+" applies", "")
	}
	s.row("presets", strings.Join(r.Presets, ", "), "")
	for _, o := range r.Switched {
		s.row("switched", o.Is+" "+o.ID+" of "+o.Preset, "was "+o.Was+", "+o.Src)
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
	printProblems(s, s.style.yellow("warning"), r.policy.Warnings)
}

// printBroken says first that a broken config denies everything, and where it is broken.
func printBroken(s stdio, p *policy.Policy) {
	if len(p.Errors) == 0 {
		return
	}
	s.printf("%s\n", s.style.red("The config is broken, so every call is denied. Fix this first:"))
	printProblems(s, s.style.red("error"), p.Errors)
	s.printf("\n")
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
func count(doc *policy.Document) (t tally) {
	for _, r := range doc.Rules() {
		t.add(r.Decision)
	}
	return t
}
