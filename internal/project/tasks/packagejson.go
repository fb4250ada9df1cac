package tasks

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/glob"
	"github.com/fencepost/fencepost/internal/rule/regex"
)

// The scripts of package.json (npm 11: lib/commands/run.js, @npmcli/run-script,
// @npmcli/promise-spawn). NAME runs preNAME, NAME with the arguments, and postNAME, each with
// sh -c in the directory of the package, the nearest one with a package.json. pnpm and bun run the
// same scripts; where they may leave out pre and post, both count as run.

// packageJSON reads the scripts that npm, pnpm, yarn or bun would run.
func (r *reader) packageJSON() {
	file, text, state := r.upward(r.call.Dir, "package.json")
	if state != Found {
		r.unknown("no package.json was found")
		return
	}
	if len(r.call.Names) != 1 {
		r.unknown("fencepost does not know which script runs")
		return
	}
	r.npmSettings(path.Dir(file))
	if len(r.call.Packages) == 0 && !r.call.All {
		r.scripts(file, text)
		return
	}
	for _, dir := range r.packages(file, text) {
		file := path.Join(dir, "package.json")
		if text, state := r.read(file); state == Found {
			r.scripts(file, text)
		}
	}
}

// scripts takes the script that was asked for from one package.json.
func (r *reader) scripts(file, text string) {
	if !r.enter(file) {
		return
	}
	root, ok := parseJSON(text)
	if !ok || root.kind != mapping {
		r.unknown(file + " is not understood")
		return
	}
	event := r.call.Names[0]
	if m := root.get("packageManager"); m != nil && !plainWords([]string{m.text}) ||
		m != nil && strings.Contains(m.text, "/") {
		r.unknown("packageManager is another program")
	}
	all := root.get("scripts")
	if all != nil && all.kind != mapping {
		r.unknown("the scripts of " + file + " are not understood")
		return
	}
	if names, ok := r.selected(all, event); ok {
		for _, name := range names {
			r.scriptWith(file, all, name)
		}
		return
	}
	r.scriptWith(file, all, event)
}

// selected are the scripts that pnpm runs for an expression: /^lint:.*/ (pnpm 9, pnpm run).
func (r *reader) selected(all *value, event string) (names []string, ok bool) {
	text, ok := strings.CutPrefix(event, "/")
	text, end := strings.CutSuffix(text, "/")
	if !ok || !end || text == "" || r.call.Tool != "pnpm" || all == nil || all.get(event) != nil {
		return nil, false
	}
	expression, err := regex.Compile(text)
	if err != nil || regex.ParseLoosely(text) == nil {
		r.unknown("fencepost does not know which scripts " + event + " matches")
		return nil, true
	}
	for _, name := range all.names {
		is, err := expression.Match(name)
		if err != nil {
			r.unknown("fencepost does not know which scripts " + event + " matches")
			return nil, true
		}
		if is && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 0 && !r.call.All && len(r.call.Packages) == 0 {
		r.unknown("there is no script " + event)
	}
	return names, true
}

// scriptWith takes one script with what runs before and behind it.
func (r *reader) scriptWith(file string, all *value, event string) {
	r.event(file, all, "pre"+event)
	switch {
	case r.call.Event && event == "pack":
		r.event(file, all, "prepare")
	case r.call.Event && event == "version":
		r.event(file, all, event)
	default:
		if script, at := r.script(file, all, event); at > 0 {
			r.line(file, at, event, r.withArgs(script))
		}
	}
	r.event(file, all, "post"+event)
}

// event takes a script that runs before or behind another one, where it is there.
func (r *reader) event(file string, all *value, name string) {
	if v := all.get(name); v != nil && v.kind == text && v.text != "" {
		r.line(file, v.line, name, v.text)
	}
}

// script is the text of a script, or what runs if no script has that name. The line is 0 if nothing
// runs.
func (r *reader) script(file string, all *value, event string) (script string, line int) {
	if v := all.get(event); v != nil && v.kind == text {
		return v.text, v.line
	}
	switch event {
	case "restart":
		return "npm stop --if-present && npm start", 1
	case "env":
		return "env", 1
	case "start":
		if _, state := r.files.Read(path.Join(path.Dir(file), "server.js")); state != Missing {
			return "node server.js", 1
		}
	}
	// of packages that were asked for together, those run it that have it
	if !r.call.All && len(r.call.Packages) == 0 {
		r.unknown(file + " has no script " + event)
		r.Other = r.call.Tool != "npm" // a program of a package, or a file
	}
	return "", 0
}

func (r *reader) line(file string, line int, name, text string) {
	if (r.call.Tool == "yarn" || r.call.Tool == "bun") && !portable(text) {
		r.unknown("a shell of " + r.call.Tool + "'s own may read " + path.Base(file) + ":" +
			decimal(line))
	}
	r.add(Line{Text: text, File: file, Line: line, Dir: path.Dir(file), Shell: "sh",
		Task: name}, "")
}

// withArgs appends the arguments to a script. npm quotes them as we do, others in other ways.
func (r *reader) withArgs(script string) string {
	if r.call.Tool != "npm" && !plainWords(r.call.Args) {
		r.unknown("fencepost does not know how " + r.call.Tool + " quotes the arguments")
	}
	for _, a := range r.call.Args {
		script += " " + quote(a)
	}
	return script
}

// packages are the directories of the packages that the call names.
func (r *reader) packages(file, text string) (dirs []string) {
	root := path.Dir(file)
	patterns, ok := r.workspaces(file, text)
	for dir := root; !ok && dir != "/"; {
		// the call may come from a package of the repository
		dir = path.Dir(dir)
		if name, text, state := r.upward(dir, "package.json"); state == Found {
			dir, root = path.Dir(name), path.Dir(name)
			r.npmSettings(root)
			patterns, ok = r.workspaces(name, text)
			continue
		}
		break
	}
	if !ok {
		r.unknown("fencepost does not know which packages there are")
		return nil
	}
	var all []string
	for _, p := range patterns {
		if !strings.HasPrefix(p, "!") {
			all = r.expandDirs(all, root, strings.TrimLeft(strings.TrimPrefix(p, "."), "/"))
		}
	}
	if r.call.All {
		return append(all, root)
	}
	for _, want := range r.call.Packages {
		n := len(dirs)
		for _, dir := range all {
			if r.isPackage(root, dir, want) {
				dirs = append(dirs, dir)
			}
		}
		if len(dirs) == n {
			r.unknown("no package " + want + " was found")
		}
	}
	return dirs
}

// workspaces are the patterns for the directories of packages below one with a package.json.
func (r *reader) workspaces(file, text string) (patterns []string, ok bool) {
	if r.call.Tool == "pnpm" {
		text, state := r.read(path.Join(path.Dir(file), "pnpm-workspace.yaml"))
		if state != Found {
			return nil, false
		}
		v, ok := parseYAML(text)
		if !ok || v.get("packages") == nil {
			return nil, false
		}
		return v.get("packages").texts()
	}
	v, ok := parseJSON(text)
	if !ok || v.get("workspaces") == nil {
		return nil, false
	}
	if v = v.get("workspaces"); v.kind == mapping {
		v = v.get("packages")
	}
	patterns, ok = v.texts()
	return patterns, ok && v != nil && v.kind == list
}

// expandDirs adds the directories that a pattern stands for. Only * for a whole component or a part
// of it, and ** at the end for one level or two, are understood.
func (r *reader) expandDirs(dirs []string, root, pattern string) []string {
	pattern = strings.Trim(pattern, "/")
	found := []string{root}
	for _, part := range strings.Split(pattern, "/") {
		var next []string
		for _, dir := range found {
			switch {
			case part == "" || part == ".":
				next = append(next, dir)
			case part == "..":
				r.unknown("packages lie outside of " + root)
			case part == "**":
				next = append(next, dir)
				for _, d := range r.below(dir, "*") {
					next = append(append(next, d), r.below(d, "*")...)
				}
			case strings.ContainsAny(part, "?[]{}()!+@"):
				if !strings.HasPrefix(part, "@") || strings.ContainsAny(part[1:], "?[]{}()!+@*") {
					r.unknown("the pattern " + pattern + " is not understood")
					break
				}
				next = append(next, path.Join(dir, part))
			case strings.Contains(part, "*"):
				next = append(next, r.below(dir, part)...)
			default:
				next = append(next, path.Join(dir, part))
			}
		}
		found = next
	}
	for _, dir := range found {
		if len(dirs) == maxPackages {
			r.unknown("there are more packages than can be looked at")
			break
		}
		if !slices.Contains(dirs, dir) {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// maxPackages bounds the packages of a repository.
const maxPackages = 256

// below are the names in a directory that a pattern with asterisks matches.
func (r *reader) below(dir, pattern string) (found []string) {
	names, state := r.files.Names(dir)
	if state == Unknown {
		r.unknown(dir + " could not be read")
	}
	for _, n := range names {
		if n != "node_modules" && n != "" && n[0] != '.' && glob.Match(pattern, n) {
			found = append(found, path.Join(dir, n))
		}
	}
	return found
}

// isPackage reports whether the directory of a package is one that an option names: by its name, by
// its path, or by that of a directory above it. Where pnpm would follow dependencies all packages
// count.
func (r *reader) isPackage(root, dir, want string) bool {
	if strings.Contains(want, Word) || strings.HasPrefix(want, "!") ||
		strings.ContainsAny(want, "[]{}") || strings.Contains(want, "...") {
		r.unknown("fencepost does not know which packages " + want + " matches")
		return true
	}
	for _, from := range [...]string{root, r.call.Dir} {
		if p := path.Join(from, want); glob.Match(p, dir) || glob.Match(p, path.Dir(dir)) {
			return true
		}
	}
	source, state := r.files.Read(path.Join(dir, "package.json"))
	if state != Found || len(source) > maxFile {
		return state == Unknown
	}
	v, ok := parseJSON(source)
	name := path.Base(dir)
	if n := v.get("name"); ok && n != nil && n.kind == text {
		name = n.text
	}
	_, bare, scoped := strings.Cut(name, "/") // pnpm takes the name without its scope as well
	return !ok || glob.Match(want, name) || scoped && r.call.Tool == "pnpm" && glob.Match(want, bare)
}
