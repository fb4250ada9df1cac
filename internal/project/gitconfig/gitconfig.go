// Package gitconfig knows with which settings git runs programs, or takes settings or code from
// elsewhere, and reads files of settings for them. The table is presets/gitconfig.yaml.
package gitconfig

import (
	"strings"

	"github.com/fencepost/fencepost/gen/gitsettings"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
	"github.com/fencepost/fencepost/internal/project/envrisk"
)

// Runner is how git runs what a setting names.
type Runner uint8

const (
	Unseen  Runner = iota
	Shell          // shell text to which arguments are appended
	Pager          // shell text without arguments
	Editor         // the same, for a file of git's own
	Switch         // a truth value, or like Shell
	Program        // the name of a program
	Helper         // credential.helper: !TEXT, a path with arguments, or a part of a name
	runners
)

// RunnerNames are the names of the runners in the table, by their numbers.
func RunnerNames() []string {
	return []string{"", "shell", "pager", "editor", "switch", "program", "helper"}
}

// Value says which values of a setting run nothing.
type Value uint8

const (
	Client Value = iota // a program that runs nothing of what it is given
	Word                // one word without a slash
	Alias               // a command of git
)

// ValueNames are the names of the values in the table, by their numbers.
func ValueNames() []string { return []string{"client", "word", "alias"} }

// Entry is what the table says of some settings.
type Entry struct {
	Runner Runner
	Value  Value
	Found  string // values that are known where they are found, as codec.Join writes them
}

// Pack writes or reads the entry as a record of gitsettings.Entries.
func (e *Entry) Pack(c *codec.Coder) {
	codec.Word(c, &e.Runner)
	codec.Word(c, &e.Value)
	c.Text(&e.Found)
}

// entryOf returns the entry of a key in small letters; for one without, an entry that says nothing.
func entryOf(key string) (e Entry) {
	t := codec.Open(gitsettings.Entries)
	if record := t.Record(gitsettings.Setting(key) - 1); record != "" {
		c := codec.Reader(record)
		e.Pack(&c)
	}
	return e
}

// Runs reports whether a key of git's configuration makes git run a program, or load settings or
// code from elsewhere. Sections and names are compared without case (git-config(1)).
func Runs(key string) bool { return gitsettings.Setting(strings.ToLower(key)) != 0 }

// RunnerOf says how git runs what a key in small letters names.
func RunnerOf(key string) Runner {
	return entryOf(key).Runner
}

// Shows reports whether a key in small letters only changes how git shows things, or what it writes
// into a commit.
func Shows(key string) bool { return gitsettings.Trivial(key) || gitsettings.Harmless(key) }

// Trivial reports whether a subcommand does the same without the setting, but for the name in a
// commit, its signature, or the ends of lines.
func Trivial(key string) bool { return gitsettings.Trivial(key) }

// OfVariable is the setting that an environment variable stands for; "" if none.
func OfVariable(name string) string { return gitsettings.OfVariable(name) }

// Harmless reports whether a value of a key that can run a program runs none that is not known,
// whoever sets it.
func Harmless(key, value string) bool {
	kind := entryOf(strings.ToLower(key)).Value
	if value == "" {
		return kind != Alias
	}
	switch kind {
	case Alias:
		return ofGit(value)
	case Word:
		return word(value) || envrisk.IsClient(value)
	}
	return envrisk.IsClient(value)
}

// ofGit reports whether the value of an alias is a command of git, and no text of a shell.
func ofGit(value string) bool {
	name, _, _ := strings.Cut(value, " ")
	return name != "" && name[0] != '-' && word(name) && strings.IndexByte(name, '.') < 0
}

func word(s string) bool {
	for i := range len(s) {
		c := s[i]
		plain := c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
		if !plain && (strings.IndexByte("-_.", c) < 0 || i == 0) {
			return false
		}
	}
	return s != ""
}

// known reports whether a value is harmless, or one that usual tools write.
func known(key, value string) bool {
	if value == "" || value == "true" || value == "false" || Harmless(key, value) {
		return true
	}
	for f := range codec.Split(entryOf(key).Found) {
		begin, open := strings.CutSuffix(f, "*")
		switch {
		case f == "":
		case value == f, open && begin == "":
			return true
		case open && strings.HasPrefix(value, begin) && !strings.ContainsAny(value, ";&|`$<>\n"):
			return true
		}
	}
	return false
}
