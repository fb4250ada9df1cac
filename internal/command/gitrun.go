package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

// Setting is a key of git's configuration with its value.
type Setting struct {
	Key   string
	Value fact.Word
}

// gitRuns nests the programs that settings make git run: those of -c and of the environment and,
// for aliases, those that the line made before.
func (r *resolver) gitRuns() {
	aliases := r.gitEnviron()
	for i := range r.c.Flags {
		f := &r.c.Flags[i]
		if f.Name == "--config-env" && f.Value >= 0 {
			if s, ok := r.configEnv(&r.c.Operands[f.Value].Word); !ok {
			} else if strings.HasPrefix(s.Key, "alias.") {
				aliases = append(aliases, s)
			} else {
				r.gitSetting(&s)
			}
			continue
		}
		if f.Name != "-c" || f.Value < 0 || r.given[i].opt == nil || r.given[i].opt.Is&Code == 0 {
			continue
		}
		s, ok := settingOf(&r.c.Operands[f.Value].Word)
		switch {
		case !ok:
		case strings.HasPrefix(s.Key, "alias."):
			aliases = append(aliases, s)
		default:
			r.given[i].seen = r.gitSetting(&s)
		}
	}
	if len(r.c.Sub) == 0 {
		r.gitAlias(append(aliases, r.in.Settings...))
	} else if r.c.Sub[0] == "rebase" && r.leavesLists() {
		r.dropInteractive()
	}
}

// leavesLists reports whether the line sets an editor for lists of commits that leaves them as git
// makes them. A variable counts before a setting, and what is said of lists before what is said of
// messages (git-var(1)).
func (r *resolver) leavesLists() bool {
	for _, name := range []string{"GIT_SEQUENCE_EDITOR", "", "GIT_EDITOR"} {
		value := (*fact.Word)(nil)
		for i := range r.c.Assigns {
			if a := &r.c.Assigns[i]; name != "" && a.Name == name {
				value = &a.Value
			}
		}
		for i := range r.c.Flags {
			if f := &r.c.Flags[i]; name == "" && f.Name == "-c" && f.Value >= 0 {
				w := r.c.Operands[f.Value].Word
				if s, ok := settingOf(&w); ok && s.Key == "sequence.editor" {
					value = &s.Value
				}
			}
		}
		if value != nil {
			return value.Known() && (value.Text == ":" || value.Text == "true" || value.Text == "cat")
		}
	}
	return false
}

// dropInteractive takes git rebase -i whose list nobody edits for git rebase.
func (r *resolver) dropInteractive() {
	for i := range r.c.Flags {
		if f := &r.c.Flags[i]; f.Name == "-i" || f.Name == "--interactive" {
			f.Name, f.Written, f.Names = "", "", nil
		}
	}
}

// configEnv is the setting of --config-env=KEY=VARIABLE, if the variable is set before the command.
func (r *resolver) configEnv(w *fact.Word) (Setting, bool) {
	s, ok := settingOf(w)
	for i := range r.c.Assigns {
		if a := &r.c.Assigns[i]; ok && a.Name == s.Value.Text {
			return Setting{s.Key, a.Value}, a.Value.Known()
		}
	}
	return s, false
}

// gitEnviron nests the programs that variables before the command name, and returns the aliases
// that they define. That such a variable is set is said elsewhere, so that nothing passes because
// it is seen.
func (r *resolver) gitEnviron() (aliases []Setting) {
	assigns := r.c.Assigns
	for i := range assigns {
		a := &assigns[i]
		s := Setting{gitconfig.OfVariable(a.Name), a.Value}
		if n, ok := strings.CutPrefix(a.Name, "GIT_CONFIG_KEY_"); ok {
			for k := range assigns {
				if assigns[k].Name == "GIT_CONFIG_VALUE_"+n {
					s = Setting{strings.ToLower(a.Value.Text), assigns[k].Value}
				}
			}
		}
		switch {
		case s.Key == "" || !s.Value.Known():
		case strings.HasPrefix(s.Key, "alias."):
			aliases = append(aliases, s)
		default:
			r.gitSetting(&s)
		}
	}
	return aliases
}

// settingOf reads KEY=VALUE. Sections and variables are compared without case (git-config(1)); so
// are the names of subsections here, which finds more.
func settingOf(w *fact.Word) (s Setting, ok bool) {
	key, _, found := strings.Cut(w.Text, "=")
	if !found || !w.Known() {
		return s, false
	}
	return Setting{strings.ToLower(key), subWord(w, len(key)+1)}, true
}

// gitSetting nests the program that a setting names. It reports whether nothing else can run
// because of it.
func (r *resolver) gitSetting(s *Setting) bool {
	text := s.Value.Text
	switch gitconfig.RunnerOf(s.Key) {
	case gitconfig.Pager:
		if text != "" && !envrisk.IsViewer(text) {
			r.piped(s.Value)
		}
		return true
	case gitconfig.Editor:
		if text == "" || envrisk.IsViewer(text) {
			return true // it changes the file that git gives it, and nothing else
		}
		text, ok := unknownTokens(text)
		r.textMore(text)
		return ok
	case gitconfig.Shell:
		text, ok := unknownTokens(text)
		r.textMore(text)
		return ok
	case gitconfig.Switch:
		if strings.EqualFold(text, "true") || strings.EqualFold(text, "false") || text == "" {
			return true
		}
		r.textMore(text)
		return true
	case gitconfig.Program:
		return r.programName(text)
	case gitconfig.Helper:
		command, shell := strings.CutPrefix(text, "!")
		switch {
		case text == "":
			return true // it forgets the helpers named before
		case shell || strings.HasPrefix(text, "/"):
			r.textMore(command)
			return true
		}
	}
	return gitconfig.Shows(s.Key)
}

// givesTrivia reports whether an option of git gives a setting without which the subcommand does
// the same, but for the name in a commit, its signature, or the ends of lines.
func (r *resolver) givesTrivia(i int) bool {
	f := &r.c.Flags[i]
	if r.c.Name != "git" || f.Name != "-c" || f.Value < 0 {
		return false
	}
	s, ok := settingOf(&r.c.Operands[f.Value].Word)
	if !ok {
		return false
	}
	if gitconfig.RunnerOf(s.Key) == gitconfig.Editor && s.Value.Known() {
		return envrisk.IsViewer(s.Value.Text)
	}
	return gitconfig.Trivial(s.Key)
}

// gitAlias nests what the word in the place of the subcommand stands for. That a program of that
// name may be found first is said elsewhere: the subcommand is not known.
func (r *resolver) gitAlias(settings []Setting) {
	if len(r.args) == 0 {
		return
	}
	name := &r.c.Operands[r.args[0].op].Word
	rest := r.c.Argv[r.args[0].at+1:]
	for i := range settings {
		s := &settings[i]
		any := !name.Known() && strings.HasPrefix(s.Key, "alias.")
		if any || s.Key == "alias."+strings.ToLower(name.Text) {
			r.expandAlias(s, rest)
		}
	}
}

// expandAlias nests one alias: !TEXT is shell text that runs in the directory at the top of the
// work tree, anything else the words of a command of git, to which the options before the alias
// apply, too.
func (r *resolver) expandAlias(s *Setting, rest []fact.Word) {
	if !s.Value.Known() {
		r.text(s.Value, false)
		return
	}
	if text, ok := strings.CutPrefix(s.Value.Text, "!"); ok {
		if len(rest) == 0 {
			r.text(fact.Lit(text), false)
		} else {
			r.textMore(text, rest...)
		}
		if n := len(r.c.Nested); n > 0 && r.c.Nested[n-1].Kind == fact.NestedShell {
			r.c.Nested[n-1].Dir = fact.Unknown("")
		}
		return
	}
	if !plainWords(s.Value.Text) {
		r.textMore("git "+s.Value.Text, rest...)
		return
	}
	words := append([]fact.Word{}, r.c.Argv[:r.args[0].at]...)
	expansion := splitBlanks(s.Value.Text)
	if len(expansion) == 0 || s.Key == "alias."+strings.ToLower(expansion[0].Text) {
		return // git reports a loop
	}
	r.nest(fact.Nested{Kind: fact.NestedArgv, Words: append(append(words, expansion...), rest...)})
	r.c.Nested[len(r.c.Nested)-1].Dir = fact.Word{} // -C is among the words
}

// SettingMade returns the alias that a call of git config makes.
func SettingMade(c *fact.Command) (s Setting, ok bool) {
	if c.Name != "git" || len(c.Sub) == 0 || c.Sub[0] != "config" {
		return s, false
	}
	for i := 2; i+1 < len(c.Argv); i++ { // a value may look like an option
		if key := strings.ToLower(c.Argv[i].Text); c.Argv[i].Known() && strings.HasPrefix(key, "alias.") {
			return Setting{key, c.Argv[i+1]}, true
		}
	}
	return s, false
}
