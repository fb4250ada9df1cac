package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/hosts"
)

// NamesEntry reports whether a name, as it is written, means the directory entry: with a slash or a
// dot at its end it means the directory to which a link leads (POSIX XBD 4.16).
func NamesEntry(name string) bool {
	last := name[strings.LastIndexByte(name, '/')+1:]
	return last != "" && last != "." && last != ".."
}

// isDevice reports whether reading or writing a path leaves no trace.
func isDevice(o *fact.Operand) bool {
	if o.Word.Kind != fact.Literal {
		return isPipe(&o.Word)
	}
	switch o.Word.Text {
	case "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/0", "/dev/fd/1",
		"/dev/fd/2":
		return true
	}
	return false
}

// isPipe reports whether a word is just the name of a process substitution's pipe. That is no file,
// and the commands at its other end are judged on their own.
func isPipe(w *fact.Word) bool {
	return w.Origin.Kind == fact.PipeOrigin && !w.Many && w.Suffix == "" &&
		(w.Text == "" || w.Text == "/dev/fd/")
}

// isStdio reports whether an operand is "-" where that means standard input or output.
func isStdio(o *fact.Operand) bool {
	if o.Word.Text != "-" || o.Word.Kind != fact.Literal {
		return false
	}
	switch o.Role {
	case fact.RoleRead, fact.RoleAny, fact.RoleScript:
		return true
	case fact.RoleWrite, fact.RoleAppend:
		return o.Flag != ""
	}
	return false
}

func isStdinFile(w *fact.Word) bool {
	if w.Kind != fact.Literal {
		return false
	}
	switch w.Text {
	case "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0":
		return true
	}
	return false
}

// remote reports whether a word names another machine: HOST:PATH, or a URL.
func remote(w *fact.Word) bool {
	colon := strings.IndexByte(w.Text, ':')
	if colon <= 0 {
		return false
	}
	slash := strings.IndexByte(w.Text, '/')
	return slash < 0 || slash > colon
}

func dirsOf(p *fact.Path) fact.Dirs {
	if !p.Known || p.Glob {
		return fact.Dirs{}
	}
	if len(p.Dirs) > 0 { // a program goes where the links lead before it goes up
		return fact.Dirs{List: p.Dirs, Known: true}
	}
	return fact.Dirs{List: []string{p.Abs}, Known: true}
}

// Host returns the host of a URL as rules see it: lower-cased, without user, port and trailing dot,
// an address in the usual form; "" where it is not known.
func Host(w *fact.Word) string { return hostName(w) }

// hostName returns the host of a URL, of HOST:PATH or of USER@HOST; "" where it is not known.
func hostName(w *fact.Word) string {
	s := w.Text
	if i := strings.Index(s, "://"); i >= 0 {
		s = s[i+len("://"):]
	}
	end := strings.IndexAny(s, "/?#\\")
	if end < 0 && w.Kind != fact.Literal {
		return "" // what follows may be more of the host, or make this the user
	}
	if end >= 0 {
		s = s[:end]
	}
	if i := strings.LastIndexByte(s, '@'); i >= 0 {
		s = s[i+1:]
	}
	s = strings.TrimLeft(s[strings.LastIndexByte(s, '=')+1:], " \t") // of a setting: http_proxy = HOST
	switch {
	case strings.HasPrefix(s, "["):
		s, _, _ = strings.Cut(s[1:], "]")
	case strings.Count(s, ":") == 1:
		s, _, _ = strings.Cut(s, ":")
	}
	return hosts.Canonical(s)
}

// databaseFile is the file of file:NAME?KEY=VALUE.
func databaseFile(w fact.Word) fact.Word {
	name, ok := strings.CutPrefix(w.Text, "file:")
	if !ok {
		return w
	}
	name, _, _ = strings.Cut(name, "?")
	if rest, ok := strings.CutPrefix(name, "//"); ok {
		name = rest[max(0, strings.IndexByte(rest, '/')):]
	}
	if strings.Contains(name, "%") {
		return fact.Unknown("")
	}
	return fact.Lit(name)
}

// drive cuts the name of a drive or of a provider off a path. One letter is a drive of Windows,
// which is part of the path.
func drive(text string) (name, rest string) {
	i := strings.IndexByte(text, ':')
	if i < 2 || strings.ContainsAny(text[:i], "/*?[") {
		return "", text
	}
	name = strings.ToLower(text[:i])
	rest = text[i+1:]
	if strings.HasPrefix(rest, ":") { // Microsoft.PowerShell.Core\FileSystem::/etc
		rest = rest[1:]
		name = name[strings.LastIndexByte(name, '\\')+1:]
	} else if strings.Contains(name, `\`) {
		return "", text
	}
	return name, rest
}

func readsPath(role fact.Role) bool {
	return role == fact.RoleRead || role == fact.RoleSearch || role == fact.RoleNone
}

// onlyChanges reports whether a role changes files and reads none. Files that are changed have to
// be known, files that are read need not be.
func onlyChanges(r fact.Role) bool {
	return r == fact.RoleDelete || r == fact.RoleWrite || r == fact.RoleAppend || r == fact.RoleMeta
}

// belowHere reports whether a pattern stands for any files below the current directory.
func belowHere(w *fact.Word) bool {
	return w.Glob && (strings.HasPrefix(w.Text, "**/") || strings.HasPrefix(w.Text, "./**/"))
}

// writtenBy returns the role of the argument of an unknown option. The name of the option may say
// that its argument is a file to write.
func writtenBy(name string) fact.Role {
	if strings.Contains(name, "output") || strings.Contains(name, "log-file") {
		return fact.RoleWrite
	}
	switch name[strings.LastIndexAny(name, "-_.")+1:] {
	case "o", "out", "outfile", "outdir", "outFile", "outDir",
		"log", "logfile", "logs", "report", "dest", "destination", "dump", "save", "cache":
		return fact.RoleWrite
	}
	return fact.RoleAny
}

// randomPart returns which part of a template mktemp replaces by random letters.
func randomPart(template string) (begin, end int) {
	end = strings.LastIndexByte(template, 'X') + 1
	begin = len(strings.TrimRight(template[:end], "X"))
	if end-begin < leastRandom || strings.Contains(template[end:], "/") {
		return 0, 0
	}
	return begin, end
}

// leastRandom is the least number of X in a template of GNU mktemp.
const leastRandom = 3
