package command

import (
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

// gitConfig makes `git config KEY VALUE` what it is for the keys with which git runs programs: a
// write to the file that holds the settings, which is protected. For the other keys the spec's
// effect stands.
func (r *resolver) gitConfig() {
	sets := r.c.Name == "git" && len(r.c.Sub) > 0 && r.c.Sub[0] == "config"
	if !sets || r.harmless() || r.readsConfig() {
		return
	}
	key := r.configKey()
	switch {
	case key == nil && !r.has([]string{"-e", "--remove-section", "--rename-section"}):
		return // it only shows
	case key != nil && key.Known() && (!gitconfig.Runs(key.Text) || r.plainSetting(key.Text)):
		return
	}
	w := fact.Lit(".git/config")
	dirs := r.dirs()
	switch {
	case r.has([]string{"--global"}):
		w = fact.Lit("~/.gitconfig")
		if home := r.home(); home != "" {
			w = fact.Lit(home + "/.gitconfig")
		}
	case r.has([]string{"--system"}):
		w = fact.Lit("/etc/gitconfig")
	case r.has([]string{"-f", "--file"}):
		return // the option's own effect
	}
	r.effect(fact.Effect{Kind: fact.Write, Path: r.path(dirs, &w),
		Detail: "a setting with which git runs programs"})
}

// home is the home directory, if it is known.
func (r *resolver) home() string {
	if r.in.Disk != nil {
		return r.in.Disk.HomeDir()
	}
	return ""
}

// readsConfig reports whether the call only shows settings.
func (r *resolver) readsConfig() bool {
	if len(r.c.Sub) > 1 && (r.c.Sub[1] == "list" || r.c.Sub[1] == "get") {
		return true
	}
	return r.has([]string{"-l", "--list", "--get", "--get-all", "--get-regexp", "--get-urlmatch",
		"--get-color", "--get-colorbool"})
}

// configKey returns the key that is set or unset; nil if there is none, or nothing but a key, which
// shows it.
func (r *resolver) configKey() *fact.Word {
	var key *fact.Word
	n := 0
	for i := range r.c.Operands {
		if o := &r.c.Operands[i]; o.Flag == "" {
			if n++; key == nil {
				key = &o.Word
			}
		}
	}
	sub := len(r.c.Sub) > 1 && (r.c.Sub[1] == "set" || r.c.Sub[1] == "unset")
	if n < 2 && !sub && !r.has([]string{"--unset", "--unset-all", "--add", "--replace-all"}) {
		return nil
	}
	return key
}

// plainSetting reports whether the value is known to be harmless: an alias for a subcommand, a
// usual editor or pager.
func (r *resolver) plainSetting(key string) bool {
	var value *fact.Word
	for i := range r.c.Operands {
		if o := &r.c.Operands[i]; o.Flag == "" && o.Word.Text != key {
			value = &o.Word
		}
	}
	if value == nil || !value.Known() {
		return value == nil // it is unset
	}
	return gitconfig.Harmless(key, value.Text)
}
