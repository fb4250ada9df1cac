package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// sqlite judges statements and dot-commands of SQLite's shell. Those that only look leave the database as it is.
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
			for line := range strings.SplitSeq(o.Word.Text, "\n") {
				reads = r.sqlLine(strings.TrimSpace(line)) && reads
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
		if r.c.Stdin.Kind != fact.StdinText || !r.c.Stdin.Text.Known() {
			reads = false
		} else {
			for line := range strings.SplitSeq(r.c.Stdin.Text.Text, "\n") {
				reads = r.sqlLine(strings.TrimSpace(line)) && reads
			}
		}
	}
	if file.Word.Text == ":memory:" || file.Word.Text == "" && file.Word.Known() {
		r.pure = reads
		return
	}
	e := fact.Effect{Kind: fact.Read, Path: r.path(r.c.Dirs, &file.Word)}
	r.effect(e)
	if r.pure = reads; !reads {
		e.Kind = fact.Write
		r.effect(e)
	}
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

// sqlLine adds what a line does to files and programs, and reports whether it only looks.
func (r *resolver) sqlLine(line string) bool {
	if strings.HasPrefix(line, ".") {
		return r.dotCommand(line)
	}
	lower := strings.ToLower(line)
	for _, call := range [...]string{"writefile(", "edit(", "load_extension(", "fts3_tokenizer(", "readfile("} {
		i := strings.Index(lower, call)
		if i < 0 {
			continue
		}
		name := strings.TrimLeft(line[i+len(call):], " ")
		if call == "writefile(" && strings.HasPrefix(name, "'") {
			r.writesFile(strings.Trim(name[:quotedEnd(name, 0, '\'')], "'"))
		}
		return false
	}
	for stmt := range strings.SplitSeq(lower, ";") {
		word, _, _ := strings.Cut(strings.TrimSpace(stmt), " ")
		switch word {
		case "", "select", "explain", "values", "--":
		case "pragma":
			if strings.ContainsAny(stmt, "=(") && !strings.Contains(stmt, "table_info(") {
				return false
			}
		case "vacuum", "attach": // VACUUM INTO 'file', ATTACH 'file' AS name
			if i := strings.IndexByte(stmt, '\''); i >= 0 {
				at := strings.Index(lower, stmt) + i
				r.writesFile(strings.Trim(line[at:at+quotedEnd(line[at:], 0, '\'')], "'"))
			}
			return false
		default:
			return false
		}
	}
	return true
}

func (r *resolver) dotCommand(line string) bool {
	name, rest, _ := strings.Cut(line, " ")
	rest = strings.Trim(strings.TrimSpace(rest), `'"`)
	switch name {
	case ".tables", ".schema", ".headers", ".header", ".mode", ".indexes", ".indices", ".databases", ".dbinfo", ".width", ".separator",
		".nullvalue", ".print", ".show", ".stats", ".timer", ".quit", ".exit", ".help", ".fullschema", ".echo", ".bail", ".dump", ".version":
		return true
	case ".output", ".once", ".backup", ".save", ".excel", ".log", ".clone", ".archive":
		switch {
		case strings.HasPrefix(rest, "|"):
			r.scriptText(rest[1:])
		case rest != "" && rest != "stdout" && rest != "off":
			r.writesFile(rest)
		}
	case ".shell", ".system":
		r.scriptText(rest)
	case ".import":
		if strings.HasPrefix(rest, "|") {
			r.scriptText(rest[1:])
		}
	}
	return false
}
