package reduced

// Gap is a row of the escape table that this level does not keep.
type Gap struct {
	Rows  string // ids
	Until int    // the version of Landlock that keeps it; 0 for none
	Why   string
}

// Gaps are what no plan keeps here, by row.
var Gaps = [...]Gap{
	{"F09", 0, "mode, owner, times and attributes of files outside can be changed: Landlock does not know them"},
	{"F10", 3, "files outside can be emptied by truncate"},
	{"F13 F14 F15 F16 F17 F19 F20 F21 F23 F26 F27", 0, "what is protected below a writable path can be written; the sweep after the run tells"},
	{"R06", 0, "secrets below a writable path can be read"},
	{"R08", 0, "that processes of the machine run, and their arguments, can be seen; their environment and memory cannot"},
	{"K08", 6, "processes of the same user get signals"},
	{"I02", 6, "abstract sockets of the machine can be reached"},
	{"I05", 0, "shared memory of the machine (System V) can be reached by who may open it"},
	{"L05", 0, "processes that outlive the command cannot be ended with it"},
	{"N03 N11", 0, "allowed hosts are reached by programs that ask a proxy of HTTP: ssh and databases do not"},
	{"N01", 0, "a port that --localhost names is reached on every host, and others at the proxy's number"},
	{"N13 N14", 0, "there is no network of the run's own: no loopback, no ports that are published"},
}

// Sockets says what becomes of Unix sockets. Before Landlock knew them, a command either makes none
// at all or reaches all of the machine.
type Sockets string

const (
	SocketsKept Sockets = "kept" // those below writable paths, and those that the plan opens
	SocketsNone Sockets = "none" // socket(AF_UNIX) fails, a command's own too
	SocketsAll  Sockets = "all"  // the plan opens one, and with it all
)
