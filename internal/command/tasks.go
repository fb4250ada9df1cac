package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// tasks returns the tasks that the command runs, or nil. spec is an encoded TaskSpec.
func (l *line) tasks(spec string) *fact.Tasks {
	if l.name == "" || l.any.harmless {
		return nil
	}
	t := taskLine{spec: &TaskSpec{}, words: l.c.Argv[1:]}
	c := codec.Reader(spec)
	t.spec.pack(&c)
	t.bare = t.spec.Bare && len(l.canon.sub) == 0
	t.out = &fact.Tasks{Reader: t.spec.Reader}
	if !t.read() || t.shows {
		return nil
	}
	return t.out
}

// taskLine is a command line of a runner that is being read.
type taskLine struct {
	spec   *TaskSpec
	words  []fact.Word
	out    *fact.Tasks
	ended  bool // a -- was read
	inside bool // the package was named in which the task is
	bare   bool // the next word may be a task
	shows  bool // an option has it run none
}

// read reads the words. It reports false where they run no task.
func (l *taskLine) read() bool {
	w, ok := l.next()
	switch {
	case !ok:
		return l.spec.Many && len(l.spec.Run) == 0
	case !w.Known():
		return false
	case slices.Contains(l.spec.Run, w.Text):
		if w, ok = l.next(); !ok {
			return false
		}
		l.out.Names = append(l.out.Names, w)
	case l.named(w.Text) != "":
		w.Text, l.out.Event = l.named(w.Text), true
		l.out.Names = append(l.out.Names, w)
	case !l.inside && slices.Contains(l.spec.Within, w.Text):
		name, ok := l.next()
		if !ok {
			return false
		}
		l.out.Packages = append(l.out.Packages, name)
		l.inside, l.bare = true, true
		return l.read()
	case l.bare && !slices.Contains(l.spec.Others, w.Text):
		l.task(w)
	default:
		return false
	}
	l.rest()
	// npm pack PACKAGE is about another package
	return !slices.Contains(l.spec.Named, w.Text+"!") || len(l.out.Args) == 0
}

// named returns the task that a subcommand stands for; "" for none. With a ! behind it, it has no
// arguments.
func (l *taskLine) named(word string) string {
	for _, n := range l.spec.Named {
		if short, name, ok := strings.Cut(n, "="); ok && short == word {
			return name
		} else if strings.TrimSuffix(n, "!") == word {
			return word
		}
	}
	return ""
}

// task takes one word for a task, or for a variable.
func (l *taskLine) task(w fact.Word) {
	if l.spec.Settings && w.Known() && strings.IndexByte(w.Text, '=') > 0 {
		l.out.Sets = append(l.out.Sets, w)
		return
	}
	l.out.Names = append(l.out.Names, w)
}

// rest takes what stands behind the first task.
func (l *taskLine) rest() {
	for len(l.words) > 0 {
		w := l.words[0]
		if !l.spec.Anywhere {
			to := &l.out.Args
			if l.spec.Many {
				to = &l.out.Names // and arguments, which only their file tells apart
			}
			*to = append(*to, l.words...)
			return
		}
		if w.Text == "--" && w.Known() && !l.ended {
			l.ended = true
			l.words = l.words[1:]
			continue
		}
		if l.ended && l.spec.Behind {
			l.out.Args = append(l.out.Args, w)
			l.words = l.words[1:]
			continue
		}
		w, ok := l.next()
		switch {
		case !ok:
		case l.spec.Many:
			l.task(w)
		default:
			l.out.Args = append(l.out.Args, w)
		}
	}
}

// next returns the next word that is not an option. It notes options; after an unknown option the
// tasks are uncertain.
func (l *taskLine) next() (fact.Word, bool) {
	for len(l.words) > 0 {
		w := l.words[0]
		l.words = l.words[1:]
		switch {
		case l.ended || w.Known() && (len(w.Text) < 2 || w.Text[0] != '-'):
			return w, true
		case w.Known() && w.Text == "--":
			l.ended = true
			continue
		case !w.Known() && (w.Text == "" || w.Text[0] == '-'):
			l.doubt("a word of the line may be an option")
			return w, true
		case !w.Known():
			return w, true
		}
		l.option(w)
	}
	return fact.Word{}, false
}

func (l *taskLine) doubt(why string) {
	if l.out.Why == "" {
		l.out.Why = why
	}
}

// option takes one option with its argument.
func (l *taskLine) option(w fact.Word) {
	name, value, attached := strings.Cut(w.Text, "=")
	if l.counts(w.Text) {
		return
	}
	switch {
	case slices.Contains(l.spec.Options.Keeps, w.Text), l.cluster(w.Text):
		return
	case slices.Contains(l.spec.Options.All, w.Text):
		l.out.All = true
		return
	case slices.Contains(l.spec.Options.Dry, w.Text):
		l.out.Dry = true
		return
	case slices.Contains(l.spec.Options.Shows, w.Text):
		l.shows = true
		return
	}
	into := l.list(name)
	if into == nil && len(w.Text) > 2 && w.Text[1] != '-' { // -Cdir, -j4
		if name = w.Text[:2]; l.list(name) != nil {
			into, value, attached = l.list(name), w.Text[2:], true
			value = strings.TrimPrefix(value, "=")
		}
	}
	if into == nil {
		l.doubt("the option " + w.Text + " may change what runs")
		return
	}
	if arg := (fact.Word{Text: value}); attached {
		*into = append(*into, arg)
	} else if len(l.words) > 0 {
		*into = append(*into, l.words[0])
		l.words = l.words[1:]
	}
}

// counts takes an option with a number: -j8, -j 8, -j.
func (l *taskLine) counts(text string) bool {
	for _, name := range l.spec.Options.Counts {
		rest, ok := strings.CutPrefix(text, name)
		if rest = strings.TrimPrefix(rest, "="); !ok || strings.Trim(rest, "0123456789") != "" {
			continue
		}
		if rest == "" && len(l.words) > 0 && l.words[0].Known() && l.words[0].Text != "" &&
			strings.Trim(l.words[0].Text, "0123456789") == "" {
			l.words = l.words[1:]
		}
		return true
	}
	return false
}

// cluster reports whether a word is several short options that change nothing: -sk.
func (l *taskLine) cluster(text string) bool {
	if len(text) < 3 || text[1] == '-' || !l.spec.Clusters {
		return false
	}
	for i := 1; i < len(text); i++ {
		if !slices.Contains(l.spec.Options.Keeps, "-"+text[i:i+1]) {
			return false
		}
	}
	return true
}

// list returns where the arguments of an option belong; nil for an option that takes none, or that
// is unknown.
func (l *taskLine) list(name string) *[]fact.Word {
	s, o := l.spec, l.out
	switch {
	case slices.Contains(s.Options.Values, name):
		return new([]fact.Word)
	case slices.Contains(s.Options.Packages, name):
		return &o.Packages
	case slices.Contains(s.Options.Files, name):
		return &o.Files
	case slices.Contains(s.Options.Evals, name):
		return &o.Evals
	case slices.Contains(s.Options.Dirs, name):
		return &o.Dirs
	case slices.Contains(s.Options.Sets, name):
		return &o.Sets
	}
	return nil
}
