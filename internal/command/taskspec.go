package command

import "github.com/fencepost/fencepost/internal/lowlevel/codec"

// TaskSpec says how a command line of a runner names the tasks of a project that it runs. Options
// are given with all their spellings.
type TaskSpec struct {
	Reader   string   // of internal/project/tasks
	Run      []string // subcommands behind which the name of a task stands
	Named    []string // subcommands that are names of tasks; t=test says that t means test
	Within   []string // subcommands behind which a package stands, and then a line of the same kind
	Others   []string // further words that are not tasks
	Bare     bool     // without a subcommand the first word is a task
	Anywhere bool     // options may stand behind a task, up to --
	Many     bool     // all words are tasks
	Settings bool     // words NAME=VALUE set variables
	Behind   bool     // behind -- stand the arguments of a task
	Clusters bool     // -ab is -a -b

	Options TaskOptions
}

// TaskOptions are the options of a runner, by what they do.
type TaskOptions struct {
	Keeps  []string // options that change nothing of what runs
	Values []string // the same, with an argument
	Counts []string // the same, with a number that may be missing
	// options whose arguments are packages, files with tasks, text with tasks, directories, variables
	Packages, Files, Evals, Dirs, Sets []string

	All   []string // options for all packages
	Dry   []string // options with which recipes are only shown
	Shows []string // options with which no task runs
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
	o := &t.Options
	return [...]*[]string{&t.Run, &t.Named, &t.Within, &o.Keeps, &o.Values, &o.Packages, &o.Files,
		&o.Evals, &o.Dirs, &o.Sets, &o.All, &o.Dry, &t.Others, &o.Counts, &o.Shows}
}
