package plan

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/sandbox"
)

// Do is what a step does.
type Do string

// The steps, in the order in which a plan has them.
const (
	Identity    Do = "identity"      // own user and group ids, alone, in a new user namespace
	Clone       Do = "clone"         // hold on to Path as it is now, for Writable, Reveal and Exception
	AllReadOnly Do = "all-read-only" // all that is mounted becomes read-only
	Base        Do = "base"          // a file system in memory, for all that is private
	Dev         Do = "dev"           // a new /dev, with terminals and shared memory of its own
	Device      Do = "device"        // a device of the machine in the new /dev
	Private     Do = "private"       // Path becomes an empty directory of this run
	Reveal      Do = "show"          // a part of what Private hid is there again, to be read
	Writable    Do = "writable"      // Path may be written
	PinMount    Do = "pin"           // Path is a mount of its own, so that nobody moves it away
	ReadOnly    Do = "read-only"     // Path is read-only below something writable
	Exception   Do = "hole"          // Path may be written below something read-only
	Hide        Do = "hide"          // Path cannot be opened
	Proc        Do = "proc"          // the run's own processes, and nothing of the kernel to be changed
	Loopback    Do = "loopback"      // the interface lo is up
	Listen      Do = "listen"        // sockets for what is served from outside
	Replace     Do = "replace"       // Path is read with another text
	Chdir       Do = "chdir"         // the working directory, within the new mounts
	Landlock    Do = "landlock"      // the second wall: writes below the writable paths only
	Caps        Do = "caps"          // no capability, now or later
	Seccomp     Do = "seccomp"       // system calls that no command needs
	Exec        Do = "exec"          // the command
)

// Type is what kind of file a path is. What hides a path has its type, so that programs that only
// look (git status, ls) see no change.
type Type byte

const (
	None Type = iota
	File
	Dir
	Link
	Socket
	Other // a device or pipe
)

func (t Type) String() string {
	return [...]string{"none", "file", "directory", "link", "socket", "other"}[t]
}

// Step.Why of paths that these flags name.
const (
	FlagHide     = "--hide"
	FlagOwn      = "--own"
	FlagReadOnly = "--read-only"
)

// Step is one thing that an engine does.
type Step struct {
	Do   Do
	Path string
	Type Type
	// Openings stay readable below a hidden directory. Below a private one Reveal and Writable mount them.
	Openings []Opening
	Text     string // of Replace
	Why      string // for people: which entry or flag it comes from
	Ino      uint64 // of a pin: the directory that it holds, once a run begins
}

// Opening is a path that is seen although a directory above it is hidden.
type Opening struct {
	Path  string
	Type  Type
	Write bool
}

// Plan is what an engine carries out. It is a value: two runs that ask for the same on the same
// files have equal plans.
type Plan struct {
	Net   sandbox.Network
	Serve Network
	Steps []Step
	Rules []Rule // what Landlock lets be written, by path
	Dir   string
	Path  string
	Argv  []string
	Env   []string
	// Background lets processes go on that outlive the command.
	Background bool
	// Named are further protected names: those in git's settings below what may be written, also
	// where nothing is there yet.
	Named []Protected
	// Notes are what people should know: what was left out, and where a search ended.
	Notes []string
	// Told is for the person who wrote the flags, at once: a flag that does less than it says.
	Told []string
}

// Rule is a path below which Landlock allows writing.
type Rule struct {
	Path string
	Type Type
}

// Print writes the plan for people, a line a step.
func (p *Plan) Print(w io.Writer) {
	for i := range p.Steps {
		fmt.Fprintf(w, "%3d %s\n", i+1, p.Steps[i].String())
	}
	for _, l := range p.Serve.Sockets {
		fmt.Fprintln(w, "    serve: "+l.String())
	}
	for _, n := range p.Notes {
		fmt.Fprintln(w, "    note: "+n)
	}
}

func (s *Step) String() string {
	var b strings.Builder
	b.WriteString(string(s.Do))
	if s.Path != "" {
		b.WriteByte(' ')
		b.WriteString(Quote(s.Path))
	}
	if s.Type != None && s.Type != Dir {
		b.WriteString(" (" + s.Type.String() + ")")
	}
	for _, h := range s.Openings {
		b.WriteString(" +" + Quote(h.Path))
		if h.Write {
			b.WriteString(" writable")
		}
	}
	if s.Why != "" {
		b.WriteString("  # " + s.Why)
	}
	return b.String()
}

// Quote quotes a path that would not be read as it is, or would do something to a terminal.
func Quote(p string) string {
	odd := func(r rune) bool {
		return r <= ' ' || r == '"' || r == '#' || r == utf8.RuneError || !unicode.IsPrint(r)
	}
	if p == "" || strings.ContainsFunc(p, odd) {
		return strconv.Quote(p)
	}
	return p
}
