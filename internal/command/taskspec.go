package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// TaskSpec says how a command line of a runner names the tasks of a project that it runs. Options
// are given with all their spellings.
type TaskSpec struct {
	Reader string   // of internal/project/tasks
	Run    []string // subcommands behind which the name of a task stands
	Named  []string // subcommands that are themselves the names of tasks; t=test: one that means it
	Within []string // subcommands behind which a package stands, and then a line of the same kind
	Others []string // words that are no tasks although no subcommand of the spec has that name
	Keeps  []string // options that change nothing of what runs
	Values []string // the same, with an argument
	Counts []string // the same, with a number that may be missing
	// options whose arguments are packages, files with tasks, text with tasks, directories, variables
	Packages, Files, Evals, Dirs, Sets []string
	All                                []string // options for all packages
	Dry                                []string // options with which recipes are only shown
	Shows                              []string // options with which no task runs
	Bare                               bool     // without a subcommand the first word is a task
	Anywhere                           bool     // options may stand behind a task, up to --
	Many                               bool     // all words are tasks
	Settings                           bool     // words NAME=VALUE set variables
	Behind                             bool     // behind -- stand the arguments of a task
	Clusters                           bool     // -ab is -a -b
}

// SetTasks says how the command names tasks.
func (s *Spec) SetTasks(t *TaskSpec) {
	c := codec.Writer()
	t.pack(&c)
	s.tasks = c.Written()
}

func (t *TaskSpec) pack(c *codec.Coder) {
	c.Text(&t.Reader)
	c.Bits(&t.Bare, &t.Anywhere, &t.Many, &t.Settings, &t.Behind, &t.Clusters)
	for _, list := range t.lists() {
		c.Texts(list)
	}
}

// lists returns the lists of words in the order in which they are encoded.
func (t *TaskSpec) lists() [15]*[]string {
	return [...]*[]string{&t.Run, &t.Named, &t.Within, &t.Keeps, &t.Values, &t.Packages, &t.Files,
		&t.Evals, &t.Dirs, &t.Sets, &t.All, &t.Dry, &t.Others, &t.Counts, &t.Shows}
}

// Tasks returns the tasks that the command runs which was resolved last, or nil. It costs nothing
// where the command's spec knows of none.
func (x *Resolver) Tasks() *fact.Tasks {
	r := &x.r
	top := r.spec
	if r.depth > 0 {
		top = r.up[0]
	}
	if top == nil || top.tasks == "" || r.c.Name == "" || r.harmless() {
		return nil
	}
	l := taskLine{spec: &TaskSpec{}, words: r.c.Argv[1:]}
	c := codec.Reader(top.tasks)
	l.spec.pack(&c)
	l.bare = l.spec.Bare && len(r.c.Sub) == 0
	l.out = &fact.Tasks{Reader: l.spec.Reader}
	if !l.read() || l.shows {
		return nil
	}
	return l.out
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
		w.Text = l.named(w.Text)
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
	return true
}

// named is the task that a subcommand stands for; "" for none.
func (l *taskLine) named(word string) string {
	for _, n := range l.spec.Named {
		if short, name, ok := strings.Cut(n, "="); ok && short == word {
			return name
		} else if n == word {
			return n
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
				to = &l.out.Names // and arguments among them, as only their file says
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

// next is the next word that is no option. Options are noted; of one that is not known it is not
// known either what the line runs.
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
	case slices.Contains(l.spec.Keeps, w.Text), l.cluster(w.Text):
		return
	case slices.Contains(l.spec.All, w.Text):
		l.out.All = true
		return
	case slices.Contains(l.spec.Dry, w.Text):
		l.out.Dry = true
		return
	case slices.Contains(l.spec.Shows, w.Text):
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
	for _, name := range l.spec.Counts {
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
		if !slices.Contains(l.spec.Keeps, "-"+text[i:i+1]) {
			return false
		}
	}
	return true
}

// list is where the arguments of an option belong; nil for one that takes none, or that is not
// known.
func (l *taskLine) list(name string) *[]fact.Word {
	s, o := l.spec, l.out
	switch {
	case slices.Contains(s.Values, name):
		return new([]fact.Word)
	case slices.Contains(s.Packages, name):
		return &o.Packages
	case slices.Contains(s.Files, name):
		return &o.Files
	case slices.Contains(s.Evals, name):
		return &o.Evals
	case slices.Contains(s.Dirs, name):
		return &o.Dirs
	case slices.Contains(s.Sets, name):
		return &o.Sets
	}
	return nil
}
