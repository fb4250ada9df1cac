package policy_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// withOrg adds organisation files to a bundle: their text by name. Those that are enforced say so.
func withOrg(t testing.TB, b bundle, org map[string]string) []rule.Baked {
	t.Helper()
	var baked []rule.Baked
	for name, text := range org {
		doc, problems := parse.ParseOrganisation("org/"+name+".yaml", []byte(text))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		b[name] = doc
		baked = append(baked, rule.Baked{Preset: name, Src: doc.File,
			Enforced: doc.Baked.Enforced == rule.True, Default: doc.Baked.Default})
	}
	return baked
}

const head = "baked: {name: acme, version: '1', enforced: true}\n"

// TestLock lays a config over an enforced policy and looks at the settings in force.
func TestLock(t *testing.T) {
	tests := []struct {
		about    string
		org, own string
		want     string // key=value of the effective config, several separated by blanks
		warned   string // keys of which verify says that they have no effect
	}{
		{"a looser default", "default: ask", "default: allow", "default=ask", "default"},
		{"a stricter default", "default: ask", "default: deny", "default=deny", ""},
		{"the same default", "default: ask", "default: ask", "default=ask", ""},
		{"what the policy leaves open", "onError: deny", "default: allow", "default=allow onError=deny",
			""},
		{"a mode in the place of the default", "default: ask", "mode: allow", "default=ask mode=",
			"mode"},
		{"another mode", "mode: read-only", "mode: allow", "mode=read-only", "mode"},
		{"a stricter mode is another mode", "mode: workspace-write", "mode: read-only",
			"mode=workspace-write", "mode"},
		{"more room for a mode", "mode: workspace-write", "redirect: {tmpTarget: ~/x}",
			"redirect.tmpTarget=/tmp/claude", "redirect.tmpTarget"},
		{"a scratch directory without a mode", "default: ask", "redirect: {tmpTarget: /x}",
			"redirect.tmpTarget=/x", ""},
		{"the policy's scratch directory", "redirect: {tmpTarget: /y}", "redirect: {tmpTarget: /x}",
			"redirect.tmpTarget=/y", "redirect.tmpTarget"},
		{"onError, which the policy does not mention", "default: ask", "onError: allow", "onError=ask",
			"onError"},
		{"dynamic, which the policy does not mention", "default: ask", "dynamic: allow", "dynamic=ask",
			"dynamic"},
		{"onError, stricter", "default: ask", "onError: deny", "onError=deny", ""},
		{"dynamic, if the policy allows it", "dynamic: allow", "dynamic: allow", "dynamic=allow", ""},
		{"onError", "onError: deny", "onError: ask", "onError=deny", "onError"},
		{"dynamic", "dynamic: deny", "dynamic: ask", "dynamic=deny", "dynamic"},
		{"readOnly", "readOnly: ask", "readOnly: allow", "readOnly=ask", "readOnly"},
		{"readOnly, stricter", "readOnly: allow", "readOnly: ask", "readOnly=ask", ""},
		{"output", "output: {allow: silent}", "output: {allow: explicit}", "output.allow=silent",
			"output.allow"},
		{"chains", "tools: {bash: {discourageChaining: true}}",
			"tools: {bash: {discourageChaining: false}}", "tools.bash.discourageChaining=true",
			"tools.bash.discourageChaining"},
		{"manual runs", "tools: {bash: {offerManualRun: false}}", "tools: {bash: {offerManualRun: true}}",
			"tools.bash.offerManualRun=false", "tools.bash.offerManualRun"},
		{"the redirect", "redirect: {tmp: true}", "redirect: {tmp: false}", "redirect.tmp=true",
			"redirect.tmp"},
		{"guidance", "guidance: {includeDefaults: true}", "guidance: {includeDefaults: false}",
			"guidance.includeDefaults=true", "guidance.includeDefaults"},
		{"guidance that is not wanted", "guidance: {extra: [x]}", "guidance: {enabled: false}",
			"guidance.enabled=true", "guidance.enabled"},
		{"guidance that the policy switches off", "guidance: {enabled: false, extra: [x]}",
			"guidance: {enabled: true}", "guidance.enabled=false", "guidance.enabled"},
		{"the log", "audit: {enabled: true}", "audit: {enabled: false}", "audit.enabled=true",
			"audit.enabled"},
		{"where the log is", "audit: {enabled: true}", "audit: {path: /dev/null}",
			"audit.path={HOME}/.claude/fencepost/logs/audit.jsonl", "audit.path"},
		{"a log of one line", "audit: {path: /log}", "audit: {maxBytes: 1, keep: 0}",
			"audit.path=/log audit.maxBytes=10485760 audit.keep=3", "audit.maxBytes audit.keep"},
		{"a log of which the policy says nothing", "default: ask", "audit: {enabled: false}",
			"audit.enabled=false", ""},
		{"what a preset of the user sets", "default: deny", "import: [loose]", "default=deny", ""},
		{"what the policy imports", "import: [loose]", "readOnly: ask\nonError: allow",
			"default=allow readOnly=ask onError=ask", "onError"},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			for _, in := range []string{inHome, inProj} {
				b := newBundle(t, map[string]string{"recommended": "default: ask\n",
					"loose": "default: allow\n"})
				home, proj := tree(t, map[string]string{in: tt.own + "\n"})
				p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj, Presets: b,
					Baked: withOrg(t, b, map[string]string{"acme": head + tt.org + "\n"})})
				if p.Failure() != "" {
					t.Fatal(p.Failure())
				}
				effective := p.Effective()
				settings, shown := policy.SettingValues(&effective), p.Provenance()
				for w := range strings.FieldsSeq(tt.want) {
					key, want, _ := strings.Cut(w, "=")
					want = strings.Replace(want, "{HOME}", home, 1)
					for i, v := range settings {
						if v.Key == key && (v.Value != want || shown[i].Value != want) {
							t.Errorf("%s: %s is %q, shown as %q from %s, want %q", in, key, v.Value, shown[i].Value,
								shown[i].Src, want)
						}
					}
				}
				if got, want := p.LocksMode(), strings.Contains(tt.org, "mode:") ||
					strings.Contains(tt.org, "default:") || strings.Contains(tt.org, "import:"); got != want {
					t.Errorf("the mode is locked: %v, want %v", got, want)
				}
				var warned []string
				for _, w := range p.Overruled(nil, proj, nil) {
					key, _, _ := strings.Cut(w.Text, ":")
					warned = append(warned, key)
					if !strings.HasSuffix(w.File, "fencepost.yaml") || w.Line == 0 ||
						!strings.Contains(w.Text, "organisation policy") {
						t.Errorf("the warning does not say where: %+v", w)
					}
				}
				if got := strings.Join(warned, " "); got != tt.warned {
					t.Errorf("%s: warned of %q, want %q", in, got, tt.warned)
				}
			}
		})
	}
}

// TestBakedLayers looks at which rule sets apply, and in which order.
func TestBakedLayers(t *testing.T) {
	tests := []struct {
		about string
		org   map[string]string
		own   string
		sets  string
		n     int // enforced
		std   string
	}{
		{"no organisation", nil, "", "recommended", 0, "recommended"},
		{"enforced, no config", map[string]string{"acme": head}, "", "acme recommended", 1,
			"recommended"},
		{"enforced, config", map[string]string{"acme": head}, "default: ask", "acme fencepost.yaml", 1,
			"recommended"},
		{"imports of the enforced", map[string]string{"acme": head + "import: [git]\n"}, "import: [git]",
			"git acme", 2, "recommended"},
		{"a default of its own",
			map[string]string{"acme": "baked: {name: acme, version: '1', enforced: true, default: git}"}, "",
			"acme git", 1, "git"},
		{"it is the default itself",
			map[string]string{"acme": "baked: {name: acme, version: '1', enforced: true, default: acme}"},
			"", "acme", 1, "acme"},
		{"a default alone", map[string]string{"dev": "baked: {default: dev}\nimport: [git]\n"}, "",
			"git dev", 0, "dev"},
		{"not enforced, not imported", map[string]string{"dev": "default: deny"}, "default: ask",
			"fencepost.yaml", 0, "recommended"},
		{"not enforced, imported", map[string]string{"dev": "default: deny"}, "import: [dev]",
			"dev", 0, "recommended"},
		{"enforced and imported by the user as well", map[string]string{"acme": head}, "import: [acme]",
			"acme", 1, "recommended"},
	}
	for _, tt := range tests {
		t.Run(tt.about, func(t *testing.T) {
			b := newBundle(t, map[string]string{"recommended": "default: ask\n", "git": ""})
			files := map[string]string{}
			if tt.own != "" {
				files[inProj] = tt.own + "\n"
			}
			home, proj := tree(t, files)
			p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj, Presets: b,
				Baked: withOrg(t, b, tt.org)})
			var names []string
			for _, set := range p.Sets {
				names = append(names, set.Name()[strings.LastIndexByte(set.Name(), '/')+1:])
			}
			if got := strings.Join(names, " "); got != tt.sets || p.Enforced != tt.n ||
				p.Standard() != tt.std || p.Failure() != "" {
				t.Errorf("got %q, %d enforced, standard %s, %s; want %q, %d, %s", got, p.Enforced, p.Standard(),
					p.Failure(), tt.sets, tt.n, tt.std)
			}
		})
	}
}

// TestBakedUnchanged: what is merged from a rule set, which is static data that all policies of a
// process share, stays as it is.
func TestBakedUnchanged(t *testing.T) {
	b := newBundle(t, map[string]string{"recommended": ""})
	org := withOrg(t, b, map[string]string{"acme": head +
		"tools: {require: [{tool: x, mode: read-only}]}\nprotect: [a]\n"})
	home, proj := tree(t,
		map[string]string{inProj: "tools: {require: [{tool: y, mode: read-only}]}\nprotect: [b]\n"})
	p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj, Presets: b, Baked: org})
	if p.Failure() != "" {
		t.Fatal(p.Failure())
	}
	merged := p.Effective()
	if len(merged.Require) != 2 || !merged.Require[0].Enforced || merged.Require[1].Enforced ||
		strings.Join(merged.Protect, " ") != "a b" {
		t.Errorf("merged: %+v, %q", merged.Require, merged.Protect)
	}
	for _, set := range p.Sets {
		s := set.Settings()
		for _, r := range s.Require {
			if r.Enforced {
				t.Errorf("%s: the rule set itself says that %s is enforced", set.Name(), r.Tool)
			}
		}
		if len(s.Protect) > 1 {
			t.Errorf("%s: protect is %q", set.Name(), s.Protect)
		}
	}
}

// A program that lacks a part of its policy closes the fence.
func TestBakedIncomplete(t *testing.T) {
	b := newBundle(t, map[string]string{"recommended": ""})
	for _, baked := range []rule.Baked{{Preset: "gone", Src: "org/gone.yaml", Enforced: true},
		{Preset: "acme", Src: "org/acme.yaml", Enforced: true}} {
		doc, _ := parse.ParseOrganisation("org/acme.yaml", []byte(head+"import: [gone]\n"))
		b["acme"] = doc
		home, proj := tree(t, nil)
		if p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj, Presets: b,
			Baked: []rule.Baked{baked}}); !strings.Contains(p.Failure(),
			baked.Src+": this program lacks a part") {
			t.Errorf("%s: %q", baked.Preset, p.Failure())
		}
	}
}

// TestOverruledRules names the allow rules that an enforced policy answers otherwise, and no
// others.
func TestOverruledRules(t *testing.T) {
	const org = head + `
tools:
  deny: [{tool: mcp__prod__*}]
  require: [{tool: Deploy, mode: danger-full-access}]
  bash:
    deny: [terraform destroy]
    ask: [docker push]
    allowChecks: ['^docker push ours/']
    arguments: [{command: git, subcommand: push, hasFlag: [--force], decision: deny}]
    redirects: [{mode: write, glob: "deploy/**", decision: ask}]
effects:
  - {on: [network], host: "*.prod", decision: deny}
`
	tests := []struct {
		own  string
		want string // "" for no finding
	}{
		{"tools: {allow: [mcp__prod__query]}", "tools.allow: mcp__prod__query"},
		{"tools: {allow: [mcp__dev__query]}", ""},
		{"tools: {require: [{tool: Deploy, mode: read-only}]}", `tools.require "Deploy"`},
		{"tools: {require: [{tool: Other, mode: read-only}]}", ""},
		{"tools: {bash: {allow: [terraform destroy -auto-approve]}}",
			"bash.allow: terraform destroy -auto-approve"},
		{"tools: {bash: {allow: [terraform plan, terraform]}}", ""},
		{"tools: {bash: {allow: [docker push]}}", "bash.allow: docker push"},
		{"tools: {bash: {allow: [docker push ours/app]}}", ""},
		{"tools: {bash: {allowChecks: ['^docker push \\S+$', '^docker']}}", "bash.allowChecks: ^docker"},
		{"tools: {bash: {allowChecks: ['^docker ps']}}", ""},
		{"tools: {bash: {arguments: [{command: git|hub, subcommand: push, hasFlag: [-n, --force], " +
			"decision: allow}]}}", "bash.arguments: git|hub"},
		{"tools: {bash: {arguments: [{command: git, subcommand: push, hasFlag: [-n], decision: allow}]}}",
			""},
		{"tools: {bash: {arguments: [{command: git, subcommand: push, hasFlag: [--force], decision: " +
			"ask}]}}", ""},
		{"tools: {bash: {redirects: [{mode: append, glob: deploy/x, decision: allow}]}}",
			"bash.redirects"},
		{"tools: {bash: {redirects: [{mode: read, glob: deploy/x, decision: allow}]}}", ""},
		{"effects: [{on: [network], host: db.prod, decision: allow}]", "effects: network"},
		{"effects: [{on: [network], host: db.dev, decision: allow}]", ""},
	}
	for _, tt := range tests {
		b := newBundle(t, nil)
		home, proj := tree(t, map[string]string{inProj: tt.own + "\n"})
		p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj, Presets: b,
			Baked: withOrg(t, b, map[string]string{"acme": org})})
		found := p.Overruled([]*policy.Document{b["acme"]}, proj, samplePlaces{proj})
		switch {
		case p.Failure() != "":
			t.Error(p.Failure())
		case tt.want == "" && len(found) > 0, tt.want != "" &&
			(len(found) != 1 || !strings.HasPrefix(found[0].Text, tt.want) || found[0].Line != 1 ||
				!strings.Contains(found[0].Text, "org/acme.yaml:")):
			t.Errorf("%s: got %v, want %q", tt.own, found, tt.want)
		}
	}
}

// samplePlaces knows globs that are anchored at the project.
type samplePlaces struct{ project string }

func (s samplePlaces) Inside(p *fact.Path, root string, strict bool) (written, target fact.Tri) {
	return fact.No, fact.No
}

func (s samplePlaces) Glob(p *fact.Path, glob string, fold bool) (written, target fact.Tri) {
	if strings.HasPrefix(p.Abs, s.project+"/"+strings.TrimSuffix(glob, "**")) {
		return fact.Yes, fact.Yes
	}
	return fact.No, fact.No
}

// Glance says that nothing is known.
func (samplePlaces) Glance(*fact.Path) fact.Glance { return fact.AnyGlance() }
