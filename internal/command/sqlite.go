package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// sqlite judges statements and dot-commands of SQLite's shell. Those that only look leave the
// database as it is.
func (r *resolver) sqlite() {
	reads, given := true, false
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		switch {
		case o.Flag == "-cmd", o.Flag == "" && given:
			if !o.Word.Known() {
				r.code(o.Word)
				return
			}
			// A word is one dot-command or else statements.
			if strings.HasPrefix(o.Word.Text, ".") {
				reads = r.dotCommand(o.Word.Text) && reads
			} else {
				reads = r.sqlText(o.Word.Text) && reads
			}
		case o.Flag == "":
			given = true
		}
	}
	file, any := r.sqliteFile()
	if file == nil {
		return
	}
	if !any { // statements on standard input
		reads = r.c.Stdin.Kind == fact.StdinText && r.c.Stdin.Text.Known() && r.sqlInput(r.c.Stdin.Text.Text) && reads
	}
	if file.Word.Text == ":memory:" || file.Word.Text == "" && file.Word.Known() {
		r.pure = reads
		return
	}
	e := fact.Effect{Kind: fact.Read, Path: r.sqlitePath(&file.Word)}
	r.effect(e)
	if r.pure = reads; !reads {
		e.Kind = fact.Write
		r.effect(e)
	}
}

// sqlitePath resolves the name of a database, which may be a URI.
func (r *resolver) sqlitePath(w *fact.Word) fact.Path {
	name, ok := strings.CutPrefix(w.Text, "file:")
	if !ok || !w.Known() {
		return r.path(r.c.Dirs, w)
	}
	name, _, _ = strings.Cut(name, "?")
	if rest, ok := strings.CutPrefix(name, "//"); ok {
		name = rest[max(0, strings.IndexByte(rest, '/')):]
	}
	x := fact.Lit(name)
	if strings.Contains(name, "%") {
		x = fact.Unknown("")
	}
	return r.path(r.c.Dirs, &x)
}

// sqliteFile returns the operand that names the database, and whether statements follow it.
func (r *resolver) sqliteFile() (file *fact.Operand, statements bool) {
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		switch {
		case o.Flag == "-cmd":
		case o.Flag != "":
		case file == nil:
			file = o
		default:
			statements = true
		}
	}
	return file, statements
}

// sqlInput takes what stands on standard input: lines that begin with a dot, between statements. A
// line inside a string that begins with one is taken for a command, too.
func (r *resolver) sqlInput(text string) bool {
	reads, from := true, 0
	for i := 0; i < len(text); {
		end := lineEnd(text, i)
		if text[i] == '.' {
			reads = r.sqlText(text[from:i]) && r.dotCommand(text[i:end]) && reads
			from = end
		}
		i = end + 1
	}
	return r.sqlText(text[from:]) && reads
}

// sqlText adds what statements do to files and programs, and reports whether they only look.
func (r *resolver) sqlText(text string) bool {
	s := sqlScan{src: text, reads: true}
	s.run()
	for _, f := range s.writes {
		r.writesFile(f)
	}
	for _, command := range s.shell {
		r.scriptText(command)
	}
	return s.reads
}

// sqlScan reads statements of SQLite as far as it takes to tell those that only look.
type sqlScan struct {
	src    string
	i      int
	reads  bool
	writes []string // "" where the name is not a literal
	shell  []string

	verb string // the first word of the statement
	name string // the last name, if nothing stands behind it
	call string // a function whose arguments begin
	into bool   // the next string names a file that is written
}

func (s *sqlScan) run() {
	for s.i < len(s.src) {
		s.token()
	}
}

func (s *sqlScan) token() {
	switch ch := s.src[s.i]; {
	case ch == ' ' || ch == '\t' || ch == '\n':
		s.i++
	case strings.HasPrefix(s.src[s.i:], "--"):
		s.i = lineEnd(s.src, s.i)
	case strings.HasPrefix(s.src[s.i:], "/*"):
		if n := strings.Index(s.src[s.i:], "*/"); n >= 0 {
			s.i += n + 2
		} else {
			s.i = len(s.src)
		}
	case ch == '\'':
		s.text(s.quoted('\''))
	case ch == '"' || ch == '`':
		s.name = strings.ToLower(s.quoted(ch))
	case ch == '[':
		s.name = strings.ToLower(s.quoted(']'))
	case isWordByte(ch) || ch >= 0x80:
		start := s.i
		for s.i < len(s.src) && (isWordByte(s.src[s.i]) || s.src[s.i] >= 0x80 || s.src[s.i] == '$') {
			s.i++
		}
		s.word(strings.ToLower(s.src[start:s.i]))
	default:
		s.sign(ch)
		s.i++
	}
}

// quoted takes what stands between quotes; a doubled quote stands for one.
func (s *sqlScan) quoted(quote byte) string {
	start := s.i + 1
	for s.i = start; s.i < len(s.src); s.i++ {
		if s.src[s.i] != quote {
			continue
		}
		if s.i+1 < len(s.src) && s.src[s.i+1] == quote {
			s.i++
			continue
		}
		s.i++
		return s.src[start : s.i-1]
	}
	s.reads = false
	return s.src[start:]
}

// text takes a string.
func (s *sqlScan) text(value string) {
	if s.into || s.call == "writefile" {
		s.writes = append(s.writes, value)
		s.into = false
	}
	s.name, s.call = "", ""
}

// word takes a name or a keyword that is not quoted.
func (s *sqlScan) word(w string) {
	s.name, s.call = w, ""
	if s.verb == "" {
		s.verb = w
		switch w {
		case "select", "explain", "values", "with", "begin", "commit", "rollback", "end", "pragma":
		case "vacuum":
			s.reads = false
		case "attach":
			s.reads, s.into = false, true
		default:
			s.reads = false
		}
		return
	}
	switch w {
	case "insert", "update", "delete":
		s.reads = s.reads && s.verb == "explain"
	case "into":
		s.reads = s.reads && s.verb == "explain"
		s.into = s.into || s.verb == "vacuum"
	}
}

// sign takes anything else. A parenthesis behind a name calls it.
func (s *sqlScan) sign(ch byte) {
	name := s.name
	s.name, s.call = "", ""
	switch {
	case ch == ';':
		s.verb, s.into = "", false
	case s.verb == "pragma" && ch == '=':
		s.reads = false
	case s.verb == "pragma" && ch == '(':
		switch name {
		case "table_info", "table_xinfo", "table_list", "index_list", "index_info", "index_xinfo", "foreign_key_list", "foreign_key_check",
			"integrity_check", "quick_check":
		default:
			s.reads = false
		}
	case ch == '(':
		switch s.call = name; name {
		case "writefile", "load_extension", "fts3_tokenizer", "readfile", "edit", "fsdir", "sqlar_uncompress", "shell_add_schema":
			s.reads = false
		}
	}
}

// dotCommand adds what a dot-command does. Names can be abbreviated; an abbreviation counts for all
// that it may stand for.
func (r *resolver) dotCommand(line string) bool {
	name, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
	rest = strings.TrimSpace(rest)
	switch name {
	case ".tables", ".schema", ".headers", ".header", ".mode", ".indexes", ".indices", ".databases", ".dbinfo", ".width", ".separator",
		".nullvalue", ".print", ".show", ".stats", ".timer", ".quit", ".exit", ".help", ".fullschema", ".echo", ".bail", ".dump", ".version",
		".changes", ".eqp", ".explain", ".limit", ".vfslist", ".vfsinfo", ".vfsname", ".sha3sum", ".lint", ".timeout", ".prompt", ".parameter":
		return true
	}
	may := func(full string) bool { return len(name) > 1 && strings.HasPrefix(full, name) }
	if may(".shell") || may(".system") {
		r.scriptText(unquoted(rest))
	}
	if at := strings.IndexByte(rest, '|'); at >= 0 && (may(".import") || may(".read")) {
		program := rest[at+1:]
		if at > 0 && (rest[at-1] == '"' || rest[at-1] == '\'') {
			program, _, _ = strings.Cut(program, rest[at-1:at])
		}
		r.scriptText(program)
	}
	words := strings.Fields(rest)
	for _, full := range [...]string{".output", ".once", ".backup", ".save", ".log", ".clone", ".open", ".archive", ".testcase", ".trace"} {
		if may(full) && len(words) > 0 {
			r.dotFile(full, rest, words)
			break
		}
	}
	return false
}

// dotFile takes the file that a dot-command writes: its last word, or a program behind a bar.
func (r *resolver) dotFile(name, rest string, words []string) {
	if bar := unquoted(rest); strings.HasPrefix(bar, "|") && (name == ".output" || name == ".once") {
		r.scriptText(bar[1:])
		return
	}
	switch f := strings.Trim(words[len(words)-1], `"'`); f {
	case "", "stdout", "stderr", "off", "on":
	default:
		r.writesFile(f)
	}
}

// unquoted removes quotes around a text.
func unquoted(s string) string {
	if len(s) > 1 && (s[0] == '\'' || s[0] == '"') && s[len(s)-1] == s[0] {
		return s[1 : len(s)-1]
	}
	return s
}
