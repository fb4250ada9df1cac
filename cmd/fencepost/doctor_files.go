package main

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/hook"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// settingsFile is a settings file of the client that is there.
type settingsFile struct {
	scope   settings.Scope
	name    string
	file    *hookfile.File // nil where the client cannot read it
	dropped bool           // the client drops the whole file
	entries []entry
}

// entry is a hook of this program.
type entry struct {
	in      *settingsFile
	handler settings.Handler
	matcher json.RawMessage
}

// read reads every settings file as the client does.
func (d *doctor) read() {
	for _, p := range d.places() {
		f := settingsFile{scope: p.Scope, name: p.File}
		file, err := hookfile.Read(p.File)
		if err == nil && file.Old == nil {
			continue
		}
		if f.file = file; err != nil {
			d.unreadable(p, err)
			f.dropped = true
		}
		d.files = append(d.files, f)
	}
	d.plugins()
}

// places are the settings files that there may be.
func (d *doctor) places() []settings.Place {
	if d.named != "" {
		return []settings.Place{{Scope: settings.Named, File: d.named}}
	}
	var places []settings.Place
	for _, f := range settings.ManagedFiles(cmp.Or(d.managed, settings.ManagedDir())) {
		places = append(places, settings.Place{Scope: settings.Managed, File: f})
	}
	user, err := settings.UserFile()
	if err != nil {
		d.bad("set HOME", "%v", err)
	} else {
		places = append(places, settings.Place{Scope: settings.User, File: user})
	}
	// The client reads the files of the directory in which it is started.
	dirs := []string{d.cwd}
	if dir, err := configDir(false); err == nil {
		dirs = append(dirs, dir)
	}
	for _, dir := range slices.Compact(dirs) {
		for _, p := range []settings.Place{
			{Scope: settings.Project, File: settings.ProjectFile(dir)},
			{Scope: settings.Local, File: settings.LocalFile(dir)},
		} {
			if p.File != user {
				places = append(places, p)
			}
		}
	}
	return places
}

// unreadable reports a file that is no JSON.
func (d *doctor) unreadable(p settings.Place, err error) {
	const mend = "mend the file: the client cannot read it either, and drops all that stands in it"
	data, _ := os.ReadFile(p.File)
	if bytes.Contains(data, []byte(program)) || p.Scope == settings.Named ||
		p.Scope == settings.Managed {
		d.bad(mend, "%v", err)
		return
	}
	d.warn(mend, "%v", err)
}

// checkFiles judges the values of each file, and finds the hooks in it.
func (d *doctor) checkFiles() {
	for i := range d.files {
		f := &d.files[i]
		if f.file == nil {
			continue
		}
		f.entries = entriesIn(f, &preToolUse)
		report := d.warn
		if len(f.entries) > 0 || f.scope == settings.Managed {
			report = d.bad
		}
		for _, x := range settings.Check(f.file.Root) {
			if !x.Fatal {
				d.warn("`claude doctor` says whether it does", "%s: %s: %s", f.name, x.Path, x.Text)
				continue
			}
			f.dropped = true
			report("mend the value: for a wrong one the client drops the whole file and its hooks",
				"%s: %s: %s", f.name, x.Path, x.Text)
		}
	}
}

// preToolUse is the event before a call, which is the first that an installation enters.
var preToolUse = settings.Events()[0]

// entriesIn finds the hooks of this program for an event in a file, as the client reads it.
func entriesIn(f *settingsFile, event *settings.Event) (found []entry) {
	tree := &hookfile.Tree{Text: f.file.Old}
	groups, err := tree.Groups(event.Name)
	if err != nil {
		return nil // what is wrong with it is found by the check
	}
	for _, g := range groups {
		for _, raw := range g.Handlers {
			if h, ok := settings.ParseHandler(raw); ok && h.Runs(event) {
				found = append(found, entry{f, h, g.Matcher})
			}
		}
	}
	return found
}

// entry chooses the hook that is looked at: one that the client runs, an administrator's before a
// person's.
func (d *doctor) entry() (entry, bool) {
	var names []string
	var all []entry
	for i := range d.files {
		if f := &d.files[i]; !f.dropped {
			all = append(all, f.entries...)
		}
	}
	for _, p := range d.places() {
		names = append(names, p.File)
	}
	if len(all) == 0 {
		d.bad("run `fencepost install`", "there is no fencepost hook for PreToolUse that the "+
			"client reads in %s",
			strings.Join(names, ", "))
		return entry{}, false
	}
	// One that sees every call counts more than one that does not.
	slices.SortStableFunc(all, func(a, b entry) int {
		return cmp.Compare(len(a.blind()), len(b.blind()))
	})
	d.good("the hook stands in %s", all[0].in.name)
	for _, e := range all[1:] {
		d.note("another hook of fencepost stands in %s: both run, and the stricter answer counts",
			e.in.name)
	}
	return all[0], true
}

// blind says why a hook does not see every call or cannot stop it.
func (e *entry) blind() (why []string) {
	h := &e.handler
	if h.Async || h.Rewake {
		why = append(why, "the hook is asynchronous, and cannot block")
	}
	if h.If != nil {
		why = append(why, "the hook has an \"if\": it does not see every call")
	}
	if !hookfile.MatchesAll(e.matcher) {
		why = append(why, fmt.Sprintf("the hook sees only the tools that match %s", e.matcher))
	}
	if h.ShortTimeout() {
		why = append(why, fmt.Sprintf("the hook has a time limit of %v s, and the client does not "+
			"wait for its answer", h.Timeout))
	}
	if !h.ClosedOnFailure() && !h.Alone() {
		why = append(why, "the hook's line goes on after the program, so that a failure of it may pass "+
			"for a yes")
	}
	if h.Shell != "" && h.Shell != "bash" {
		why = append(why, "the hook's line is for sh, and the client gives it to "+h.Shell)
	}
	return why
}

// switchedOff looks for settings that switch the hook off.
func (d *doctor) switchedOff(e entry) {
	isManaged := e.in.scope == settings.Managed
	for _, f := range d.files {
		if f.file == nil {
			continue
		}
		if string(f.file.Root.Get("disableAllHooks")) == "true" {
			if isManaged && f.scope != settings.Managed {
				d.note("%s switches hooks off (disableAllHooks); that does not reach managed ones",
					f.name)
			} else {
				d.bad("remove the key", "%s switches all hooks off (disableAllHooks)", f.name)
			}
		}
		if f.scope != settings.Managed || isManaged {
			continue
		}
		const again = "run `fencepost install --managed` as an administrator"
		if string(f.file.Root.Get("allowManagedHooksOnly")) == "true" {
			d.bad(again, "%s lets only managed hooks run (allowManagedHooksOnly), and the hook stands "+
				"in %s", f.name, e.in.name)
		}
		only := string(f.file.Root.Get("strictPluginOnlyCustomization"))
		if e.in.scope != settings.Plugin && (only == "true" || strings.Contains(only, `"hooks"`)) {
			d.bad(again, "%s lets only hooks of plugins run (strictPluginOnlyCustomization), and the "+
				"hook stands in %s", f.name, e.in.name)
		}
	}
}

// handler looks at how the hook is entered, for the version that there is.
func (d *doctor) handler(e entry) {
	const again = "run `fencepost install`"
	h := &e.handler
	closed, version := h.ClosedOnFailure(), d.version()
	switch {
	case h.OnFailure != "block" && !closed:
		d.bad(again, "the hook has no \"onFailure\": \"block\": a call goes on when the hook "+
			"cannot be started")
	case e.lacks(version) != "":
		d.bad("update the client, or "+again, "%s", e.lacks(version))
	case closed && version.AtLeast(settings.OnFailureSince):
		d.note("the hook is a shell line for older clients: `fencepost install` writes a faster one")
	case !closed && !h.Exec:
		d.warn(again, "the hook is in shell form: each call starts a shell that reads the path")
	}
	for _, c := range d.clients[min(1, len(d.clients)):] {
		if why := e.lacks(c.Version); why != "" {
			d.warn("remove it, or "+again, "%s: %s", c.Path, why)
		}
	}
	for _, why := range e.blind() {
		d.bad(again, "%s", why)
	}
	if h.Timeout == 0 || h.Timeout > 60 {
		d.warn(again, "the hook has no short time-out: the agent would wait for minutes")
	}
	if d.home(h.Home()); h.Home() == "" && e.in.scope != settings.Managed {
		d.warn(again, "the hook asks the environment where your config is: a project's settings "+
			"can move it")
	}
}

// lacks says what a client does not know of the entry, so that a call may go on without an answer.
func (e *entry) lacks(v settings.Version) string {
	h := &e.handler
	switch {
	case !v.Known():
	case h.Exec && !v.AtLeast(settings.ArgsSince):
		return fmt.Sprintf("Claude Code %s does not know \"args\" (%s): it starts the program without "+
			"them", v, settings.ArgsSince)
	case !h.ClosedOnFailure() && !v.AtLeast(settings.OnFailureSince):
		return fmt.Sprintf("Claude Code %s does not know \"onFailure\" (%s): a call goes on when the "+
			"hook cannot be started", v, settings.OnFailureSince)
	}
	return ""
}

// home looks at the directory that an entry names with --home: another one than the person's has
// another config.
func (d *doctor) home(named string) {
	own, err := os.UserHomeDir()
	if named == "" || named == hook.OwnHome || err != nil {
		return
	}
	if info, err := os.Stat(own); err != nil || !sameFile(named, info) {
		d.bad("run `fencepost install`", "the hook takes %s for your home directory, and that is %s: "+
			"it reads another config than yours", named, own)
	}
}

// mayStart reports whether doctor may start what an entry names. A repository can hold an entry, and
// whoever looks at it has not agreed to run anything but this installation, alone.
func (d *doctor) mayStart(argv []string, alone, fromRepository bool) bool {
	if !fromRepository || alone && isThisHook(argv) {
		return true
	}
	d.bad("do not work in this project, or "+d.again()+" for yourself",
		"the project names the hook %s, which is not this installation alone: it was not started",
		strings.Join(argv, " "))
	return false
}

// program looks at the file that the hook names.
func (d *doctor) program(argv []string) bool {
	const again = "run `fencepost install` with the program that is to guard"
	if len(argv) == 0 {
		return false
	}
	exe := argv[0]
	if !filepath.IsAbs(exe) {
		d.bad("run `fencepost install`", "the hook names the program %s without its directory: "+
			"whoever can change PATH can change the guard", exe)
		return false
	}
	info, err := os.Stat(exe)
	switch {
	case err != nil:
		d.bad(again, "the hook names %s: %s", exe, cause(err))
		return false
	case info.IsDir() || info.Mode()&0o111 == 0:
		d.bad("run chmod +x on it", "%s cannot be executed", exe)
		return false
	case info.Mode()&0o002 != 0:
		d.bad("run chmod o-w on it", "%s can be written by everybody", exe)
	case info.Mode()&0o020 != 0:
		d.warn("run chmod g-w on it", "%s can be written by others of its group", exe)
	}
	d.directories(exe)
	if own, err := os.Executable(); err == nil {
		d.installed(exe, own, info)
		d.builds(exe, own)
	}
	return true
}

// installed compares the program that the hook names with this one.
func (d *doctor) installed(exe, own string, info fs.FileInfo) {
	gate := hookBeside(own)
	switch {
	case sameFile(gate, info):
		// Builds says its build; two revisions can have the same.
		if why := otherBuild(gate); why != "" && !slices.Contains(siblings.Others(exe), exe) {
			d.bad(siblings.Mend, "%s than %s", why, own)
		}
	case !sameFile(own, info):
		d.warn("run `fencepost install` with the one that you mean",
			"the hook starts %s, and this is %s", exe, own)
	case otherBuild(gate) == "":
		d.note("the hook starts %s: `fencepost install` enters %s, which starts faster", exe, gate)
	default:
		d.note("%s: the hook starts %s itself, which judges the same and takes longer",
			otherBuild(gate), exe)
	}
}

func sameFile(path string, info fs.FileInfo) bool {
	other, err := os.Stat(path)
	return err == nil && os.SameFile(other, info)
}

// directories looks for a directory above the program in which others could put another one.
func (d *doctor) directories(exe string) {
	paths := []string{exe}
	if real, err := filepath.EvalSymlinks(exe); err == nil && real != exe {
		paths = append(paths, real)
	}
	if project := projectHere(); subpath.In(exe, project) {
		d.warn("install the program elsewhere", "%s lies in the project: the agent can write there",
			exe)
	}
	seen := map[string]bool{}
	for _, path := range paths {
		for dir := filepath.Dir(path); !seen[dir]; dir = filepath.Dir(dir) {
			seen[dir] = true
			info, err := os.Stat(dir)
			if err == nil && info.Mode()&0o002 != 0 && info.Mode()&os.ModeSticky == 0 {
				d.bad("run chmod o-w on it",
					"everybody can write in %s, above the program of the hook", dir)
			}
		}
	}
}
