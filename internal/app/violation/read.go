package violation

import (
	"slices"
	"strings"
)

// Errno is what the kernel has said no with, as far as a text tells.
type Errno uint8

const (
	ReadOnly   Errno = iota + 1 // EROFS: the path may not be written
	Denied                      // EACCES: it is hidden, or its permissions say so
	Forbidden                   // EPERM
	Busy                        // EBUSY: it is kept, and cannot be moved or replaced
	Missing                     // ENOENT: it may be there outside
	Refused                     // ECONNREFUSED: a port or a socket
	Unresolved                  // a name that has no address
	NoDevice                    // ENXIO: there is no terminal
	Across                      // EXDEV: a rename or a link from one mount to another
)

// Seen is an error that a program has printed.
type Seen struct {
	Errno Errno
	// Names are what the error may be about, the likeliest first: paths as they are written; a host
	// of Unresolved, HOST:PORT or a path of Refused.
	Names []string
	Both  bool // the first two are the source and the target of one call
	Dir   bool // a directory was to be made
	// Parent says that a right to the name alone is in vain, and one to its directory is not: a link,
	// a pipe or a temporary file was to be made.
	Parent  bool
	Program string // that has printed it, as far as one says its name; of Denied and Forbidden alone
}

// How much of an output is read, and how many errors are taken from it.
const (
	mostText = 256 << 10
	mostSeen = 64
)

// around is how many lines before and behind an error are looked at where it names nothing itself.
const (
	linesBefore = 4
	linesAfter  = 2
)

// Read finds the errors in the output of a run.
func Read(output string) []Seen {
	if len(output) > mostText { // programs say at the beginning or at the end what is wrong
		cut := len(output) - mostText/2
		output = output[:mostText/2] + "\n" + output[cut:]
	}
	var out []Seen
	lines := strings.Split(output, "\n")
	for i, line := range lines {
		no, at := errnoOf(line)
		if no == 0 {
			continue
		}
		s := Seen{Errno: no}
		s.about(line)
		if no == Forbidden || no == Denied {
			s.Program = programOf(line)
		}
		s.Names, s.Both = no.names(line, at)
		if len(s.Names) == 0 && no != Missing && no != Busy {
			from := ""
			if s.Names, from = beside(lines, i, no); from != "" {
				s.about(from)
			}
		}
		if len(s.Names) > 0 || no == Unresolved || s.Program != "" {
			out = append(out, s)
		}
		if len(out) == mostSeen {
			break
		}
	}
	return out
}

// names are what a line may be about that speaks of an error.
func (no Errno) names(line string, at int) (names []string, both bool) {
	switch no {
	case Refused:
		return endpoints(line), false
	case Unresolved:
		return hosts(line), false
	}
	return pathsIn(line, at)
}

// beside looks for a name in the lines around an error that has none in its own: in those before it
// first, the nearest first.
func beside(lines []string, i int, no Errno) (names []string, from string) {
	for n := range linesBefore + linesAfter {
		k := i - 1 - n
		if n >= linesBefore {
			k = i + 1 + n - linesBefore
		}
		if k < 0 || k >= len(lines) {
			continue
		}
		if other, _ := errnoOf(lines[k]); other != 0 {
			continue
		}
		names, _ := no.names(lines[k], len(lines[k]))
		if no != Refused && no != Unresolved {
			names = slashed(names)
		}
		if len(names) > 0 {
			return names, lines[k]
		}
	}
	return nil, ""
}

// slashed are the names that can only be paths.
func slashed(names []string) []string {
	return slices.DeleteFunc(slices.Clone(names),
		func(n string) bool { return !strings.Contains(n, "/") })
}

// phrase is how programs write an error.
type phrase struct {
	text string // in small letters
	no   Errno
}

// phrases are the texts of the kernel's errors: those of the C library in English and in the
// languages that most people use it in, and those of languages that have their own. The first that
// a line holds counts.
func phrases() []phrase {
	return []phrase{
		{"read-only file system", ReadOnly}, {"read only file system", ReadOnly},
		{"erofs", ReadOnly}, {"[errno 30]", ReadOnly}, {"os error 30", ReadOnly},
		{"readonlyfilesystem", ReadOnly}, {"unable to open database", ReadOnly},
		{"error writing to the directory", ReadOnly},
		{"dateisystem ist nur lesbar", ReadOnly}, {"en lecture seul", ReadOnly},
		{"de sólo lectura", ReadOnly}, {"de solo lectura", ReadOnly},
		{"読み込み専用", ReadOnly}, {"só de leitura", ReadOnly}, {"только для чтения", ReadOnly},
		{"只读", ReadOnly}, {"in sola lettura", ReadOnly},

		{"device or resource busy", Busy}, {"resource busy or locked", Busy}, {"ebusy", Busy},
		{"[errno 16]", Busy}, {"os error 16", Busy},

		{"cross-device link", Across}, {"exdev", Across}, {"[errno 18]", Across}, {"os error 18", Across},

		{"no such device or address", NoDevice}, {"enxio", NoDevice}, {"[errno 6]", NoDevice},
		{"os error 6)", NoDevice},

		{"could not resolve host", Unresolved}, {"temporary failure in name resolution", Unresolved},
		{"name or service not known", Unresolved}, {"eai_again", Unresolved},
		{"enotfound", Unresolved}, {"no such host", Unresolved},
		{"unknownhostexception", Unresolved}, {"name does not resolve", Unresolved},
		{"could not translate host name", Unresolved}, {"unable to resolve host", Unresolved},
		{"failed to lookup address", Unresolved}, {": dial udp ", Unresolved},
		{"nodename nor servname", Unresolved},

		{"error connecting to agent", Refused}, {"your authentication agent", Refused},
		{"cannot connect to the docker daemon", Refused}, {"connection refused", Refused},
		{"econnrefused", Refused}, {"couldn't connect to server", Refused},
		{"[errno 111]", Refused}, {"os error 111", Refused}, {"failed to connect to", Refused},

		{"permission denied", Denied}, {"eacces", Denied}, {"[errno 13]", Denied},
		{"os error 13", Denied}, {"permissiondenied", Denied}, {"accessdeniedexception", Denied},
		{"keine berechtigung", Denied}, {"permission non accordée", Denied},
		{"permiso denegado", Denied}, {"許可がありません", Denied}, {"permissão negada", Denied},
		{"отказано в доступе", Denied}, {"权限不够", Denied}, {"permesso negato", Denied},

		{"operation not permitted", Forbidden}, {"eperm", Forbidden}, {"[errno 1]", Forbidden},
		{"os error 1)", Forbidden},

		{"no such file or directory", Missing}, {"enoent", Missing}, {"[errno 2]", Missing},
		{"os error 2)", Missing}, {"cannot find the file", Missing},
	}
}

// errnoOf returns what error a line speaks of, and where in it; 0 for none.
func errnoOf(line string) (no Errno, at int) {
	const shortest = len("eperm")
	if len(line) < shortest {
		return 0, 0
	}
	low := strings.ToLower(line)
	list := phrases()
	for i := range list {
		p := &list[i]
		if at := strings.Index(low, p.text); at >= 0 {
			if len(low) != len(line) { // letters that are longer in small
				at = len(line)
			}
			return p.no, at
		}
	}
	return 0, 0
}

// about notes what a line says of what was to be made.
func (s *Seen) about(line string) {
	low := strings.ToLower(line)
	for _, t := range [...]string{"mkdir", "create directory", "work tree dir", "home directory",
		"create dir", "making directory"} {
		s.Dir = s.Dir || strings.Contains(low, t)
	}
	for _, t := range [...]string{"symlink", "symbolic link", "hard link", "fifo", "mknod",
		"mkstemp", "mkdtemp", "temporary file"} {
		s.Parent = s.Parent || strings.Contains(low, t)
	}
}

// programOf is the name with which a line begins.
func programOf(line string) string {
	name, _, ok := strings.Cut(line, ":")
	if !ok || strings.ContainsAny(name, " \t/'\"") {
		return ""
	}
	return name
}
