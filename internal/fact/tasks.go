package fact

// Tasks are the tasks of a project that a runner is told to run: npm run build, make test. What
// they run stands in files of the project.
type Tasks struct {
	Reader   string // of internal/project/tasks: package-json, make, …
	Names    []Word
	Args     []Word
	Sets     []Word // NAME=VALUE
	Files    []Word // that options name in place of the usual ones
	Evals    []Word // text with tasks
	Dirs     []Word // directories to which options lead, one after the other
	Packages []Word
	All      bool
	Event    bool // the name is a subcommand of its own, as in npm version
	Dry      bool
	Why      string // it may be other tasks; "" where it is not
}
