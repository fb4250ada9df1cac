package core

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
)

// sql reports what the text of a statement does to the database of the receiver, as far as its
// first word says.
func (fx *effects) sql(param string) {
	v, given := fx.args.Get(param)
	if !given {
		return
	}
	memory := false
	if fx.args.self != nil && fx.args.self.Base != nil {
		name, ok := fx.args.self.Base.Text()
		memory = ok && name == ":memory:"
	}
	v.Alts(func(a *Value) {
		w, _ := a.AsWord()
		whole := w.Kind == fact.Literal && !w.Glob
		script := strings.HasSuffix(fx.call.Names[0], "script")
		if (whole || !script) && onlyQueries(w.Text, whole, memory) {
			return
		}
		fx.add(interp.Effect{Kind: fact.Exec, Detail: "changes the database"})
	})
}

// onlyQueries reports whether SQL text reads, or changes nothing but a database in memory.
func onlyQueries(text string, whole, memory bool) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	if !whole && (text == "" || strings.Contains(text, ";")) {
		return false
	}
	if strings.Contains(text, "load_extension") {
		return false
	}
	for s := range strings.SplitSeq(text, ";") {
		if s = strings.TrimSpace(s); s == "" {
			continue
		}
		first := strings.FieldsFunc(s, endsWord)
		if len(first) == 0 {
			return false
		}
		switch first[0] {
		case "select", "explain", "values":
			if strings.Contains(s, "writefile") || strings.Contains(s, " into ") {
				return false
			}
		case "with":
			for _, word := range [...]string{"insert", "update", "delete", "replace"} {
				if strings.Contains(s, word) {
					return false
				}
			}
		case "pragma":
			if strings.Contains(s, "=") {
				return false
			}
		case "create", "insert", "update", "delete", "drop", "alter", "begin", "commit":
			if !memory {
				return false
			}
		default:
			return false
		}
	}
	return true
}

func endsWord(r rune) bool { return r == ' ' || r == '\n' || r == '\t' || r == '(' }

// queries reports what a statement of DuckDB does: it reads the files that it names in quotes, and
// nothing more if it is a query alone.
func (fx *effects) queries(param string) {
	v, given := fx.args.Get(param)
	if !given {
		return
	}
	v.Alts(func(a *Value) {
		text, known := a.Text()
		files, plain := queriedFiles(text)
		if !known || !plain {
			fx.add(interp.Effect{Kind: fact.Exec, Detail: "changes the database"})
			return
		}
		for _, name := range files {
			fx.valueEffect(fact.Read, asPattern(Str(name)), false)
		}
	})
}

// queriedFiles are the texts in quotes of one statement, which may be files. plain reports whether
// the statement does nothing but read them.
func queriedFiles(text string) (files []string, plain bool) {
	text = strings.TrimRight(strings.TrimSpace(text), "; \n\t")
	outside := ""
	for {
		before, rest, quoted := strings.Cut(text, "'")
		outside += before + " "
		if !quoted {
			break
		}
		name, rest, closed := strings.Cut(rest, "'")
		if !closed || strings.HasPrefix(rest, "'") || strings.Contains(name, "://") {
			return nil, false
		}
		files, text = append(files, name), rest
	}
	words := strings.FieldsFunc(strings.ToLower(outside), func(r rune) bool { return !isNameRune(r) })
	if strings.ContainsAny(outside, ";\"$") || len(words) == 0 {
		return nil, false
	}
	switch words[0] {
	case "select", "from", "with", "describe", "summarize", "show", "explain", "values":
	default:
		return nil, false
	}
	for _, w := range words {
		switch w {
		case "insert", "update", "delete", "create", "copy", "attach", "install", "load", "export",
			"import", "call", "execute", "prepare", "pragma", "set", "reset", "drop", "alter", "query",
			"query_table", "getenv", "nextval", "into", "use", "checkpoint", "vacuum", "detach",
			"load_aws_credentials", "which_secret", "duckdb_secrets", "sniff_csv", "glob":
			return nil, false
		}
	}
	return files, true
}

// database reports the use of a database by its address: a file of SQLite, or a server.
func (fx *effects) database(param string) {
	v, given := fx.args.Get(param)
	if !given {
		return
	}
	v.Alts(func(a *Value) {
		text, known := a.Text()
		file, isFile := strings.CutPrefix(text, "sqlite:///")
		switch {
		case known && (text == "sqlite://" || isFile && file == ":memory:"):
		case known && isFile && file != "" && !strings.ContainsAny(file, "?#:"):
			fx.valueEffect(fact.Read, Str(file), false) // what changes it is a statement
		default:
			fx.network(param)
		}
	})
}
