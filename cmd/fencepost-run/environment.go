package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/scrub"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/egress"
	"github.com/fencepost/fencepost/internal/sandbox/envscrub"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// environment is what the command finds in its environment: without what may be a credential, but
// for what a program keeps by its nature and what leads to a socket that the flags open.
func (o *options) environment(r *plan.Request) []string {
	env := os.Environ()
	rules := envscrub.Rules{Unset: o.proxies()}
	if !o.KeepAll {
		// What the command does nobody has looked at here: code that nobody has read may run.
		const closed = false
		rules.Classes = envscrub.Default(closed)
		if o.Scrub != nil {
			rules.Classes = o.Scrub
		}
		rules.Keep = append(envscrub.Keeps(words(r)...), o.Keep...)
		rules.Sockets = opened(env, o.Sockets)
		rules.Set = []string{"FENCEPOST_SANDBOX=" + string(o.Level)}
		if tmp := os.Getenv("TMPDIR"); r.Tmp != "shared" && tmp != "" && !writable(r, tmp) {
			rules.Set = append(rules.Set, "TMPDIR=/tmp")
		}
	}
	for _, v := range o.Set {
		name, value, _ := strings.Cut(v, "=")
		rules.Set = set(rules.Set, name, value)
	}
	kept, _ := rules.Apply(env)
	return kept
}

// proxies are the variables that name a person's proxy, where it cannot be reached from inside: its
// password is nobody's there.
func (o *options) proxies() []string {
	if o.Network == sandbox.NetFiltered || o.Network == sandbox.NetNone && !o.KeepAll {
		return egress.ProxyVariables()
	}
	return nil
}

// words are the name of the command and its subcommands, for what its spec has it keep. A program
// of the project keeps nothing, whatever its name.
func words(r *plan.Request) []string {
	const most = 4
	to, err := filepath.EvalSymlinks(r.Path)
	if err != nil {
		return nil
	}
	for _, dir := range project(r) {
		if subpath.In(r.Path, dir) || subpath.In(to, dir) {
			return nil
		}
	}
	out := []string{filepath.Base(r.Path)}
	for _, a := range r.Argv[1:] {
		if strings.HasPrefix(a, "-") || len(out) == most {
			break
		}
		out = append(out, a)
	}
	return out
}

// project is where programs of the project can lie: what may be written, at its own place and where
// links lead, and of a glob all that is beside what it names; and the working directory, unless the
// person's programs lie below it.
func project(r *plan.Request) []string {
	var out []string
	for _, w := range r.Write {
		if rest, ok := strings.CutPrefix(w, "~/"); ok {
			w = filepath.Join(r.Home, rest)
		}
		if !filepath.IsAbs(w) {
			w = filepath.Join(r.Dir, w)
		}
		if i := strings.IndexAny(w, "*?[{"); i >= 0 {
			out = add(out, filepath.Dir(w[:i]+"x"))
		}
		out = add(out, filepath.Clean(w))
	}
	home, err := filepath.EvalSymlinks(r.Home)
	if err != nil || !subpath.In(home, r.Dir) {
		out = add(out, r.Dir)
	}
	return out
}

// add adds a path, and where it leads.
func add(out []string, name string) []string {
	if to, err := filepath.EvalSymlinks(name); err == nil {
		out = append(out, to)
	}
	return append(out, name)
}

// opened are the kinds of sockets that flags open: those to which a variable leads.
func opened(env, sockets []string) []string {
	var out []string
	for i, all := 0, scrub.Variables(); i < len(all); i++ {
		v := &all[i]
		if v.Socket == "" || slices.Contains(out, v.Socket) {
			continue
		}
		for _, e := range env {
			name, value, _ := strings.Cut(e, "=")
			if name == v.Name && slices.ContainsFunc(sockets, func(s string) bool {
				return strings.HasPrefix(s, "/") && strings.Contains(value, s)
			}) {
				out = append(out, v.Socket)
				break
			}
		}
	}
	return out
}

// writable reports whether a path lies in what the flags make writable, going by its letters.
func writable(r *plan.Request, name string) bool {
	for _, w := range r.Write {
		if !filepath.IsAbs(w) {
			w = filepath.Join(r.Dir, w)
		}
		if subpath.In(name, filepath.Clean(w)) {
			return true
		}
	}
	return false
}

// set replaces a variable, or adds it.
func set(env []string, name, value string) []string {
	out := make([]string, 0, len(env)+1)
	for _, e := range env {
		if !strings.HasPrefix(e, name+"=") {
			out = append(out, e)
		}
	}
	return append(out, name+"="+value)
}
