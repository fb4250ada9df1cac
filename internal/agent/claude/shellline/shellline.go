// Package shellline reads the line that Claude Code assembles around a command before it hands it to
// a shell, and so to the program that CLAUDE_CODE_SHELL_PREFIX names:
//
//	source SNAPSHOT 2>/dev/null || true && { shopt … || setopt …; } … && eval 'COMMAND' < /dev/null && pwd -P >| FILE
//
// The line is parsed and never searched: what the command holds can be anything. Commands of hooks
// and of MCP servers go the same way without such a line around them.
package shellline

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/shparse/syntax"
	sh "mvdan.cc/sh/v3/syntax"
)

// Form is what a line is.
type Form uint8

const (
	Bare Form = iota // no command of the model: of a hook, or an MCP server
	Odd              // assembled, in a way that is not known
	Call             // assembled in a known way
)

// Line is an assembled line. Of one that is Odd the fields are what was found.
type Line struct {
	Form     Form
	Command  string // what the model has asked for
	Snapshot string // file with the aliases and functions of the person's shell; "" for none
	CwdFile  string // to which the last directory is written; "" for none

	// Rest is what is left of an Odd line behind what prepares the shell: the command, with what stands
	// behind it.
	Rest string
}

// link is a statement of an and-or list with the operator before it.
type link struct {
	op   sh.BinCmdOperator // 0 for the first
	stmt *sh.Stmt
}

// Read reads a line.
func Read(text string) Line {
	r := reader(text)
	file, err := syntax.ParseFile(syntax.NewParser(sh.LangBash), text)
	if err != nil {
		if strings.Contains(text, "&& pwd -P >| ") || strings.Contains(text, snapshots) {
			return Line{Form: Odd, Rest: text}
		}
		return Line{}
	}
	if len(file.Stmts) != 1 {
		return r.several(file.Stmts)
	}
	return r.of(chain(nil, file.Stmts[0], 0))
}

// reader is the text of a line. Quoted text is taken from there: the parser drops some bytes.
type reader string

// snapshots is where the client keeps what it knows of the person's shell.
const snapshots = "/shell-snapshots/snapshot-"

// several is a line of more than one statement, as no client makes one.
func (r reader) several(stmts []*sh.Stmt) Line {
	for _, s := range stmts {
		if l := r.of(chain(nil, s, 0)); l.Form != Bare {
			return Line{Form: Odd, Snapshot: l.Snapshot, CwdFile: l.CwdFile, Rest: string(r)}
		}
	}
	return Line{}
}

// chain flattens an and-or list.
func chain(to []link, s *sh.Stmt, op sh.BinCmdOperator) []link {
	b, ok := s.Cmd.(*sh.BinaryCmd)
	if !ok || b.Op != sh.AndStmt && b.Op != sh.OrStmt || !plain(s) || len(s.Redirs) > 0 {
		return append(to, link{op, s})
	}
	to = chain(to, b.X, op)
	return chain(to, b.Y, b.Op)
}

// plain reports whether a statement is run as it stands: in the foreground, and its status counts.
func plain(s *sh.Stmt) bool {
	return !s.Negated && !s.Background && !s.Coprocess && !s.Disown && len(s.Comments) == 0
}

// of reads the parts of a list.
func (r reader) of(links []link) Line {
	var l Line
	known, eval, rest := true, -1, -1
	for i, k := range links {
		name, words, ok := r.simple(k.stmt)
		switch {
		case ok && name == "eval" && eval < 0:
			eval = i
			text, constant := r.joined(words)
			l.Command = text
			known = known && constant && plain(k.stmt) && r.fromNull(k.stmt) && (i == 0 || k.op == sh.AndStmt)
		case eval < 0:
			if file := r.sourced(k.stmt); file != "" && l.Snapshot == "" {
				l.Snapshot = file
				continue
			} else if r.prepares(k.stmt) {
				continue
			}
			known = false
		case i == len(links)-1 && i == eval+1 && k.op == sh.AndStmt && r.tells(k.stmt) != "":
			l.CwdFile = r.tells(k.stmt)
		default:
			known = false
		}
		if rest < 0 {
			rest = int(k.stmt.Pos().Offset())
		}
	}
	end := ""
	if last := links[len(links)-1]; l.CwdFile == "" {
		end = r.tells(last.stmt)
	}
	switch {
	case eval >= 0 && l.CwdFile != "" && known:
		l.Form = Call
	case l.CwdFile != "", end != "", strings.Contains(l.Snapshot, snapshots):
		l.Form, l.Rest = Odd, string(r[max(rest, 0):])
		if l.CwdFile == "" {
			l.CwdFile = end
		}
	default:
		return Line{}
	}
	return l
}

// simple returns the name of a simple command without assignments, and its other words. A name that
// is kept from being an alias by a backslash, or by the word builtin, is that name.
func (r reader) simple(s *sh.Stmt) (name string, words []*sh.Word, ok bool) {
	c, is := s.Cmd.(*sh.CallExpr)
	if !is || len(c.Assigns) > 0 || len(c.Args) == 0 {
		return "", nil, false
	}
	args := c.Args
	if first, _ := r.constant(args[0]); first == "builtin" && len(args) > 1 {
		args = args[1:]
	}
	name, ok = r.constant(args[0])
	return name, args[1:], ok
}

// joined is what eval reads: its words with blanks between them.
func (r reader) joined(words []*sh.Word) (string, bool) {
	texts := make([]string, len(words))
	for i, w := range words {
		text, ok := r.constant(w)
		if !ok {
			return "", false
		}
		texts[i] = text
	}
	return strings.Join(texts, " "), len(words) > 0
}

// fromNull reports whether a command has no redirection but one that gives it nothing to read.
func (r reader) fromNull(s *sh.Stmt) bool {
	for _, d := range s.Redirs {
		if to, ok := r.constant(d.Word); d.Op != sh.RdrIn || d.N != nil || !ok || to != "/dev/null" {
			return false
		}
	}
	return true
}

// sourced is the file that a statement reads as shell text, "" for none.
func (r reader) sourced(s *sh.Stmt) string {
	name, words, ok := r.simple(s)
	if !ok || name != "source" && name != "." || len(words) != 1 || !plain(s) || !r.silent(s) {
		return ""
	}
	file, ok := r.constant(words[0])
	if !ok || !filepath.IsAbs(file) {
		return ""
	}
	return file
}

// tells is the file to which a statement writes the directory, "" for none.
func (r reader) tells(s *sh.Stmt) string {
	name, words, ok := r.simple(s)
	if !ok || name != "pwd" || !plain(s) || len(s.Redirs) != 1 || len(words) > 1 {
		return ""
	}
	if len(words) == 1 {
		if flag, _ := r.constant(words[0]); flag != "-P" {
			return ""
		}
	}
	to := s.Redirs[0]
	file, ok := r.constant(to.Word)
	if !ok || to.N != nil || to.Op != sh.RdrClob && to.Op != sh.RdrOut || !filepath.IsAbs(file) {
		return ""
	}
	return file
}

// builtins are what a line prepares the shell with. None starts a program or touches a file.
func builtins() []string {
	return []string{"shopt", "setopt", "unsetopt", "unalias", "unset", "export", "set", "true", "false",
		":", "printf", "exit", "return", "test", "["}
}

// prepares reports whether a statement changes the shell and no more.
func (r reader) prepares(s *sh.Stmt) bool {
	if !plain(s) || !r.silent(s) {
		return false
	}
	switch c := s.Cmd.(type) {
	case *sh.CallExpr:
		name, words, ok := r.simple(s)
		return ok && slices.Contains(builtins(), name) && !slices.ContainsFunc(words, wordRuns)
	case *sh.DeclClause:
		return c.Variant.Value == "export" && !runs(c)
	case *sh.Block:
		return r.all(c.Stmts)
	case *sh.BinaryCmd:
		return (c.Op == sh.AndStmt || c.Op == sh.OrStmt) && r.prepares(c.X) && r.prepares(c.Y)
	case *sh.CaseClause:
		if runs(c.Word) {
			return false
		}
		for _, item := range c.Items {
			if slices.ContainsFunc(item.Patterns, wordRuns) || !r.all(item.Stmts) {
				return false
			}
		}
		return true
	}
	return false
}

func (r reader) all(stmts []*sh.Stmt) bool {
	return !slices.ContainsFunc(stmts, func(s *sh.Stmt) bool { return !r.prepares(s) })
}

// silent reports whether a statement writes nowhere but to /dev/null and to where its streams lead.
func (r reader) silent(s *sh.Stmt) bool {
	for _, d := range s.Redirs {
		to, ok := r.constant(d.Word)
		switch {
		case !ok:
			return false
		case d.Op == sh.DplOut:
		case (d.Op == sh.RdrOut || d.Op == sh.RdrAll) && to == "/dev/null":
		default:
			return false
		}
	}
	return true
}

// runs reports whether a word, or what holds words, starts something when it is expanded.
func runs(w sh.Node) bool {
	found := false
	sh.Walk(w, func(n sh.Node) bool {
		switch n.(type) {
		case *sh.CmdSubst, *sh.ProcSubst, *sh.ArithmExp:
			found = true
		}
		return !found
	})
	return found
}

func wordRuns(w *sh.Word) bool { return runs(w) }

// constant is the text of a word in which nothing is expanded.
func (r reader) constant(w *sh.Word) (string, bool) {
	if w == nil {
		return "", false
	}
	var b strings.Builder
	for _, part := range w.Parts {
		switch p := part.(type) {
		case *sh.Lit:
			if expands(p.Value) {
				return "", false
			}
			b.WriteString(unescaped(p.Value, ""))
		case *sh.SglQuoted:
			if p.Dollar {
				return "", false
			}
			b.WriteString(string(r[p.Left.Offset()+1 : p.Right.Offset()]))
		case *sh.DblQuoted:
			if p.Dollar {
				return "", false
			}
			for _, in := range p.Parts {
				lit, ok := in.(*sh.Lit)
				if !ok {
					return "", false
				}
				b.WriteString(unescaped(lit.Value, "\"\\$`\n"))
			}
		default:
			return "", false
		}
	}
	return b.String(), true
}

// expands reports whether unquoted text is a pattern, begins with a tilde or may hold braces.
func expands(s string) bool {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '*', '?', '[', '{', '~':
			return s != "["
		}
	}
	return false
}

// unescaped takes the backslashes away that quote one of some bytes, or any where these are "".
func unescaped(s, these string) string {
	if !strings.Contains(s, `\`) {
		return s
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && (these == "" || strings.IndexByte(these, s[i+1]) >= 0) {
			if i++; s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return b.String()
}
