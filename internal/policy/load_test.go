package policy_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// bundle is a set of presets from YAML. It stands for the generated ones.
type bundle map[string]*policy.Document

func newBundle(t testing.TB, presets map[string]string) bundle {
	b := bundle{}
	for name, config := range presets {
		doc, problems := parse.ParsePreset(name+".yaml", []byte("meta: {title: t, description: d}\n"+config))
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		b[name] = doc
	}
	return b
}

func (b bundle) Lookup(name string) (rule.RuleSet, bool) {
	doc, ok := b[name]
	if !ok {
		return nil, false
	}
	return preset{policy.NewRuleSet(name, doc)}, true
}

// preset hides that the rule set is an interpreted one.
type preset struct{ rule.RuleSet }

func (p preset) Infos() string { return p.RuleSet.(interface{ Infos() string }).Infos() }

func (b bundle) Imports(name string) []string { return presetNames(b[name].Import) }

func (b bundle) Scopes() *rule.ScopeTable { return nil }

func (b bundle) Scope(string) uint8 { return 0 }

func (b bundle) Names() []string {
	var names []string
	for n := range b {
		names = append(names, n)
	}
	slices.Sort(names)
	return names
}

// tree makes the files of a test below a temporary home and project: "home/…" and "home/proj/…" or
// "proj/…".
func tree(t testing.TB, files map[string]string) (home, proj string) {
	t.Helper()
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"home", "proj"} {
		if err := os.Mkdir(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, data := range files {
		path := filepath.Join(base, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o755)
		} else {
			err = os.WriteFile(path, []byte(data), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(base, "home"), filepath.Join(base, "proj")
}

const (
	inHome = "home/.claude/fencepost.yaml"
	inProj = "proj/.claude/fencepost.yaml"
	conf   = "proj/.claude/fencepost/config/"
)

func TestLayers(t *testing.T) {
	presets := newBundle(t, map[string]string{
		"recommended": "import: [git, node]\nreadOnly: allow\n",
		"git":         "import: [base]\ndefault: deny\n",
		"node":        "import: [base, recommended]\n",
		"base":        "dynamic: deny\n",
	})
	tests := []struct {
		name  string
		files map[string]string
		sets  string // names in order, those of files by their base name
		check func(s rule.Settings) string
		want  string
	}{
		{"nothing", nil, "base git node recommended",
			func(s rule.Settings) string {
				return s.ReadOnly.String() + s.Default.String() +
					s.Dynamic.String()
			}, "allowdenydeny"},
		{"an empty file", map[string]string{inProj: ""}, "proj",
			func(s rule.Settings) string { return s.ReadOnly.String() }, "ask"},
		{"user before project", map[string]string{inHome: "default: deny\n", inProj: "default: allow\n"},
			"home proj",
			func(s rule.Settings) string { return s.Default.String() }, "allow"},
		{"a silent project", map[string]string{inHome: "default: deny\n", inProj: "onError: deny\n"},
			"home proj",
			func(s rule.Settings) string { return s.Default.String() + s.OnError.String() }, "denydeny"},
		{"a preset before the file that imports it",
			map[string]string{inProj: "import: [git]\ndefault: allow\n"}, "base git proj",
			func(s rule.Settings) string { return s.Default.String() + s.Dynamic.String() }, "allowdeny"},
		{"a preset over an earlier layer", map[string]string{inHome: "default: allow\n",
			inProj: "import: [git]\n"}, "home base git",
			func(s rule.Settings) string { return s.Default.String() }, "deny"},
		{"a preset once", map[string]string{inHome: "import: [git]\ndefault: allow\n",
			inProj: "import: [git, node]\n"}, "base git home recommended node",
			func(s rule.Settings) string { return s.Default.String() }, "allow"},
		{"all", map[string]string{inProj: "import: [all]\n"}, "base git recommended node",
			func(s rule.Settings) string { return s.ReadOnly.String() }, "allow"},
		{"the directory before the file", map[string]string{inProj: "default: deny\n", conf +
			"20-b.yaml": "default: allow\n", conf + "10-a.yaml": "onError: deny\ndefault: deny\n"},
			"10-a 20-b",
			func(s rule.Settings) string { return s.Default.String() + s.OnError.String() }, "allowdeny"},
		{"imports of a later file", map[string]string{conf + "10-a.yaml": "default: allow\n", conf +
			"20-b.yaml": "import: [git]\n"}, "base git 10-a",
			func(s rule.Settings) string { return s.Default.String() }, "allow"},
		{"a directory without YAML", map[string]string{inProj: "default: deny\n", conf + "README.md": "x",
			conf + ".hidden.yaml": "x"}, "proj",
			func(s rule.Settings) string { return s.Default.String() }, "deny"},
		{"an empty directory", map[string]string{conf: ""}, "base git node recommended",
			func(s rule.Settings) string { return s.ReadOnly.String() }, "allow"},
		{"fields of a block", map[string]string{inHome: "redirect: {tmp: true}\n",
			inProj: "redirect: {tmpTarget: ~/tmp}\n"}, "home proj",
			func(s rule.Settings) string {
				return fmt.Sprint(s.RedirectTmp,
					filepath.Base(s.RedirectTarget))
			}, "2tmp"},
		{"lists", map[string]string{inHome: "protect: [a]\nguidance: {extra: [u]}\n",
			inProj: "protect: [b]\nguidance: {extra: [p]}\n"}, "home proj",
			func(s rule.Settings) string { return fmt.Sprint(s.Protect, s.GuidanceExtra) }, "[a b] [u p]"},
		{"more lists", map[string]string{inProj: "tools: {require: [{tool: X, mode: read-only}], bash: " +
			"{interpreters: {python: {names: [py]}, javascript: {names: [qjs]}}}}\n"}, "proj",
			func(s rule.Settings) string {
				return fmt.Sprint(s.Names, s.Require[0].Tool, s.Require[0].Mode,
					strings.HasSuffix(s.Require[0].Src, "fencepost.yaml:1"))
			}, "[{python py} {javascript qjs}]Xread-only true"},
		{"built-in values", map[string]string{inProj: "audit: {keep: 0}\n"}, "proj",
			func(s rule.Settings) string {
				return fmt.Sprint(s.Default, s.OnError, s.OutputAllow, s.Mode == rule.ModeUnset,
					s.DiscourageChaining, s.RedirectTarget, s.AuditMaxBytes, s.AuditKeep)
			}, "ask ask 1 true 2/tmp/claude10485760 0"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			home, proj := tree(t, test.files)
			p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj, Presets: presets})
			if len(p.Errors)+len(p.Warnings) > 0 {
				t.Fatal(p.Errors, p.Warnings)
			}
			var names []string
			for _, s := range p.Sets {
				name := strings.TrimSuffix(filepath.Base(s.Name()), ".yaml")
				if name == "fencepost" {
					name = filepath.Base(filepath.Dir(filepath.Dir(s.Name())))
				}
				names = append(names, name)
			}
			if got := strings.Join(names, " "); got != test.sets {
				t.Errorf("sets %q, want %q", got, test.sets)
			}
			if got := test.check(p.Effective()); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if p.Default != (len(p.Files) == 0) {
				t.Errorf("default %v with files %v", p.Default, p.Files)
			}
		})
	}
}

func TestLoadErrors(t *testing.T) {
	presets := newBundle(t, map[string]string{"recommended": "default: allow\n",
		"git": "import: [nowhere]\n"})
	tests := []struct {
		name  string
		files map[string]string
		do    func(home, proj string) error
		want  string
	}{
		{"unknown preset", map[string]string{inProj: "import: [no-such-preset]\n"}, nil,
			`fencepost.yaml:1:10: unknown preset "no-such-preset" (use one of git, recommended and all)`},
		{"preset with a slip", map[string]string{inProj: "import: [recomended]\n"}, nil,
			`did you mean "recommended"?`},
		{"preset that imports nothing known", map[string]string{inProj: "import: [git]\n"}, nil,
			"unknown preset"},
		{"a broken user layer", map[string]string{inHome: "defualt: ask\n", inProj: "default: ask\n"},
			nil, "home/.claude/fencepost.yaml:1:1: unknown key"},
		{"one broken file of two", map[string]string{conf + "1.yaml": "default: ask\n", conf +
			"2.yaml": "defualt: ask\n"}, nil, "2.yaml:1:1: unknown key"},
		{"a directory in place of the file", map[string]string{inProj + "/": ""}, nil,
			"fencepost.yaml: the config cannot be read: it is not a regular file"},
		{"a directory in the directory", map[string]string{conf + "x.yaml/": ""}, nil,
			"x.yaml: the config cannot be read: it is not a regular file"},
		{"a file in place of the directory", map[string]string{"proj/.claude/fencepost/config": "x"}, nil,
			"config: the config cannot be read: it is not a directory"},
		{"a file in place of its parent", map[string]string{"proj/.claude/fencepost": "x"}, nil,
			"fencepost: the config cannot be read: it is not a directory"},
		{"a link to nothing", map[string]string{"proj/.claude/": ""},
			func(_, proj string) error {
				return os.Symlink("gone",
					filepath.Join(proj, ".claude/fencepost.yaml"))
			},
			"fencepost.yaml: the config cannot be read: it is a link to nothing"},
		{"a directory link to nothing", map[string]string{"proj/.claude/fencepost/": ""},
			func(_, proj string) error {
				return os.Symlink("gone",
					filepath.Join(proj, ".claude/fencepost/config"))
			},
			"config: the config cannot be read: it is a link to nothing"},
		{".claude a link to nothing", nil,
			func(home, _ string) error { return os.Symlink("gone", filepath.Join(home, ".claude")) },
			".claude: the config cannot be read: it is a link to nothing"},
		{"a link to itself", map[string]string{"proj/.claude/": ""},
			func(_, proj string) error {
				return os.Symlink("fencepost.yaml", filepath.Join(proj, ".claude/fencepost.yaml"))
			}, "the config cannot be read: too many levels"},
		{"no permission", map[string]string{inProj: "default: ask\n"},
			func(_, proj string) error { return os.Chmod(filepath.Join(proj, ".claude/fencepost.yaml"), 0) },
			"permission denied"},
		{"too large", map[string]string{inProj: strings.Repeat("#\n", 1<<20)}, nil,
			"fencepost.yaml: the file is larger than"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.name == "no permission" && os.Geteuid() == 0 {
				t.Skip("root reads everything")
			}
			home, proj := tree(t, test.files)
			if test.do != nil {
				if err := test.do(home, proj); err != nil {
					t.Fatal(err)
				}
			}
			p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj, Presets: presets})
			if got := p.Failure(); !strings.Contains(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if p.Default {
				t.Error("the default policy applies in spite of the error")
			}
		})
	}
}

func TestFailure(t *testing.T) {
	p := &policy.Policy{Errors: []policy.Problem{{File: "f", Line: 2, Col: 1, Text: "a"},
		{File: "f", Line: 3, Text: "b", Mend: "c"}}}
	if got := p.Failure(); got != "f:2:1: a; and one more error" {
		t.Errorf("got %q", got)
	}
	if got := p.Errors[1].String(); got != "f:3: b (c)" {
		t.Errorf("got %q", got)
	}
}

func TestYmlIsWarned(t *testing.T) {
	home, proj := tree(t, map[string]string{conf + "a.yaml": "", conf + "b.yml": "default: deny\n"})
	p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj})
	if len(p.Warnings) != 1 || !strings.HasSuffix(p.Warnings[0].String(),
		"b.yml: this file is not read (rename it to .yaml)") {
		t.Errorf("warnings %v", p.Warnings)
	}
}

func TestHomeIsLoadedOnce(t *testing.T) {
	home, _ := tree(t, map[string]string{inHome: "default: deny\n"})
	if p := policy.Load(policy.Source{Home: home, Project: home}); len(p.Files) != 1 {
		t.Errorf("files %v", p.Files)
	}
}

func TestProvenance(t *testing.T) {
	presets := newBundle(t, map[string]string{"git": "readOnly: allow\ndefault: allow\n"})
	home, proj := tree(t, map[string]string{inHome: "\nonError: deny\ndefault: deny\n",
		inProj: "import: [git]\ntools:\n  bash:\n    offerManualRun: false\n"})
	p := policy.Load(policy.Source{Home: home, Trusted: true, Project: proj, Presets: presets})
	want := map[string]string{
		"default":                   "allow from preset git",
		"onError":                   "deny from " + home + "/.claude/fencepost.yaml:2",
		"readOnly":                  "allow from preset git",
		"dynamic":                   "ask from built in",
		"mode":                      " from built in",
		"tools.bash.offerManualRun": "false from " + proj + "/.claude/fencepost.yaml:4",
		"audit.maxBytes":            "10485760 from built in",
	}
	seen := 0
	for _, v := range p.Provenance() {
		if w, ok := want[v.Key]; ok {
			seen++
			if got := v.Value + " from " + v.Src; got != w {
				t.Errorf("%s: got %q, want %q", v.Key, got, w)
			}
		}
	}
	if seen != len(want) {
		t.Errorf("%d of %d keys", seen, len(want))
	}
}

func TestFind(t *testing.T) {
	files := map[string]string{
		"proj/.git/HEAD":                               "x",
		"proj/a/b/":                                    "",
		"proj/pkg/web/.claude/fencepost.yaml":          "x",
		"proj/pkg/web/src/":                            "",
		"proj/pkg/dir/.claude/fencepost/config/x.yaml": "x",
		"proj/pkg/none/.claude/fencepost/config/":      "",
		"proj/pkg/claude/.claude/settings.json":        "{}",
		"proj/worktree/.git":                           "gitdir: x",
		"home/.claude/fencepost.yaml":                  "x",
		"home/.git/HEAD":                               "x",
		"home/src/app/":                                "",
		"home/src/repo/.git/HEAD":                      "x",
		"home/src/repo/sub/":                           "",
		".git/HEAD":                                    "x",
		"other/x/":                                     "",
	}
	home, proj := tree(t, files)
	base := filepath.Dir(home)
	for link, to := range map[string]string{"other/tosub": "proj/a/b", "other/tohome": "home",
		"linkhome": "home", "proj/gone/.claude": "", "home/link": "proj"} {
		if to == "" {
			continue
		}
		if err := os.Symlink(filepath.Join(base, to), filepath.Join(base, link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(filepath.Join(proj, "dangling/.claude"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("gone", filepath.Join(proj, "dangling/.claude/fencepost.yaml")); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		cwd, env, want string
		is             bool
	}{
		{"proj", "", "proj", true},
		{"proj/a/b", "", "proj", true},
		{"proj/a/b/gone", "", "proj", true},
		{"proj/pkg/web/src", "", "proj/pkg/web", true},
		{"proj/pkg/dir", "", "proj/pkg/dir", true},
		{"proj/pkg/none", "", "proj", true},
		{"proj/pkg/claude", "", "proj", true},
		{"proj/worktree", "", "proj/worktree", true},
		{"proj/dangling", "", "proj/dangling", true},
		{"proj/a/../a", "", "proj", true},
		{"home", "", "home", false},
		{"home/src/app", "", "home/src/app", true},
		{"home/src/repo/sub", "", "home/src/repo", true},
		{"other/x", "", "other/x", true}, // .git in an ancestor of the home directory makes no project
		{"", "", "", false},
		{"other/tosub", "", "proj", true},
		{"other/tohome", "", "other/tohome", false},
		{"home/link", "", "home/link", true},
		{"home", "proj", "proj", true},
		{"proj/pkg/web", "proj", "proj", true},
		{"proj", "home", "home", false},
		{"proj", "other/tohome", "other/tohome", false},
		{"proj", "gone", "gone", true},
	}
	for _, h := range []string{"home", "linkhome", "other/../home"} {
		for _, test := range tests {
			env := ""
			if test.env != "" {
				env = filepath.Join(base, test.env)
			}
			got, is := find(base+"/"+test.cwd, filepath.Join(base, h), env)
			if want := filepath.Join(base, test.want); got != want || is != test.is {
				t.Errorf("home %s, cwd %q, env %q: got %s %v, want %s %v", h, test.cwd, test.env, got, is, want,
					test.is)
			}
		}
	}
	for _, cwd := range []string{"/", "//", "", "a/b"} {
		if got, is := find(cwd, home, ""); is {
			t.Errorf("cwd %q: %s is a project", cwd, got)
		}
	}
	if got, is := find(proj, home, "a"); got != filepath.Join(proj, "a") || !is {
		t.Errorf("relative CLAUDE_PROJECT_DIR: %s %v", got, is)
	}
	if got, is := find(proj, "", ""); got != proj || !is {
		t.Errorf("no home: %s %v", got, is)
	}
}

// TestStartedDeep: the directory in which an agent was started is rarely the top of the repository.
func TestStartedDeep(t *testing.T) {
	base, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home := filepath.Join(base, "home")
	for _, dir := range []string{
		"home/repo/.git", "home/repo/src/deep", "home/repo/vendor/sub",
		"home/repo/.claude/worktrees/w/src", "home/wt/src",
		"home/own/.claude/fencepost/config", "home/own/src", "home/plain/src", "home/.git", "above/.git",
		"above/x",
	} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range map[string]string{
		"home/repo/vendor/sub/.git":                "gitdir: ../../.git/modules/sub\n",
		"home/repo/.claude/worktrees/w/.git":       "gitdir: /x\n",
		"home/wt/.git":                             "gitdir: /x\n",
		"home/own/.claude/fencepost/config/a.yaml": "default: ask\n",
	} {
		if err := os.WriteFile(filepath.Join(base, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(base, "home/repo/src"),
		filepath.Join(base, "link")); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		start, want string
		is, git     bool
	}{
		{"home/repo", "home/repo", true, true},
		{"home/repo/src/deep", "home/repo", true, true},
		{"home/repo/src/gone", "home/repo", true, true},
		{"home/repo/vendor/sub", "home/repo/vendor/sub", true, true},
		{"home/repo/.claude/worktrees/w/src", "home/repo/.claude/worktrees/w", true, true},
		{"home/wt/src", "home/wt", true, true},
		{"home/own/src", "home/own", true, false},
		// the home directory is no project, whatever it holds
		{"home/plain/src", "home/plain/src", true, false},
		{"home", "home", false, false},
		{"link/deep", "home/repo", true, true},
		{"above/x", "above", true, true},
	} {
		p := policy.NewHome(home).Find(filepath.Join(base, test.start), "")
		if p.Dir != filepath.Join(base, test.want) || p.Is != test.is || p.Git != test.git {
			t.Errorf("%s: got %s %v %v, want %s %v %v", test.start, p.Dir, p.Is, p.Git, test.want, test.is,
				test.git)
		}
	}
}

func find(cwd, home, claudeProjectDir string) (dir string, is bool) {
	p := policy.NewHome(home).Find(cwd, claudeProjectDir)
	return p.Dir, p.Is
}

func presetNames(list []policy.Import) []string {
	var names []string
	for _, i := range list {
		names = append(names, i.Preset)
	}
	return names
}
