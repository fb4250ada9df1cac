package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/agent/claude/clients"
	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/claude/shellprefix"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/agent/setup"
	"github.com/fencepost/fencepost/internal/app/hook"

	"github.com/spf13/cobra"
)

// program is the base name of this executable.
const program = hookfile.Program

// target is what a person wants to change, and where.
type target struct {
	project, local, managed, print, fewer bool
	sandbox, noSandbox, yes               bool
	file, agent, home, plugin             string
}

func (t *target) flags(c *cobra.Command) {
	boolFlag(c, &t.project, "project", "change the project's settings, not your own")
	boolFlag(c, &t.local, "local", "change your settings for this project")
	boolFlag(c, &t.managed, "managed", "change the settings for everybody on this machine")
	boolFlag(c, &t.print, "print", "show what would be written, and write nothing")
	textFlag(c, &t.file, "settings", "change the settings `FILE`")
	choiceFlag(c, &t.agent, "agent", "change the settings of the agent `NAME`, not of "+agents.DefaultTitle,
		agentNames()...)
	if c.Name() == "install" {
		dirFlag(c, &t.home, "home", "the hook uses `DIR` as your home directory")
		boolFlag(c, &t.fewer, "fewer-prompts",
			"what fencepost allows runs without the agent's own prompt")
		boolFlag(c, &t.sandbox, "sandbox", "commands that run code fencepost cannot see run confined")
		boolFlag(c, &t.noSandbox, "no-sandbox", "undo --sandbox")
		boolFlag(c, &t.yes, "yes", "ask nothing, and take the recommended answers")
		dirFlag(c, &t.plugin, "plugin", "write a plugin with the hooks into `DIR`")
	}
}

// check refuses flags that do not go together.
func (t *target) check() error {
	n := 0
	for _, set := range []bool{t.project, t.local, t.managed && t.file == "", t.file != "",
		t.plugin != ""} {
		if set {
			n++
		}
	}
	switch {
	case n > 1:
		return errors.New("choose one of --project, --local, --managed, --settings and --plugin")
	case t.home != "" && !filepath.IsAbs(t.home):
		return fmt.Errorf("--home needs an absolute directory, not %q", t.home)
	case t.other() && (t.sandbox || t.noSandbox):
		return fmt.Errorf("--agent %s needs no --sandbox; `%s sandbox on` is enough",
			t.agent, program)
	case t.other() && (t.local || t.managed || t.fewer || t.plugin != ""):
		return fmt.Errorf("--agent %s goes with --project, --settings and --print only", t.agent)
	case t.yes && (t.managed || t.other() || t.plugin != ""):
		return errors.New("--yes is for your own Claude Code; here name the flags that you want")
	case t.sandbox && t.noSandbox:
		return errors.New("choose --sandbox or --no-sandbox")
	case t.sandbox && t.plugin != "":
		return errors.New("a plugin cannot set " + shellprefix.Variable + ", which starts " +
			"the sandbox; use --sandbox without --plugin")
	}
	return nil
}

// other reports whether another agent than Claude Code is meant.
func (t *target) other() bool { return t.agent != "" && t.agent != agents.Default }

// path is the settings file of Claude Code that is meant.
func (t *target) path() (string, error) {
	switch {
	case t.file != "":
		return filepath.Abs(t.file)
	case t.managed:
		return settings.ManagedFile(settings.ManagedDir()), nil
	case t.project || t.local:
		dir, err := configDir(false)
		if err != nil {
			return "", err
		}
		if t.local {
			return settings.LocalFile(dir), nil
		}
		return settings.ProjectFile(dir), nil
	}
	return settings.UserFile()
}

// homeOf is the directory that the hook takes for the person's home. Managed settings are for
// everybody on the machine: theirs is the home of whoever the hook runs for.
func (t *target) homeOf() (string, error) {
	switch {
	case t.home != "":
		return t.home, nil
	case t.managed:
		return hook.OwnHome, nil
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "", err
	}
	return filepath.Abs(home)
}

func installCommand(s stdio) *cobra.Command {
	return changeCommand(s, "install", "add the hooks to the agent's settings")
}

func uninstallCommand(s stdio) *cobra.Command {
	return changeCommand(s, "uninstall", "take the hooks out of the agent's settings")
}

func changeCommand(s stdio, name, short string) *cobra.Command {
	var t target
	c := plainCommand(name, short, "", func() int { return change(s, name, &t) })
	t.flags(c)
	return forPerson(s, c)
}

// job is one change of one file.
type job struct {
	stdio
	name  string // install or uninstall
	file  string
	tree  hookfile.Tree
	plans []hookfile.Plan
	// without is what an earlier installation with a sandbox has put in, and this one has not.
	without []hookfile.Plan
	whole   []byte // the file is fencepost's own
	mode    fs.FileMode

	standard, print bool // standard: for the default agent
	entry           settings.Entry
	agentName       string   // of another agent
	clients         []client // that were found
	machine         *machine // that was probed; nil before
	notes           []string
}

// change edits a settings file and says what it did.
func change(s stdio, name string, t *target) int {
	if err := t.check(); err != nil {
		return s.fail("%s: %v", name, err)
	}
	if t.plugin != "" {
		return writePlugin(s, t.plugin, t.print)
	}
	j := &job{stdio: s, name: name, print: t.print}
	if err := j.prepare(t); err != nil {
		return s.fail("%s: %v", name, err)
	}
	code := j.run()
	if code != exitOK || t.print {
		return code
	}
	if t.sandbox || t.noSandbox {
		code = j.switchConfig(t)
	}
	if t.fewer && code == exitOK {
		code = fewerPrompts(s, t)
	}
	if code != exitOK || name != "install" {
		return code
	}
	if t.sandbox {
		s.tellPrompts()
	}
	j.tellNext()
	return exitOK
}

// prepare finds out what is to be written, and where.
func (j *job) prepare(t *target) error {
	home, err := t.homeOf()
	if err != nil {
		return err
	}
	exe := program
	if j.name == "install" {
		if exe, err = executable(); err != nil {
			return err
		}
		var why string
		if exe, why = gateOf(exe); why != "" {
			j.notes = append(j.notes, why)
		}
		if v := os.Getenv("FENCEPOST_HOME"); v != "" && filepath.IsAbs(home) &&
			filepath.Clean(v) != home {
			j.notes = append(j.notes, "FENCEPOST_HOME is set, but the hook does not use it. It "+
				"reads the config below "+home)
		}
	}
	if t.other() {
		return j.agent(t, exe, home)
	}
	j.standard = true
	if j.file, err = t.path(); err != nil {
		return err
	}
	if t.managed {
		j.mode = 0o644
	}
	j.entry = settings.Entry{Exe: exe, Home: home, Managed: t.managed}
	if j.name == "install" {
		j.clients = findClients()
		if err = j.ask(t); err != nil {
			return err
		}
	}
	if err = j.sandbox(t); err != nil {
		return err
	}
	if j.name == "install" {
		version := clients.Oldest(j.clients)
		j.entry.Form = settings.FormFor(version)
		if j.entry.Sandbox {
			j.entry.Form = settings.SandboxForm(version)
		}
		if why := reasonForShell(j.entry.Form, j.clients, version); why != "" {
			j.notes = append(j.notes, why)
		}
	}
	j.plans, err = j.entry.Plans()
	if j.name == "uninstall" {
		j.plans = append(j.plans, j.without...)
		if confinement().On() {
			j.notes = append(j.notes, "the config still switches the sandbox on; "+
				"`fencepost sandbox off` switches it off")
		}
	}
	return err
}

// findClients are the clients of the default agent on this machine.
func findClients() []client {
	return clients.Find(projectHere(), func(argv []string, dir string) ([]byte, error) {
		r := runProgram(process{argv: argv, dir: dir, limit: clients.VersionLimit})
		return r.out, r.err
	})
}

// reasonForShell says why the hook is written as a shell line.
func reasonForShell(form settings.Form, found []client, version settings.Version) string {
	const again = ". After an update, `fencepost install` writes the faster form"
	switch {
	case form == settings.Exec:
		return ""
	case len(found) == 0:
		return "Claude Code was not found, so the hook is a shell line that blocks on failure in " +
			"every version" + again
	case !version.Known():
		return "the version of Claude Code is not known, so the hook is a shell line that blocks " +
			"on failure in every version" + again
	}
	return "Claude Code " + version.String() + " does not know onFailure " +
		"(" + settings.OnFailureSince.String() +
		"), so the hook is a shell line that blocks on failure by itself" + again
}

// agent prepares the change for another agent.
func (j *job) agent(t *target, exe, home string) error {
	a, err := agentOf(t.agent)
	if err != nil {
		return err
	}
	switch {
	case t.file != "":
		j.file = t.file
	case t.project:
		dir, err := configDir(false)
		if err != nil {
			return err
		}
		j.file = a.ProjectFile(dir)
	default:
		j.file = a.UserFile(home)
	}
	if j.file, err = filepath.Abs(j.file); err != nil {
		return err
	}
	j.tree, j.mode, j.agentName = a.Tree, 0o644, a.Name
	if j.name == "install" {
		j.notes = append(j.notes, a.Notes...)
	}
	if a.Plugin != "" {
		j.whole, err = a.Whole(exe, home)
		return err
	}
	j.plans, err = a.Plans(exe, home)
	return err
}

// run makes the change.
func (j *job) run() int {
	if j.whole != nil {
		return j.runWhole()
	}
	f, err := hookfile.Read(j.file)
	if err != nil {
		return j.fail("%s: %v", j.name, err)
	}
	if j.mode != 0 {
		f.NewMode(j.mode)
	}
	tree := j.tree
	tree.Text = bytes.Clone(f.Old)
	if err := j.edit(&tree); err != nil {
		return j.fail("%s: %s: %v; fix the file first. Nothing was changed", j.name, j.file, err)
	}
	switch {
	case j.print:
		j.out.Write(tree.Text)
		return exitOK
	case bytes.Equal(tree.Text, f.Old):
		j.printf("%s: nothing to change\n", j.file)
		return exitOK
	case j.name == "uninstall":
		if _, err := f.Remove(j.tree, j.plans); err != nil {
			return j.refused(err, tree.Text)
		}
		return j.done("", true)
	}
	backup, err := f.Write(tree.Text)
	if err != nil {
		return j.refused(err, tree.Text)
	}
	j.judge(f.Root)
	return j.done(backup, false)
}

// edit changes the text of the file.
func (j *job) edit(t *hookfile.Tree) error {
	if j.name == "uninstall" {
		return hookfile.Take(t, j.plans)
	}
	if err := hookfile.Take(t, j.without); err != nil {
		return err
	}
	return hookfile.Put(t, j.plans)
}

// judge adds what keeps the client from reading the file.
func (j *job) judge(root hookfile.Object) {
	if !j.standard {
		return
	}
	for _, x := range settings.Check(root) {
		if x.Fatal {
			j.notes = append(j.notes, fmt.Sprintf("there is no fence yet, because the client drops "+
				"the whole file: %s: %s; fix the value", x.Path, x.Text))
		}
	}
	if string(root.Get("disableAllHooks")) == "true" {
		j.notes = append(j.notes, "there is no fence yet, because the file sets disableAllHooks; remove it")
	}
}

// runWhole writes or removes a file of fencepost's own.
func (j *job) runWhole() int {
	old, err := os.ReadFile(j.file)
	there := err == nil
	line := func(b []byte) string { first, _, _ := strings.Cut(string(b), "\n"); return first }
	switch {
	case j.print:
		if j.name == "install" {
			j.out.Write(j.whole)
		}
		return exitOK
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return j.refused(err, j.whole)
	case there && line(old) != line(j.whole):
		return j.fail("%s: %s is not from fencepost; move it away first. Nothing was changed", j.name,
			j.file)
	case j.name == "install" && bytes.Equal(old, j.whole), j.name == "uninstall" && !there:
		j.printf("%s: nothing to change\n", j.file)
		return exitOK
	case j.name == "uninstall":
		if err := os.Remove(j.file); err != nil {
			return j.refused(err, nil)
		}
		os.Remove(filepath.Dir(j.file)) // where it is empty
		return j.done("", true)
	}
	if err = os.MkdirAll(filepath.Dir(j.file), 0o755); err == nil {
		err = os.WriteFile(j.file, j.whole, 0o644)
	}
	if err != nil {
		return j.refused(err, j.whole)
	}
	return j.done("", false)
}

// refused reports that the file could not be written, and what would stand in it.
func (j *job) refused(err error, text []byte) int {
	j.fail("%s: %s: %s", j.name, j.file, cause(err))
	if errors.Is(err, fs.ErrPermission) && j.name == "install" {
		fmt.Fprintf(j.err, "An administrator has to run `sudo %s %s …`, or put this "+
			"there:\n\n%s", program, j.name, text)
	}
	return exitUsage
}

func (j *job) done(backup string, removed bool) int {
	if _, err := os.Stat(j.file); removed && err != nil {
		j.printf("removed %s, which the installation made\n", j.file)
	} else {
		j.printf("wrote %s\n", j.file)
	}
	if backup != "" {
		j.printf("the file as it was: %s\n", backup)
	}
	for _, note := range j.notes {
		j.printf("note: %s\n", note)
	}
	return exitOK
}

// agentOf finds an agent by its name.
func agentOf(name string) (*setup.Agent, error) {
	if !slices.Contains(agentNames(), name) {
		return nil, fmt.Errorf("no such agent: %q; there are %s", name, strings.Join(agentNames(), ", "))
	}
	return setup.Of(name)
}

func agentNames() (names []string) {
	for _, a := range agents.All() {
		names = append(names, a.Name)
	}
	return names
}

// executable is the path of this program, which has to be one that stays.
func executable() (string, error) {
	exe, err := os.Executable()
	if err != nil {
		return "", err
	}
	if strings.Contains(exe, string(filepath.Separator)+"go-build") {
		return "", errors.New("`go run` keeps this program in a temporary directory; build or " +
			"install it first (README)")
	}
	if hookfile.Base(exe) != program {
		return "", errors.New("this program is called " + filepath.Base(exe) + "; rename it to " +
			program)
	}
	return exe, nil
}
