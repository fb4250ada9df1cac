package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// vim judges the ex commands in its options and in operands that begin with a plus: w FILE writes,
// !COMMAND runs.
func (r *resolver) vim() {
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		switch {
		case o.Flag == "-c" || o.Flag == "--cmd":
			r.ex(&o.Word)
		case o.Flag == "" && strings.HasPrefix(o.Word.Text, "+"):
			w := subWord(&o.Word, 1)
			o.IsPath, o.Role = false, fact.RoleNone
			r.ex(&w)
		}
	}
}

func (r *resolver) ex(w *fact.Word) {
	if !w.Known() {
		r.code(*w)
		return
	}
	for _, cmd := range strings.FieldsFunc(w.Text, func(c rune) bool { return c == '|' || c == '\n' }) {
		cmd = strings.TrimLeft(cmd, ": \t%.,$0123456789'<>")
		if rest, ok := strings.CutPrefix(cmd, "!"); ok {
			r.scriptText(rest)
			continue
		}
		name, rest, _ := strings.Cut(cmd, " ")
		rest = strings.TrimSpace(rest)
		switch strings.TrimSuffix(name, "!") {
		case "w", "wr", "write", "wq", "x", "sav", "saveas", "up", "update", "mksession", "mks", "mkvimrc", "redir", "wundo":
			rest = strings.TrimLeft(rest, "> ")
			if command, ok := strings.CutPrefix(rest, "!"); ok {
				r.scriptText(command)
			} else if rest != "" {
				r.writesFile(rest)
			}
		case "r", "read":
			if command, ok := strings.CutPrefix(rest, "!"); ok {
				r.scriptText(command)
			}
		case "call", "exe", "execute", "let", "echo", "silent", "sil":
			s := scriptScan{src: rest}
			for _, c := range s.calls() {
				r.scriptCall(&c)
			}
			if command, ok := strings.CutPrefix(rest, "!"); ok {
				r.scriptText(command)
			}
		}
	}
}
