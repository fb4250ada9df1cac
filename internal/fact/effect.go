package fact

// Effect is one way in which a call touches the world.
type Effect struct {
	Kind EffectKind
	Path Path // of a path effect
	// of a network effect, lower-cased, without user, port and trailing dot; "" where not known
	Host      string
	Variable  string // of the environment, whose value is taken; "" where not known
	Recursive bool
	Create    bool  // a new directory or file is made, nothing that exists is changed
	Names     bool  // of a read: of names and attributes, not of what files hold
	Shown     Shown // of a read
	// of a read: the pattern stands for files that are there, not for files that may be there
	Found bool
	// of a read by a pattern in code: each name that it takes has one of these texts, each of which
	// stands behind a NUL; "" if it may take all names
	Selects string
	// of a read: the program that reads the file does not take it for code; with Guess: a text or an
	// address names the file, and it may not be read at all
	Data  bool
	Mkdir bool // of a write with Create: what is made is a directory
	// of a write: each file below is read and written again, as gzip -r does; of a delete: a directory
	// that is moved goes with all that is in it
	Whole   bool
	Tree    bool // the name comes from a tree, and stands in no word of the command
	History bool // of such a name: the history of the repository holds what is written
	// for people: "force push", "runs ./x"; of a guess: which file names the path
	Detail string
	Loaded bool // of code that stands in a file which the code of the call loads
	InCode bool // of inline code, whose facts say what vouches for it
	// an unknown word may stand for the name: $(ls) stands for a file
	Guess   bool
	Command int  // index into Facts.Commands; -1 for a tool call
	Pass    Pass // that found it
}

// Shown says how much of what is read a command prints.
type Shown uint8

const (
	ShownSome  Shown = iota // it is unknown
	ShownLines              // lines that hold what is searched for: grep
	ShownAll                // everything, also of what lies in a tree: grep -r ''
)

// Reach says what a command that searches a tree is told to read of it.
type Reach uint8

const (
	ReachHidden  Reach = 1 << iota // names with a leading dot: rg --hidden
	ReachIgnored                   // what git ignores: rg --no-ignore
	ReachAll                       // everything, and much of it is shown: tar c .
)

// EffectKind is what an effect does. The names are those of the `on` key of effect rules.
type EffectKind uint8

const (
	Read EffectKind = iota
	Write
	Append
	Delete
	Meta      // mode or owner
	Exec      // code not seen here
	Network   // a host
	Privilege // other rights than the caller's
	Process   // signals
	VCSLoss   // unrecoverable history or work tree
	System    // the machine: services, disks, accounts
	Variable  // the value of a variable of the environment, which may be shown or sent
)

// String returns the name in the `on` key of a rule.
func (k EffectKind) String() string { return effectWords[k] }

var effectWords = [...]string{Read: "read", Write: "write", Append: "append", Delete: "delete",
	Meta: "meta", Exec: "exec", Network: "network", Privilege: "privilege", Process: "process",
	VCSLoss: "vcs-loss", System: "system", Variable: "variable"}

// HasPath reports whether effects of this kind act on a path.
func (k EffectKind) HasPath() bool { return k <= Meta }

// Role is what an operand or option-argument is to its command.
type Role uint8

const (
	RoleNone    Role = iota // a number, a name, a message: nothing that touches the world
	RoleAny                 // no spec: may be a path
	RolePattern             // a pattern or expression of a language that only selects
	RoleRead
	RoleWrite
	RoleAppend
	RoleDelete
	RoleMove   // read, then deleted (mv's sources)
	RoleEdit   // read, then written in place
	RoleMeta   // mode or owner changed
	RoleCreate // a file or a tree that is made where nothing is
	RoleMkdir  // a directory that is made where nothing is, and left alone where it is
	RoleSetDir // a directory that is made, or given another mode or owner where it is (install -d)
	RoleDir    // a directory that the command changes to
	RoleSearch // a directory whose tree is read
	RoleStat   // a file; the command looks at its name and attributes only
	RoleStem   // names that begin with it are written (csplit -f)
	RoleHost
	RoleURL
	RoleCommand // the words from here on are a command
	RoleShell   // shell text
	RoleScript  // a file that is executed
	RoleCode    // code of the command's own language
	RoleAssign  // NAME=value for the nested command
	RoleProgram // of an option: the name of a program that is run
	// of an option: a program with its arguments in one word, split at blanks and run without a shell
	RoleWords
	RoleMode   // permissions that files get
	RoleObject // a name of git's for something in the history: REVISION:PATH is a file
	// of an option: a pattern for the names of files that are read of the trees that are searched
	RoleInclude
	RoleVariable // the name of a variable of the environment, whose value is shown
	RoleRoute    // HOST:PORT:WHERE: what is contacted in place of a host (curl --connect-to)
	RoleDatabase // a file that statements read, and write unless they are known to only look
	RoleText     // shell text of its own, one in each word: hyperfine A B
	// of an option: a program whose arguments are the operands: start-stop-daemon -x PROGRAM -- ARG
	RoleStarts
	RoleShellArg // an argument of the shell that is started: su USER ARG
	RoleClock    // +FORMAT, or a time to which the clock is set: date
	RoleSent     // a name that a host is asked for: a module, a package
)

// IsPath reports whether operands of this role are paths.
func (r Role) IsPath() bool {
	return r >= RoleRead && r <= RoleStem || r == RoleScript || r == RoleAny
}

// Path is a file name with what is known of it.
type Path struct {
	Written string // as the command has it
	// absolute and lexically clean; the directory that is known where Known is false, or ""
	Abs string
	// every absolute form before cleaning, Abs's first; empty where Abs is the only one and has no ..
	Dirs []string
	// where Known is false: the end that is known, from a separator on, as in $DIR/.env
	// where Glob is true: the last components of the names that a pattern of the project stands for
	// now and when the command runs, each behind a separator; "" where that is not known
	Tail  string
	Known bool // Abs is the whole path; false: it may lie anywhere
	Glob  bool // Abs holds pattern characters after a literal directory
	Homes bool // of a pattern: for names in a home directory, or below one that holds them
	Far   bool // of a pattern: for names below a directory outside the project
	NoNet bool // /dev/tcp/HOST/PORT would be a file: no name is a connection for what opens it
	Entry bool // the name itself is meant, even if it is a link: what rm removes
}

// Dirs is the set of directories in which a command may run: more than one where a cd may have
// failed. An unknown directory is Known == false.
type Dirs struct {
	List  []string // absolute, clean; at least one if Known or Pattern
	Known bool
	// where Known is false: patterns stand in List, or directories as well, and it is one of those
	// that they stand for
	Pattern bool
}

// Look is a value into which the shell itself looks, without a command that says so.
type Look struct {
	Word   Word
	Path   Path // set where IsPath
	IsPath bool // as the name of a file ([[ -f x ]]); else it is compared, matched or computed with
}

// Places answers questions about paths for one call. Package paths implements it.
type Places interface {
	// Inside reports whether the path lies inside the root, as written and as its symlink target.
	// Root "." is the project. For delete and move a root does not contain itself: strict.
	Inside(p *Path, root string, strict bool) (written, target Tri)
	// Glob reports whether a rule's path glob matches the path as written or its target. fold compares
	// without case.
	Glob(p *Path, glob string, fold bool) (written, target Tri)
	// Glance is what the path looks like. Where that is not known, all is possible (AnyGlance).
	Glance(p *Path) Glance
}

// Redirect is one redirection (POSIX XCU 2.7).
type Redirect struct {
	Op     string // as written: ">", ">>", "<", "<>", ">|", "&>", "&>>", ">&", "<&", "<<", "<<<"
	Mode   RedirMode
	FD     string // "" for the default
	Target Word
	Path   Path
	Body   Word // of a here-document or here-string
	// a duplication, /dev/null, /dev/stdout, /dev/stderr, /dev/tty, or the pipe of a process
	// substitution
	Exempt bool
	Host   string // of /dev/tcp/HOST/PORT and /dev/udp/…
	Net    bool
	NoNet  bool // the shell that opens it knows no such names: they are those of files
	Text   string
}

// RedirMode is the access of a redirection.
type RedirMode uint8

const (
	RedirRead RedirMode = iota
	RedirWrite
	RedirAppend
	RedirDup
	RedirHere
)

// Stdin is what is known of a command's standard input.
type Stdin struct {
	Kind StdinKind
	// for StdinText; for StdinPipe the file that cat prints into it, with its directory as origin
	Text Word
}

// StdinKind says where standard input comes from.
type StdinKind uint8

const (
	StdinInherit StdinKind = iota // the call's own
	StdinText                     // a here-document, here-string or literal pipe
	StdinFile                     // a file by redirection
	StdinPipe                     // another command, output not known
)
