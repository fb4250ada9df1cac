package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// modeEffects reports permissions that let a program run with the rights of its owner or group, and
// unknown permissions.
func (e *effectFinder) modeEffects(w *fact.Word) {
	if !w.Known() {
		if !w.Number {
			e.out.hazard(hazards.DynamicMode, w.Show(), "fencepost cannot know which mode the files get")
		}
		return
	}
	if setsID(w.Text) {
		e.out.effect(fact.Effect{Kind: fact.Privilege, Detail: "mode " + w.Text})
	}
}

// setsID reports whether a mode may set the bits for the user or the group: 4755, 004755, +6000,
// u=g,u+s, a=rx,u-w+s. It accepts more than chmod does.
func setsID(mode string) bool {
	for clause := range strings.SplitSeq(mode, ",") {
		op := strings.LastIndexAny(clause, "+-=")
		digits := strings.TrimLeft(clause[op+1:], "0")
		if isOctal(digits) {
			if len(digits) > 3 && digits[len(digits)-4] >= '2' && (op < 0 || clause[op] != '-') {
				return true
			}
			continue
		}
		adds := false
		for i := 0; i < len(clause); i++ {
			switch clause[i] {
			case '+', '=':
				adds = true
			case '-':
				adds = false
			case 's':
				if adds {
					return true
				}
			}
		}
	}
	return false
}

func isOctal(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < '0' || s[i] > '7' {
			return false
		}
	}
	return true
}

// copiedModes reports a copy that keeps the mode of a program which runs with the rights of its
// owner: cp -p /usr/bin/su tool.
func (e *effectFinder) copiedModes(look Disk) {
	if !e.keepsMode(look) {
		return
	}
	for i := range e.l.operands {
		o := &e.l.operands[i]
		if o.Flag == "" && o.Role == fact.RoleRead && o.IsPath && look.SetsID(&o.Path) {
			e.out.effect(fact.Effect{Kind: fact.Privilege, Detail: "keeps the mode of " + o.Word.Show()})
		}
	}
}

// keepsMode reports whether the mode of what is copied is kept. The mode of a reference is looked
// at: chmod --reference=tool.bak tool.
func (e *effectFinder) keepsMode(look Disk) bool {
	for i := range e.l.given {
		g := &e.l.given[i]
		if g.opt == nil || g.off || g.opt.Is&KeepsMode == 0 {
			continue
		}
		v := e.l.flags[i].Value
		if v >= 0 && e.l.operands[v].IsPath {
			if o := &e.l.operands[v]; !o.Path.Known || look.SetsID(&o.Path) {
				e.out.effect(fact.Effect{Kind: fact.Privilege, Detail: "takes the mode of " + o.Word.Show()})
			}
			continue
		}
		if v < 0 || !e.l.operands[v].Word.Known() {
			return true
		}
		for attr := range strings.SplitSeq(e.l.operands[v].Word.Text, ",") {
			if attr == "mode" || attr == "all" || attr == "" {
				return true
			}
		}
	}
	return false
}

// backupEffects adds the files into which what is there before is put: FILE.bak of sed -i.bak,
// old/FILE of sed -i'old/*'.
func (e *effectFinder) backupEffects() {
	for i := range e.l.given {
		o := e.l.given[i].opt
		if o == nil || o.Is&Suffix == 0 || e.l.given[i].off || e.l.flags[i].Value < 0 {
			continue
		}
		suffix := e.l.operands[e.l.flags[i].Value].Word
		if suffix.Kind == fact.Literal && suffix.Text == "" {
			continue
		}
		for k := range e.l.operands {
			op := &e.l.operands[k]
			if op.Role == fact.RoleEdit || op.Role == fact.RoleWrite {
				e.backup(&op.Word, &suffix)
				e.backupsIn(&op.Word, &suffix)
			}
		}
	}
}

// backupsIn adds the backups in a directory into which files are copied or moved.
func (e *effectFinder) backupsIn(dir, suffix *fact.Word) {
	for i := range e.l.operands {
		from := &e.l.operands[i]
		if from.Flag != "" || from.Role != fact.RoleRead && from.Role != fact.RoleMove {
			continue
		}
		_, base := splitName(from.Word.Text)
		w := fact.Word{Text: strings.TrimRight(dir.Text, "/") + "/" + base, Glob: from.Word.Glob}
		if from.Word.IsLiteral() && dir.IsLiteral() {
			e.backup(&w, suffix)
		}
	}
}

// backup adds the backup of one file. A suffix with a slash may be taken from the file's directory
// and from the command's: both are written.
func (e *effectFinder) backup(file, suffix *fact.Word) {
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
	e.writesTo(&w)
	if dir != "" {
		w.Text = dir + "/" + w.Text
		e.writesTo(&w)
	}
}

func (e *effectFinder) writesTo(w *fact.Word) {
	o := fact.Operand{Word: *w, Role: fact.RoleWrite, IsPath: true,
		Path: e.l.in.Paths.Path(e.l.in.dirs, w)}
	e.out.pathEffect(fact.Write, &o, false)
}
