package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// mode reports permissions with which a program runs with the rights of its owner or group, and
// such that are not known.
func (r *resolver) mode(w *fact.Word) {
	if !w.Known() {
		if !w.Number {
			r.hazard(hazards.DynamicMode, w.Show(), "fencepost cannot know which mode the files get")
		}
		return
	}
	if setsID(w.Text) {
		r.effect(fact.Effect{Kind: fact.Privilege, Detail: "mode " + w.Text})
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
func (r *resolver) copiedModes() {
	look := r.in.Disk
	if look == nil || !r.keepsMode(look) {
		return
	}
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if o.Flag == "" && o.Role == fact.RoleRead && o.IsPath && look.SetsID(&o.Path) {
			r.effect(fact.Effect{Kind: fact.Privilege, Detail: "keeps the mode of " + o.Word.Show()})
		}
	}
}

// keepsMode reports whether the mode of what is copied is kept. The mode of a reference is looked
// at: chmod --reference=tool.bak tool.
func (r *resolver) keepsMode(look Disk) bool {
	for i := range r.given {
		g := &r.given[i]
		if g.opt == nil || g.off || g.opt.Is&KeepsMode == 0 {
			continue
		}
		v := r.c.Flags[i].Value
		if v >= 0 && r.c.Operands[v].IsPath {
			if o := &r.c.Operands[v]; !o.Path.Known || look.SetsID(&o.Path) {
				r.effect(fact.Effect{Kind: fact.Privilege, Detail: "takes the mode of " + o.Word.Show()})
			}
			continue
		}
		if v < 0 || !r.c.Operands[v].Word.Known() {
			return true
		}
		for attr := range strings.SplitSeq(r.c.Operands[v].Word.Text, ",") {
			if attr == "mode" || attr == "all" || attr == "" {
				return true
			}
		}
	}
	return false
}
