package fact

// File is a file of the project that a call runs, or that such a file reads as code: it was looked
// at, and what it would do stands among the commands of the call.
type File struct {
	Name string // for people: relative to the project where it lies in there
	Abs  string // links resolved
	By   int    // the file that has it run, as a place in Facts.Files from 1; 0: the call itself
	Root int    // the first of those that led here, itself included
	// Same says that the last commit of the project has it with just these bytes, and that nothing
	// in the call may change it before it runs.
	Same   bool
	Why    string   // why not all of it is known; "" if it was read to its end
	Beside []string // files that may be run in its place: compiled ones
	Args   bool     // the call gives it arguments
	Loaded bool     // the code of another one loads it
	// Writer is the command of the call that writes all that is in it, as a place in Facts.Commands
	// from 1; 0: it is on the disk.
	Writer int
	Reader string // of a file that the call writes: the program that reads it
	// Given says why the call's own words may decide the unknown parts of it; "" if they cannot.
	Given string
	// Told is the same for what stands in the words and variables of the call. A rule that lets just
	// these words pass answers it.
	Told string
	// Task says that what is read of it is a task that a runner runs, and which one.
	Task string
	// Vouched says that a rule lets the runner pass by the name of the task. Unknown parts of the task
	// pass with it.
	Vouched bool
	// Source says that a build or a test loads it only where other code asks for it: what would be
	// denied in it counts, and not what would be asked about.
	Source bool
	// Recent says that its lines are commands of a shell, and that it may have been changed since the
	// session began. What a bundled rule says of a task's name says nothing of such lines.
	Recent bool
	// Kept says that it and all files that it led to are what the last commit has, whatever the words
	// of the call are.
	Kept bool
	// Ours says that it and all files that it led to are what the last commit has, and that nothing
	// else steers it: its unknown parts are the person's own code.
	Ours bool
}
