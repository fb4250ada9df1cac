package inline

import (
	"path/filepath"
	"slices"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/environment"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
	"github.com/fencepost/fencepost/internal/analyze/trees"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/project/paths"
	"github.com/fencepost/fencepost/internal/shparse"
)

// pass names the findings of this package.
const pass fact.Pass = "inline code"

// Inline reads inline code.
type Inline struct {
	Shadows  *Shadows
	Call     *record.Call
	Changes  *changes.Changes
	Trees    *trees.Trees
	Env      *environment.Environment
	Scripts  *scripts.Scripts
	Helper   string // program that reads inline code; "" means beside the executable
	Client   *interp.Client
	Asked    []asked
	Pending  []pending
	answered int         // of Asked
	coded    []fact.Tree // trees of the inline code that is being read
	Cmdlets  interface {
		// Nested has PowerShell text read that command i runs.
		Nested(i int, text string, dirs fact.Dirs) []shparse.Step
	}
}

// pending is inline code whose facts have been asked for: they are read when the shell text has
// been interpreted.
type pending struct {
	command int // index into Facts.Commands
	lang    string
	dirs    fact.Dirs
	partial bool            // parts of the code are not known, which has been said
	file    int             // in Facts.Files, which holds the code; 0 for inline code
	base    string          // the first directory in which its modules are looked for, of a file
	script  string          // directory of the script that holds the code; "" for inline code
	ask     int             // index into asked
	loads   *codeLoads      // the files of the project that inline code loads; nil for none
	given   []string        // variables that the line has given a value and that the code gets
	place   *shparse.Place  // of the command
	own     map[string]bool // ownModuleIn, by directory
}

// asked is one request to the helper, with its answer once it is there.
type asked struct {
	request *interp.Request
	facts   *interp.Facts
	err     error
}

// ask sends a snippet to the helper unless the same was sent before.
func (a *Inline) ask(r *interp.Request) int {
	for i := range a.Asked {
		if q := a.Asked[i].request; q.Lang == r.Lang && q.Code == r.Code && q.Cwd == r.Cwd && q.Base == r.Base &&
			slices.Equal(q.Args, r.Args) && slices.Equal(q.Modules, r.Modules) {
			return i
		}
	}
	if len(a.Asked) == maxSnippets {
		return -1
	}
	if a.Client == nil {
		a.Client = &interp.Client{Helper: a.Helper, Deadline: a.Call.Deadline}
	}
	a.Client.Ask(r)
	a.Asked = append(a.Asked, asked{request: r})
	return len(a.Asked) - 1
}

// unread reports inline code that could not be checked.
func (a *Inline) unread(i int, why string) {
	c := &a.Call.Facts.Commands[i]
	c.Doubt(pass, fact.Hazard{ID: hazards.InlineCode, Text: c.Text, Why: why})
}

// unreadIn reports code that could not be checked.
func (a *Inline) unreadIn(p *pending, why string) {
	a.unread(p.command, why)
	c := &a.Call.Facts.Commands[p.command]
	c.Hazards[len(c.Hazards)-1].File = p.file
}

// under returns the directories in which code runs that has changed its directory.
func under(dirs fact.Dirs, w *fact.Word) fact.Dirs {
	p := paths.Path(dirs, w)
	if !p.Known {
		return fact.Dirs{}
	}
	return fact.Dirs{List: record.Forms(&p), Known: true}
}

// physical is the directory as os.getcwd gives it, without links; "" where it is not known.
func physical(dirs fact.Dirs) string {
	if !dirs.Known || len(dirs.List) != 1 {
		return ""
	}
	dir, err := filepath.EvalSymlinks(dirs.List[0])
	if err != nil {
		return ""
	}
	return dir
}

// unreadable are the facts of code in a language that has no grammar here: it could run anything.
// What package command found in it with a look at literals alone is known beside that.
func unreadable(lang, text string) *interp.Facts {
	return &interp.Facts{Calls: []interp.Call{{Names: []string{lang}, Text: text,
		Unseen: record.Language(lang) + " code", Does: fact.CodeActs,
		Effects: []interp.Effect{{Kind: fact.Exec, Detail: "runs " + record.Language(lang) + " code"}}}}}
}

// device reports whether a path is one that can be read and written without a trace.
func device(w *fact.Word) bool {
	switch w.Text {
	case "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/0", "/dev/fd/1",
		"/dev/fd/2":
		return w.Kind == fact.Literal
	}
	return false
}

// assigned reports whether a command gets a variable from its own assignments: TOKEN=x python3 -c …
func assigned(c *fact.Command, name string) bool {
	return name != "" && slices.ContainsFunc(c.Assigns, func(as fact.Assign) bool {
		return as.Name == name && !as.Append
	})
}

// unknownPath reports a delete or write whose path is not known.
func unknownPath(f *fact.CodeFact, e *fact.Effect, verb string) {
	if e.Path.Known {
		return
	}
	f.Hazards = append(f.Hazards, fact.Hazard{ID: hazards.DynamicPath, Text: f.Text,
		Why: "fencepost cannot know the path that " + f.Name() + " " + verb})
}

// maxSnippets bounds the different pieces of inline code of one call.
const maxSnippets = 64

// codeLoads are the files of the project that a piece of inline code loads.
type codeLoads struct {
	root    int // the first of them, in Facts.Files
	rounds  int
	missed  bool            // a file that is there was not looked at
	tried   map[string]bool // names that were looked for
	modules []interp.Module
	places  []string // where modules are looked for besides the usual ones
}

// Shadows looks for files that are loaded in place of the module that code names.
type Shadows struct {
	Call    *record.Call
	Changes *changes.Changes
}
