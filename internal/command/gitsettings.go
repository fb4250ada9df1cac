package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
)

// settingOf reads KEY=VALUE. Sections and variables are compared without case (git-config(1)); so
// are the names of subsections here, which finds more.
func settingOf(w *fact.Word) (s Setting, ok bool) {
	key, _, found := strings.Cut(w.Text, "=")
	if !found || !w.Known() {
		return s, false
	}
	return Setting{strings.ToLower(key), subWord(w, len(key)+1)}, true
}

// gitPrograms nests the programs that git runs because of settings: from -c, from the environment
// and, for aliases, from earlier commands.
func gitPrograms(f *programFinder) {
	aliases := gitEnviron(f)
	for i := range f.l.flags {
		flag := &f.l.flags[i]
		if flag.Name == "--config-env" && flag.Value >= 0 {
			if s, ok := configEnv(f.l, &f.l.operands[flag.Value].Word); !ok {
			} else if strings.HasPrefix(s.Key, "alias.") {
				aliases = append(aliases, s)
			} else {
				gitSetting(f, &s)
			}
			continue
		}
		g := &f.l.given[i]
		if flag.Name != "-c" || flag.Value < 0 || g.opt == nil || g.opt.Is&Code == 0 {
			continue
		}
		s, ok := settingOf(&f.l.operands[flag.Value].Word)
		switch {
		case !ok:
		case strings.HasPrefix(s.Key, "alias."):
			aliases = append(aliases, s)
		default:
			g.seen = gitSetting(f, &s)
		}
	}
	if len(f.l.canon.sub) == 0 {
		gitAlias(f, append(aliases, f.l.in.Settings...))
	} else if f.l.canon.sub[0] == "rebase" && keepsTodoList(f.l) {
		dropInteractive(f.l)
	}
}

// keepsTodoList reports whether the editor for the lists of git rebase leaves them as they are. Its
// variable counts first, then its setting, then the editor for messages (git-var(1)).
func keepsTodoList(l *line) bool {
	for _, name := range []string{"GIT_SEQUENCE_EDITOR", "", "GIT_EDITOR"} {
		value := (*fact.Word)(nil)
		for i := range l.c.Assigns {
			if a := &l.c.Assigns[i]; name != "" && a.Name == name {
				value = &a.Value
			}
		}
		for i := range l.flags {
			if f := &l.flags[i]; name == "" && f.Name == "-c" && f.Value >= 0 {
				w := l.operands[f.Value].Word
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
func dropInteractive(l *line) {
	for i := range l.flags {
		if f := &l.flags[i]; f.Name == "-i" || f.Name == "--interactive" {
			f.Name, f.Written, f.Names = "", "", nil
		}
	}
}

// configEnv is the setting of --config-env=KEY=VARIABLE, if the variable is set before the command.
func configEnv(l *line, w *fact.Word) (Setting, bool) {
	s, ok := settingOf(w)
	for i := range l.c.Assigns {
		if a := &l.c.Assigns[i]; ok && a.Name == s.Value.Text {
			return Setting{s.Key, a.Value}, a.Value.Known()
		}
	}
	return s, false
}

// gitEnviron nests the programs that variables before the command name, and returns the aliases
// that they define. Another phase reports that such a variable is set, so seeing it lets nothing
// pass.
func gitEnviron(f *programFinder) (aliases []Setting) {
	assigns := f.l.c.Assigns
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
			gitSetting(f, &s)
		}
	}
	return aliases
}

// gitSetting nests the program that a setting names. It reports whether nothing else can run
// because of it.
func gitSetting(f *programFinder, s *Setting) bool {
	text := s.Value.Text
	switch gitconfig.RunnerOf(s.Key) {
	case gitconfig.Pager:
		if text != "" && !envrisk.IsViewer(text) {
			f.pipedText(s.Value)
		}
		return true
	case gitconfig.Editor:
		if text == "" || envrisk.IsViewer(text) {
			return true // it changes the file that git gives it, and nothing else
		}
		text, ok := unknownTokens(text)
		f.textWithArgs(text)
		return ok
	case gitconfig.Shell:
		text, ok := unknownTokens(text)
		f.textWithArgs(text)
		return ok
	case gitconfig.Switch:
		if strings.EqualFold(text, "true") || strings.EqualFold(text, "false") || text == "" {
			return true
		}
		f.textWithArgs(text)
		return true
	case gitconfig.Program:
		return f.programName(text)
	case gitconfig.Helper:
		command, shell := strings.CutPrefix(text, "!")
		switch {
		case text == "":
			return true // it forgets the helpers named before
		case shell || strings.HasPrefix(text, "/"):
			f.textWithArgs(command)
			return true
		}
	}
	return gitconfig.Shows(s.Key)
}

// gitAlias nests what the word in the place of the subcommand stands for. A program of that name
// may come first; the unknown subcommand is reported for that.
func gitAlias(f *programFinder, settings []Setting) {
	if len(f.l.args) == 0 {
		return
	}
	name := &f.l.operands[f.l.args[0].op].Word
	rest := f.l.c.Argv[f.l.args[0].at+1:]
	for i := range settings {
		s := &settings[i]
		any := !name.Known() && strings.HasPrefix(s.Key, "alias.")
		if any || s.Key == "alias."+strings.ToLower(name.Text) {
			expandAlias(f, s, rest)
		}
	}
}

// expandAlias nests one alias: !TEXT is shell text that runs in the directory at the top of the
// work tree, anything else the words of a command of git, to which the options before the alias
// apply, too.
func expandAlias(f *programFinder, s *Setting, rest []fact.Word) {
	if !s.Value.Known() {
		f.shellText(s.Value, false)
		return
	}
	if text, ok := strings.CutPrefix(s.Value.Text, "!"); ok {
		if len(rest) == 0 {
			f.shellText(fact.Lit(text), false)
		} else {
			f.textWithArgs(text, rest...)
		}
		if n := len(f.out.nested); n > 0 && f.out.nested[n-1].Kind == fact.NestedShell {
			f.out.nested[n-1].Dir = fact.Unknown("")
		}
		return
	}
	if !plainWords(s.Value.Text) {
		f.textWithArgs("git "+s.Value.Text, rest...)
		return
	}
	words := append([]fact.Word{}, f.l.c.Argv[:f.l.args[0].at]...)
	expansion := splitBlanks(s.Value.Text)
	if len(expansion) == 0 || s.Key == "alias."+strings.ToLower(expansion[0].Text) {
		return // git reports a loop
	}
	f.out.nest(fact.Nested{Kind: fact.NestedArgv, Words: append(append(words, expansion...), rest...)})
	f.out.nested[len(f.out.nested)-1].Dir = fact.Word{} // -C is among the words
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

// givesTrivia reports whether an option of git gives a setting that changes no more than the name
// in a commit, its signature, or the ends of lines.
func (p *parser) givesTrivia(i int) bool {
	f := &p.l.flags[i]
	if p.l.name != "git" || f.Name != "-c" || f.Value < 0 {
		return false
	}
	s, ok := settingOf(&p.l.operands[f.Value].Word)
	if !ok {
		return false
	}
	if gitconfig.RunnerOf(s.Key) == gitconfig.Editor && s.Value.Known() {
		return envrisk.IsViewer(s.Value.Text)
	}
	return gitconfig.Trivial(s.Key)
}
