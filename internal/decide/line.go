package decide

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/rule"
)

// What no command shows by itself, the commands of one line may show together: a secret that is read by one and a
// network that is used by another, or a file that is written by one and run by another. These judgements about the
// line are part of presets: `secrets` brings the first, `build` and `npm` the second.

// secretRead is a read that a rule denies or asks about for certain.
type secretRead struct {
	command int
	about   string
}

// line judges the commands together. It returns the index of the command that decides.
func (d *Decider) line(f *fact.Facts, own []opinion) (o opinion, at int) {
	if d.uses("secrets") {
		if o, at = d.egress(f); o.decision != rule.Unset {
			return o, at
		}
	}
	if d.uses("build") || d.uses("npm") {
		if o, at = d.writtenThenRun(f, own); o.decision != rule.Unset {
			return o, at
		}
		return d.elsewhere(f, own)
	}
	return opinion{}, -1
}

func (d *Decider) uses(preset string) bool {
	for _, s := range d.Sets {
		if s.Name() == preset {
			return true
		}
	}
	return false
}

// egress denies a line that reads what the rules guard and reaches a host: wherever the one stands, what was read may
// leave with the other.
func (d *Decider) egress(f *fact.Facts) (opinion, int) {
	if d.secret == nil {
		return opinion{}, -1
	}
	for i := range f.Commands {
		if !reachesOut(&f.Commands[i]) {
			continue
		}
		why := "a secret is read (" + d.secret.about + ") and the network is used in one call"
		d.say(Said{Command: i, About: f.Commands[i].Text, Decision: rule.Deny, Tier: rule.TierDeny, Why: why})
		return opinion{decision: rule.Deny, cause: rule.ByHazard, why: why, ruleID: "line: secret and network"}, i
	}
	return opinion{}, -1
}

// noteRead remembers a read that a rule denies or asks about for certain.
func (d *Decider) noteRead(i int, p *fact.Path, o *opinion) {
	if d.secret == nil && o.decision >= rule.Ask && !o.maybe && o.cause == rule.ByRule {
		d.secret = &secretRead{command: i, about: p.Written}
	}
}

// reachesOut reports whether a command contacts another machine.
func reachesOut(c *fact.Command) bool {
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Network && !thisMachine(e.Host) {
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

func thisMachine(host string) bool {
	return host == "localhost" || host == "127.0.0.1" || host == "::1"
}

// writtenThenRun asks about a build or test that would pass by itself where an earlier command of the line writes what
// it runs: nobody has seen that yet.
func (d *Decider) writtenThenRun(f *fact.Facts, own []opinion) (opinion, int) {
	for i := range f.Commands {
		c := &f.Commands[i]
		if own[i].decision > rule.Allow || !runsFiles(c) {
			continue
		}
		for k := range f.Commands[:i] {
			name := writesFor(f, k, c)
			if name == "" {
				continue
			}
			why := "it may run " + name + ", which is written in the same call"
			d.say(Said{Command: i, About: c.Text, Decision: rule.Ask, Tier: rule.TierAsk, Why: why})
			return opinion{decision: rule.Ask, cause: rule.ByHazard, why: why, ruleID: "line: written, then run"}, i
		}
	}
	return opinion{}, -1
}

// elsewhere asks about a build or test that would pass by itself in a directory outside the project: what it runs there is
// not the project's code. A directory that is not known is left alone: mostly it is the top of the work tree.
func (d *Decider) elsewhere(f *fact.Facts, own []opinion) (opinion, int) {
	for i := range f.Commands {
		c := &f.Commands[i]
		if own[i].decision > rule.Allow || !runsUnseen(c) || !d.outside(&c.Dirs) && !d.sentOutside(c) {
			continue
		}
		why := "it runs what lies outside the project"
		d.say(Said{Command: i, About: c.Text, Decision: rule.Ask, Tier: rule.TierAsk, Why: why})
		return opinion{decision: rule.Ask, cause: rule.ByHazard, why: why, ruleID: "line: outside the project"}, i
	}
	return opinion{}, -1
}

// runsUnseen reports whether a command runs code of the directory that it is in.
func runsUnseen(c *fact.Command) bool {
	if c.Kind != fact.Simple || c.Wrapper != fact.NoWrapper {
		return false
	}
	for k := range c.Effects {
		if e := &c.Effects[k]; e.Kind == fact.Exec && !e.InCode {
			return true
		}
	}
	return false
}

// outside reports whether one of the directories lies outside the project. What lies in the scratch directory was copied or
// unpacked there, and is not the project's either.
func (d *Decider) outside(dirs *fact.Dirs) bool {
	if !dirs.Known {
		return false
	}
	project := []string{"."}
	for _, dir := range dirs.List {
		p := fact.Path{Written: dir, Abs: dir, Known: true}
		if rule.Outside(&p, project, d.Places, false) == fact.Yes {
			return true
		}
	}
	return false
}

// sentOutside reports whether an option such as make -C sends a command to a directory that is not one of the project.
func (d *Decider) sentOutside(c *fact.Command) bool {
	for k := range c.Operands {
		o := &c.Operands[k]
		if o.Role == fact.RoleDir && o.Flag != "" && rule.Outside(&o.Path, []string{"."}, d.Places, false) != fact.No {
			return true
		}
	}
	return false
}

// runsFiles reports whether a command runs files that its words need not name, as a build does.
func runsFiles(c *fact.Command) bool {
	if c.Kind != fact.Simple || len(c.Argv) == 0 {
		return false
	}
	if !c.Known {
		return c.Name != ""
	}
	for k := range c.Effects {
		if c.Effects[k].Kind == fact.Exec {
			return true
		}
	}
	return false
}

// writesFor returns the name of a file that one command writes and another may run; "" for none.
func writesFor(f *fact.Facts, i int, runner *fact.Command) string {
	w := &f.Commands[i]
	if unpacks(f, i) {
		return "what " + w.Name + " unpacks"
	}
	for k := range w.Effects {
		e := &w.Effects[k]
		if (e.Kind == fact.Write || e.Kind == fact.Append) && !e.Create && !e.Tree && runs(runner, &e.Path, edits(w, e)) {
			return e.Path.Written
		}
	}
	for k := range w.Redirects {
		r := &w.Redirects[k]
		if !r.Exempt && !r.Net && (r.Mode == fact.RedirWrite || r.Mode == fact.RedirAppend) && runs(runner, &r.Path, false) {
			return r.Path.Written
		}
	}
	return ""
}

// runs reports whether the runner may run the file: it reads it by name, or it is one that tools of its kind look for. A
// source file that is edited in place is not counted: the edit stands in the call.
func runs(runner *fact.Command, p *fact.Path, edited bool) bool {
	for k := range runner.Effects {
		if e := &runner.Effects[k]; p.Known && e.Kind == fact.Read && e.Path.Abs == p.Abs {
			return true
		}
	}
	name := strings.ToLower(path.Base(p.Abs))
	if !p.Known {
		return false
	}
	return steersBuild(name) || !edited && isSource(name)
}

func edits(c *fact.Command, e *fact.Effect) bool {
	for k := range c.Effects {
		if r := &c.Effects[k]; r.Kind == fact.Read && r.Path.Abs == e.Path.Abs {
			return true
		}
	}
	return false
}

// unpacks reports whether a command writes files that its words do not name.
func unpacks(f *fact.Facts, i int) bool {
	for t := f.Trees; t != nil; t = t.Before {
		if t.Command == i && t.Kind.Unpacks() {
			return true
		}
	}
	return false
}

// steersBuild reports whether build and test tools read a file of that name by themselves and run what it says.
func steersBuild(name string) bool {
	switch name {
	case "makefile", "gnumakefile", "package.json", "conftest.py", "setup.py", "setup.cfg", "pyproject.toml", "tox.ini",
		"noxfile.py", "pytest.ini", "sitecustomize.py", "usercustomize.py", ".npmrc", ".yarnrc", ".yarnrc.yml",
		".pnpmfile.cjs", "build.rs", "cargo.toml", "build.gradle", "build.gradle.kts", "settings.gradle",
		"settings.gradle.kts", "pom.xml", "gradlew", "mvnw", "cmakelists.txt", "cmakepresets.json", "meson.build", "build.zig",
		"rakefile", "gemfile", ".rspec", "justfile", "taskfile.yml", "taskfile.yaml", "tsconfig.json", "mix.exs", "dune",
		"build.bazel", "workspace", "module.bazel", ".bazelrc", ".pre-commit-config.yaml", "composer.json", "phpunit.xml",
		"turbo.json", "nx.json", "lerna.json", "bunfig.toml", "deno.json", ".swcrc", "gulpfile.js", "gruntfile.js":
		return true
	}
	for _, beginning := range [...]string{".eslintrc", ".prettierrc", ".babelrc", ".mocharc", ".stylelintrc"} {
		if strings.HasPrefix(name, beginning) {
			return true
		}
	}
	return strings.Contains(name, ".config.") || strings.HasSuffix(name, ".mk") || strings.HasSuffix(name, ".cmake") ||
		strings.HasSuffix(name, ".pth")
}

// isSource reports whether the name is that of a source file or of a library.
func isSource(name string) bool {
	switch path.Ext(name) {
	case ".go", ".py", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".mts", ".cts", ".vue", ".svelte", ".rs", ".rb", ".php",
		".java", ".kt", ".kts", ".scala", ".groovy", ".c", ".cc", ".cpp", ".h", ".hpp", ".cs", ".swift", ".ex", ".exs", ".erl",
		".sh", ".bash", ".zsh", ".pl", ".pm", ".lua", ".zig", ".dart", ".so", ".dylib", ".dll", ".jar", ".class", ".node":
		return true
	}
	return false
}
