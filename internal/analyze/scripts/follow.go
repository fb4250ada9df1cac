package scripts

import (
	"io"
	"os"
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/environment"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/shparse"
)

// pass names the findings of this package.
const pass fact.Pass = "scripts"

// Bounds of the files of one call, all of them together. A script of 100 KB takes about 50 ms to read,
// and one of 20,000 statements and words 60 ms; none of the corpora is half as large.
const (
	MaxFiles      = 48
	maxFileText   = 128 << 10 // bytes of one that is read
	maxFileLines  = 4000      // of one that is read
	maxFileBytes  = 4 << 20   // of one that is compared with the last commit
	MaxAllText    = 256 << 10
	MaxFileDepth  = 6     // of files that files have run
	maxFileSteps  = 20000 // statements and words of one
	maxFileInside = 4000  // commands in one
)

// followed is what the files of a call have in common.
type followed struct {
	Used  int      // bytes that were read
	Loose bool     // a command of the call may run one again that stands before it
	Depth []int    // of the files, in their order: 1 for one that the call runs
	Texts []string // of the files, likewise
	held  []held   // what is compared with the last commit
	Tasks []string // that are being read, the outermost first
}

// held is what a file holds.
type held struct {
	number int // in Facts.Files, from 1
	text   string
}

// Script is a file that a command runs.
type Script struct {
	Number int // in Facts.Files, from 1
	Text   string
	Read   bool // there is text to be judged
}

// Excerpt is the script as a payload: it takes nothing from the limits of the rest of the call.
func (s *Script) Excerpt() shparse.Excerpt { return shparse.Excerpt{Number: s.Number, Limits: &Limits} }

// Follow looks at a file of the project that command i runs or reads as code. It is nil for one
// that is judged as it was before: one elsewhere or one of an installed package, one that the line
// writes, one of which the name is not known.
func (a *Scripts) Follow(i int, w *fact.Word) *Script {
	c := &a.Call.Facts.Commands[i]
	if !a.Call.Follow || a.Call.Places == nil || c.Remote || !w.Known() || !c.Dirs.Known ||
		len(c.Dirs.List) != 1 || len(a.Call.Links) > 0 || a.Call.Shell.Deferred() && a.Call.Shell.File() == 0 {
		return nil
	}
	p := a.Call.Path(c.Dirs, w)
	if !record.OnePath(&p) {
		return nil
	}
	abs, project, ok := a.Call.OfProject(&p)
	if !ok {
		return nil
	}
	for _, name := range [...]string{path.Clean(p.Abs), abs} {
		if _, written, _ := a.Call.Shell.WrittenFile(name); written || a.Changes.Changed(name) {
			return nil
		}
	}
	if len(a.Call.Facts.Files) >= MaxFiles {
		return nil
	}
	s := a.open(i, abs, project)
	if s != nil {
		c := &a.Call.Facts.Commands[i]
		c.Find(pass, fact.Effect{Kind: fact.Read, Path: p, Command: i})
		if dir, ok := a.Call.Places.Target(path.Dir(p.Abs)); !ok || dir != path.Dir(abs) {
			// what lies beside the link may be loaded, and not what lies beside the script
			a.Call.Facts.Files[s.Number-1].Same = false
		}
	}
	return s
}

// Add notes a file with its text among those of the call, below the one that runs it. It returns its
// number.
func (a *Scripts) Add(at fact.File, text string) (number int) {
	f, depth := &a.Followed, 1
	if number = len(a.Call.Facts.Files) + 1; at.By > 0 {
		at.Root, depth = a.Call.Facts.Files[at.By-1].Root, f.Depth[at.By-1]+1
	} else if at.Root = number; a.Call.Shell.Depth() > 0 && at.Writer == 0 {
		f.Loose = true // in a loop, perhaps, whose text is not the call's own
	}
	a.Call.Facts.Files = append(a.Call.Facts.Files, at)
	f.Depth, f.Texts = append(f.Depth, depth), append(f.Texts, text)
	return number
}

// open reads a file, and notes it among those of the call.
func (a *Scripts) open(i int, abs, project string) *Script {
	info, err := os.Lstat(abs)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	data, err := ReadScript(abs, info.Size())
	s := &Script{Text: string(data)}
	s.Number = a.Add(fact.File{Name: abs[len(project)+1:], Abs: abs, By: a.Call.Shell.File()}, s.Text)
	f := &a.Call.Facts.Files[s.Number-1]
	if f.Why = "it cannot be read"; err == nil {
		f.Same, f.Why = a.Hold(s.Number, s.Text), a.tooMuch(s)
	}
	for _, outer := range a.Call.Shell.Reading() {
		if a.Call.Facts.Files[outer-1].Abs == abs {
			f.Why = "it runs itself"
		}
	}
	if s.Read = f.Why == ""; s.Read && record.HardLinks(info) != 1 {
		f.Why, f.Same = "it has several hard links", false // the call may write it by another name
	}
	a.Call.Facts.Commands[i].Runs = s.Number
	return s
}

// tooMuch says why a script is not read; "" if it is.
func (a *Scripts) tooMuch(s *Script) string {
	f, text := &a.Followed, s.Text
	switch {
	case strings.IndexByte(text, 0) >= 0:
		return "it is no text"
	case len(text) > maxFileText || strings.Count(text, "\n") > maxFileLines:
		return "it is longer than the limit of this program"
	case f.Depth[s.Number-1] > MaxFileDepth:
		return "scripts run each other deeper than the limit of this program"
	case f.Used+len(text) > MaxAllText:
		return "the scripts of the call are longer than the limit of this program"
	}
	f.Used += len(text)
	return ""
}

func ReadScript(name string, size int64) ([]byte, error) {
	if size > maxFileBytes {
		return nil, os.ErrInvalid
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFileBytes+1))
	if len(data) > maxFileBytes {
		return nil, os.ErrInvalid
	}
	return data, err
}

// Hold keeps what a file holds until it is known which files the call reads. It reports whether the
// file may be as the last commit has it.
func (a *Scripts) Hold(number int, text string) bool {
	if a.Call.Vouch.Unchanged {
		a.Followed.held = append(a.Followed.held, held{number, text})
	}
	return a.Call.Vouch.Unchanged
}

// CompareFiles compares the files that were read with what the last commit has of them. Git is
// asked once, and not where the call steers all that they do.
func (a *Scripts) CompareFiles() {
	files := a.Call.Facts.Files
	steered := true
	for k := range files {
		steered = steered && files[files[k].Root-1].Given != ""
	}
	var names, texts []string
	for _, h := range a.Followed.held {
		names, texts = append(names, files[h.number-1].Abs), append(texts, h.text)
	}
	same := make([]bool, len(names))
	if !steered {
		same = a.CommittedAs(names, texts)
	}
	for k, h := range a.Followed.held {
		f := &files[h.number-1]
		f.Same = f.Same && same[k]
	}
}

// CommittedAs reports of each file whether the last commit of the project has it with these bytes,
// and it was that before the session began: what was changed since may be the agent's own commit.
func (a *Scripts) CommittedAs(names, texts []string) []bool {
	none := make([]bool, len(names))
	project, ok := a.Call.Places.Target(a.Call.Places.Project())
	if !ok || len(names) == 0 {
		return none
	}
	head := filelists.OpenHead(project, a.Call.TreeBudget())
	if head == nil {
		return none
	}
	same := head.Has(names, texts)
	for k := range same {
		same[k] = same[k] && !a.Call.Vouch.InSession(names[k])
	}
	return same
}

// Limits are those of a script.
var Limits = shparse.Limits{Commands: maxFileInside, Steps: maxFileSteps}

// PlainStart reports whether command i starts an interpreter with nothing that has it read other
// code than the script, and returns the file.
func (a *Scripts) PlainStart(i int, flags func(name string) bool) bool {
	c := &a.Call.Facts.Commands[i]
	if c.Unjudged != "" || c.RunsUnseenCode || c.UnknownOption ||
		len(c.Nested) != 1 || len(c.Hazards) > 0 ||
		!c.System && !record.RunsShell(c.Name) && !OfEnvironment(c) {
		return false
	}
	for k := range c.Flags {
		if !c.Flags[k].Known || !flags(c.Flags[k].Name) {
			return false
		}
	}
	return true
}

// OfEnvironment reports whether a command is the Python of an environment in the project, which
// venv has put there: .venv/bin/python. One that an earlier call wrote is asked about as a program.
func OfEnvironment(c *fact.Command) bool {
	if !c.Is(fact.Python) || len(c.Argv) == 0 {
		return false
	}
	dir, found := strings.CutSuffix(path.Dir(path.Clean(c.Argv[0].Text)), "/bin")
	return found && strings.TrimPrefix(path.Base(dir), ".") == "venv"
}

// maxMatches bounds the files that a pattern stands for.
const maxMatches = 32

// FollowPattern looks at the files that a pattern stands for which a script reads as code: those
// that the last commit does not have make the script another one.
func (a *Scripts) FollowPattern(i int, w *fact.Word) {
	by := a.Call.Shell.File()
	if by == 0 {
		return // it asks
	}
	root := &a.Call.Facts.Files[a.Call.Facts.Files[by-1].Root-1]
	names, ok := a.matches(i, root, w)
	if !ok {
		root.Given = "it reads files as code, and fencepost does not know their names"
		return
	}
	runs := a.Call.Facts.Commands[i].Runs
	for _, name := range names {
		lit := fact.Lit(name)
		for n := by; n > 0 && a.Call.Vouch.InSession(name); n = a.Call.Facts.Files[n-1].By {
			a.Call.Facts.Files[n-1].Recent = true
		}
		if a.Follow(i, &lit) == nil {
			a.Call.Facts.Files[a.Call.Facts.Files[by-1].Root-1].Given = "it reads " + path.Base(name) +
				" as code, which is not looked at"
		}
	}
	a.Call.Facts.Commands[i].Runs = runs
}

// matches are the files that a word stands for of which a part is known: lib/*.sh, $DIR/build.sh.
// Of a word that says nothing of a name there are none.
func (a *Scripts) matches(i int, root *fact.File, w *fact.Word) (names []string, ok bool) {
	dirs := a.Call.Facts.Commands[i].Dirs
	text := w.Text
	if w.Kind == fact.Partial {
		if text += "*" + w.Suffix; strings.Trim(text, "*./") == "" {
			return nil, true
		}
	}
	list := []string{text}
	if rest, found := strings.CutPrefix(text, "*/"); found && w.Kind == fact.Partial {
		list = []string{rest, path.Join(path.Dir(root.Abs), rest)}
	} else if !strings.Contains(text, "/") && w.Kind == fact.Partial {
		return nil, true // a program of the system
	}
	for _, text := range list {
		word := fact.Word{Text: text, Glob: true}
		p := a.Call.Path(dirs, &word)
		if !p.Known && w.Kind == fact.Partial && w.Text == "" {
			continue // neither its beginning nor the directory says where it lies
		}
		found, ok := a.Call.ExpandPattern(p.Abs)
		if !p.Known || !ok || len(names)+len(found) > maxMatches {
			return nil, false
		}
		for _, name := range found {
			if record.RegularFile(name) && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names, true
}

// ShellFlag reports whether an option of a shell changes no more than how a script is run.
func ShellFlag(name string) bool {
	switch name {
	case "-e", "-u", "-x", "-v", "-f", "-o", "-E", "-h", "-a", "-b", "-C", "--norc", "--noprofile",
		"--posix", "--verbose":
		return true
	}
	return false
}

// ShellLetters reports whether a word is options of a shell that change no more than how a script
// is run.
func ShellLetters(w string) bool {
	return len(w) > 1 && w[0] == '-' && strings.Trim(w[1:], "euxvf") == ""
}

// Scripts reads the scripts of the project that commands run.
type Scripts struct {
	Call     *record.Call
	Changes  *changes.Changes
	Env      *environment.Environment
	Followed followed
}
