package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// slots returns the operands that the command takes with the options and the number of operands
// found so far.
func (l *line) slots(count int) []OperandSpec {
	l.variant = nil
	for i := range l.spec.Syntax.Variants {
		v := &l.spec.Syntax.Variants[i]
		if len(v.Flags) > 0 && !l.has(v.Flags...) || v.AtMost > 0 && count > int(v.AtMost)-1 {
			continue
		}
		l.variant = v
		if v.HasOperands {
			return v.Operands
		}
		break
	}
	return l.spec.Syntax.Operands
}

// slotAt returns the role of the n-th operand of a command that takes another one.
func (l *line) slotAt(n int, w *fact.Word) fact.Role {
	for _, s := range l.slots(n + 1) {
		switch {
		case s.Role == fact.RoleAssign:
			if strings.IndexByte(w.Text, '=') > 0 {
				return fact.RoleAssign
			}
		case l.any.replaces && l.replaced(s.Name):
		case n == 0 || s.AnyNumber:
			return s.Role
		default:
			n--
		}
	}
	return fact.RoleNone
}

// replaced reports whether an option makes an operand superfluous.
func (l *line) replaced(name string) bool {
	return slices.ContainsFunc(l.given, func(g given) bool {
		return g.opt != nil && g.opt.Replaces == name && !g.off
	})
}

// positions returns the positions of the operands that are given, the index of the one that takes
// any number of words, and how many operands belong to the positions after it.
func (l *line) positions(slots []OperandSpec) (_ []OperandSpec, many, tail int) {
	count := len(l.args)
	if l.payloadAt > 0 {
		count++
	}
	for _, s := range l.slots(count) {
		payload := l.payloadAt > 0 && (s.Role == fact.RoleCommand || s.Role == fact.RoleShell)
		if s.Role != fact.RoleAssign && !payload && !(l.any.replaces && l.replaced(s.Name)) {
			slots = append(slots, s)
		}
	}
	many = len(slots)
	for i := range slots {
		if slots[i].AnyNumber {
			many = i
		}
	}
	after := max(0, len(slots)-many-1)
	return slots, many, min(after, max(0, len(l.args)-many))
}

// changedRole returns the role of an operand as the options given change it.
func (l *line) changedRole(name string, role fact.Role) fact.Role {
	changed := false
	for i := range l.given {
		if l.given[i].opt == nil || l.given[i].off || !l.makesApply(i) {
			continue
		}
		for _, m := range l.given[i].opt.Makes {
			// A role that one option makes stays if another one only reads: perl -i -n.
			if m.Operand == name && !(changed && m.Role == fact.RoleRead) {
				role, changed = m.Role, true
			}
		}
	}
	return role
}

// makesApply reports whether the argument of an option is one with which it changes roles.
func (l *line) makesApply(i int) bool {
	begin, v := l.given[i].opt.If, l.flags[i].Value
	if begin == "" {
		return true
	}
	if v < 0 {
		return false
	}
	w := &l.operands[v].Word
	return strings.HasPrefix(w.Text, begin) || !w.Known() && strings.HasPrefix(begin, w.Text)
}

// named returns the operands and option-arguments that have one of the names, in order.
func (l *line) named(names []string) []fact.Operand { return l.appendNamed(nil, names) }

func (l *line) appendNamed(list []fact.Operand, names []string) []fact.Operand {
	if len(names) == 0 {
		return list
	}
	for i := range l.operands {
		if o := &l.operands[i]; o.Flag != "" && slices.Contains(names, o.Flag) {
			list = append(list, *o)
		}
	}
	for i := range l.args {
		if slices.Contains(names, l.args[i].name) {
			list = append(list, l.operands[l.args[i].op])
		}
	}
	return list
}

// bound reports whether a parameter was given.
func (l *line) bound(name string) bool {
	return slices.ContainsFunc(l.flags, func(f fact.Flag) bool { return f.Name == name })
}

// flagValue returns the words of a parameter.
func (l *line) flagValue(name string) (list []fact.Word) {
	for i := range l.operands {
		if o := &l.operands[i]; o.Flag == name {
			list = append(list, o.Word)
		}
	}
	return list
}

func (l *line) setPath(o *fact.Operand, dirs fact.Dirs) {
	if l.spec.Effects.Remote && remote(&o.Word) || isStdio(o) ||
		(o.Role == fact.RoleWrite || o.Role == fact.RoleAppend) && isPipe(&o.Word) {
		return
	}
	o.IsPath = true
	if o.Role == fact.RoleStem {
		o.Word.Text += "*"
		o.Word.Glob = true
	}
	w := &o.Word
	if l.spec.Is&fact.MakesNewNames != 0 && o.Flag == "" && w.Known() && !l.has("-u") {
		w = withStandIn(w)
	}
	o.Path = l.in.Paths.Path(dirs, w)
	o.Path.Entry = l.meansEntry(o)
}

// meansEntry reports whether an operand means the directory entry: rm and mv leave what a link
// leads to alone, and so does find -delete unless it is told to follow its starting points.
func (l *line) meansEntry(o *fact.Operand) bool {
	return l.spec.Effects.Entries && (o.Role == fact.RoleDelete || o.Role == fact.RoleMove) &&
		NamesEntry(o.Word.Text+o.Word.Suffix) && !l.has("-L", "-H", "-follow")
}

// withStandIn returns a template of mktemp with a stand-in for its random part.
func withStandIn(template *fact.Word) *fact.Word {
	w := *template
	if begin, end := randomPart(w.Text); begin < end {
		w.Text = w.Text[:begin] + fact.StandIn("new") + w.Text[end:]
	}
	return &w
}

func (l *line) addPath(o fact.Operand) int {
	if !isStdio(&o) {
		o.IsPath = true
		o.Path = l.in.Paths.Path(l.c.Dirs, &o.Word)
	}
	l.operands = append(l.operands, o)
	return len(l.operands) - 1
}

// takeAttached takes what may be a path in an unknown option: behind the equals sign of --x=value,
// or attached as in -o/tmp/x. It returns its index in Operands, or -1.
func (l *line) takeAttached(w *fact.Word) int {
	if eq := strings.IndexByte(w.Text, '='); eq > 0 {
		return l.addPath(fact.Operand{Word: subWord(w, eq+1), Role: writtenBy(w.Text[:eq]),
			Flag: w.Text[:eq]})
	}
	if len(w.Text) > 2 && w.Text[1] != '-' && strings.IndexByte(w.Text, '/') > 0 {
		return l.addPath(fact.Operand{Word: subWord(w, 2), Role: writtenBy(w.Text[:2]),
			Flag: w.Text[:2]})
	}
	return -1
}

// plainOption records an option of a command without a spec: long options count in full, -abc is
// -a, -b, -c and also -abc itself.
func (l *line) plainOption(w *fact.Word) {
	name, value := w.Text, l.takeAttached(w)
	if eq := strings.IndexByte(name, '='); eq > 0 {
		name = name[:eq]
	}
	l.shortOrLong(name, value)
}

func (l *line) shortOrLong(name string, value int) {
	if strings.HasPrefix(name, "--") || len(name) <= 2 {
		l.flags = append(l.flags, fact.Flag{Name: name, Written: name, Value: value})
		return
	}
	for j := 1; j < len(name); j++ {
		l.flags = append(l.flags, fact.Flag{Name: "-" + name[j:j+1], Written: name,
			Value: value})
	}
}
