package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// backups adds the files into which what is there before is put: FILE.bak of sed -i.bak, old/FILE
// of sed -i'old/*'.
func (r *resolver) backups() {
	for i := range r.given {
		o := r.given[i].opt
		if o == nil || o.Is&Suffix == 0 || r.given[i].off || r.c.Flags[i].Value < 0 {
			continue
		}
		suffix := r.c.Operands[r.c.Flags[i].Value].Word
		if suffix.Kind == fact.Literal && suffix.Text == "" {
			continue
		}
		for k := range r.c.Operands {
			op := &r.c.Operands[k]
			if op.Role == fact.RoleEdit || op.Role == fact.RoleWrite {
				r.backup(&op.Word, &suffix)
				r.backupsIn(&op.Word, &suffix)
			}
		}
	}
}

// backupsIn adds the backups in a directory into which files are copied or moved.
func (r *resolver) backupsIn(dir, suffix *fact.Word) {
	for i := range r.c.Operands {
		from := &r.c.Operands[i]
		if from.Flag != "" || from.Role != fact.RoleRead && from.Role != fact.RoleMove {
			continue
		}
		_, base := splitName(from.Word.Text)
		w := fact.Word{Text: strings.TrimRight(dir.Text, "/") + "/" + base, Glob: from.Word.Glob}
		if from.Word.IsLiteral() && dir.IsLiteral() {
			r.backup(&w, suffix)
		}
	}
}

// backup adds the backup of one file. A suffix with a slash may be taken from the file's directory
// and from the command's: both are written.
func (r *resolver) backup(file, suffix *fact.Word) {
	dir, base := splitName(file.Text)
	pattern := suffix.Text
	if !strings.Contains(pattern, "*") {
		pattern = "*" + pattern
	}
	w := fact.Word{Text: strings.ReplaceAll(pattern, "*", base), Glob: file.Glob}
	if !file.IsLiteral() {
		w = fact.Word{Text: pattern, Glob: true}
	}
	if suffix.Kind != fact.Literal {
		w = fact.Word{Kind: fact.Partial, Text: w.Text, Written: suffix.Show()}
	}
	r.writesTo(&w)
	if dir != "" {
		w.Text = dir + "/" + w.Text
		r.writesTo(&w)
	}
}

func (r *resolver) writesTo(w *fact.Word) {
	o := fact.Operand{Word: *w, Role: fact.RoleWrite, IsPath: true, Path: r.path(r.dirs(), w)}
	r.pathEffect(fact.Write, &o, false)
}
