package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// slots returns the operands that the command takes with the options and the number of operands
// found so far.
func (r *resolver) slots(count int) []OperandSpec {
	r.variant = nil
	for i := range r.spec.Variants {
		v := &r.spec.Variants[i]
		if len(v.Flags) > 0 && !r.has(v.Flags) || v.AtMost > 0 && count > int(v.AtMost)-1 {
			continue
		}
		r.variant = v
		if v.HasOperands {
			return v.Operands
		}
		break
	}
	return r.spec.Operands
}

// slotAt returns the role of the n-th operand of a command that takes another one.
func (r *resolver) slotAt(n int, w *fact.Word) fact.Role {
	for _, s := range r.slots(n + 1) {
		switch {
		case s.Role == fact.RoleAssign:
			if strings.IndexByte(w.Text, '=') > 0 {
				return fact.RoleAssign
			}
		case r.replaced(s.Name):
		case n == 0 || s.Many:
			return s.Role
		default:
			n--
		}
	}
	return fact.RoleNone
}

// replaced reports whether an option makes an operand superfluous.
func (r *resolver) replaced(name string) bool {
	for i := range r.given {
		if o := r.given[i].opt; o != nil && o.Replaces == name && !r.given[i].off {
			return true
		}
	}
	return false
}

// assignRoles gives every operand the role of its position.
func (r *resolver) assignRoles() {
	var buf [8]OperandSpec
	slots, many, tail := r.positions(buf[:0])
	for i := range r.args {
		at := place(i, len(r.args), len(slots), many, tail)
		if at >= len(slots) {
			r.extra = true
			continue
		}
		r.setRole(r.args[i].op, slots, at, many)
	}
	if r.spec.Run == RunTest {
		r.fileTests()
	}
	r.makes()
	r.resolvePaths()
}

// positions returns the positions of the operands that are given, the one that takes any number of
// words, and how many operands belong to those after it.
func (r *resolver) positions(slots []OperandSpec) (_ []OperandSpec, many, tail int) {
	count := len(r.args)
	if r.at > 0 {
		count++
	}
	for _, s := range r.slots(count) {
		payload := r.at > 0 && (s.Role == fact.RoleCommand || s.Role == fact.RoleShell)
		if s.Role != fact.RoleAssign && !payload && !r.replaced(s.Name) {
			slots = append(slots, s)
		}
	}
	many = len(slots)
	for i := range slots {
		if slots[i].Many {
			many = i
		}
	}
	after := max(0, len(slots)-many-1)
	return slots, many, min(after, max(0, len(r.args)-many))
}

// place returns the position of the i-th of n operands.
func place(i, n, slots, many, tail int) int {
	switch {
	case i < many:
		return i
	case i >= n-tail:
		return slots - (n - i)
	}
	return many
}

// fileTests finds the files in the words of test and [.
func (r *resolver) fileTests() {
	for i := range r.args {
		w := &r.c.Operands[r.args[i].op].Word
		if w.Kind != fact.Literal || len(w.Text) < 2 || w.Text[0] != '-' {
			continue
		}
		switch w.Text {
		case "-nt", "-ot", "-ef":
			if i > 0 {
				r.c.Operands[r.args[i-1].op].Role = fact.RoleRead
			}
		default:
			if len(w.Text) != 2 || strings.IndexByte("abcdefghkLNOprsSuwxG", w.Text[1]) < 0 {
				continue
			}
			if i > 0 && r.c.Operands[r.args[i-1].op].Word.Text == "=" {
				continue // [ x = -f ]
			}
		}
		if i+1 < len(r.args) && r.c.Operands[r.args[i+1].op].Word.Text != "]" {
			r.c.Operands[r.args[i+1].op].Role = fact.RoleRead
		}
	}
}

// setRole gives an operand the role of slot at. A word that may stand for several arguments also
// gets the roles of the positions into which they could shift.
func (r *resolver) setRole(op int, slots []OperandSpec, at, many int) {
	o := &r.c.Operands[op]
	o.Role = r.made(slots[at].Name, slots[at].Role)
	if slots[at].Role == fact.RoleWrite && o.Role == fact.RoleDelete {
		// What is deleted in the end, or in part, is written before: rsync --delete, shred -u.
		r.c.Operands = append(r.c.Operands, fact.Operand{Word: o.Word, Role: fact.RoleWrite})
		o = &r.c.Operands[op]
	}
	if !o.Word.Many && !o.Word.Glob || at == many {
		return
	}
	from := at + 1
	if at > many {
		from = many
	}
	word, role := o.Word, o.Role
	for i := from; i < len(slots); i++ {
		other := r.made(slots[i].Name, slots[i].Role)
		if i != at && other != role && other.IsPath() {
			r.c.Operands = append(r.c.Operands, fact.Operand{Word: word, Role: other})
			role = other
		}
	}
}

// made returns the role of an operand as the options given change it.
func (r *resolver) made(name string, role fact.Role) fact.Role {
	changed := false
	for i := range r.given {
		if r.given[i].opt == nil || r.given[i].off || !r.applies(i) {
			continue
		}
		for _, m := range r.given[i].opt.Makes {
			// What one option makes to be written, another does not make harmless: perl -i -n.
			if m.Operand == name && !(changed && m.Role == fact.RoleRead) {
				role, changed = m.Role, true
			}
		}
	}
	return role
}

// applies reports whether the argument of an option is one with which it changes roles.
func (r *resolver) applies(i int) bool {
	begin, v := r.given[i].opt.If, r.c.Flags[i].Value
	if begin == "" {
		return true
	}
	if v < 0 {
		return false
	}
	w := &r.c.Operands[v].Word
	return strings.HasPrefix(w.Text, begin) || !w.Known() && strings.HasPrefix(begin, w.Text)
}

// makes changes the roles of option-arguments.
func (r *resolver) makes() {
	for i := range r.c.Operands {
		if o := &r.c.Operands[i]; o.Flag != "" {
			o.Role = r.made(o.Flag, o.Role)
		}
	}
}

// resolvePaths fills Path for operands whose role is a path. Option-arguments are relative to the
// command's own directory, operands to the one that an option such as git -C changes to.
func (r *resolver) resolvePaths() {
	dirs := r.c.Dirs
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if o.Flag == "" || !o.Role.IsPath() {
			continue
		}
		if r.spec.Parse == Tar && o.Role != fact.RoleDir {
			r.setPath(o, r.c.Dirs) // tar opens its archive before it changes directories
			continue
		}
		r.setPath(o, dirs)
		if o.Role == fact.RoleDir {
			dirs = dirsOf(&o.Path)
		}
	}
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		switch {
		case o.Flag != "" || !o.Role.IsPath():
		case o.Role == fact.RoleAny && looksLikeOption(&o.Word):
			w := o.Word // an option of a script or tool without a spec
			if at := r.attached(&w); at >= 0 {
				r.c.Operands[at].Flag, r.c.Operands[at].Role = "", fact.RoleAny
			}
		default:
			r.setPath(o, dirs)
		}
	}
	if len(r.args) == 2 && r.spec.trees != "" {
		r.linkTarget(&r.c.Operands[r.args[0].op], &r.c.Operands[r.args[1].op])
	}
}

// linkTarget resolves what a symbolic link says: a path from where the link lies, or from below it
// where that is a directory, in which the link is made.
func (r *resolver) linkTarget(target, link *fact.Operand) {
	kind, _ := r.spec.treeKind()
	w, at := &target.Word, &link.Path
	if kind != fact.TreeLink || !w.IsLiteral() || w.Glob || strings.HasPrefix(w.Text, "/") ||
		!target.IsPath || !link.IsPath || !at.Known || at.Glob || len(at.Dirs) > 1 ||
		!r.has([]string{"--symbolic"}) {
		return
	}
	dir, _ := splitName(at.Abs)
	target.Path = r.path(fact.Dirs{Known: true, List: []string{dir, at.Abs}}, w)
}

func (r *resolver) setPath(o *fact.Operand, dirs fact.Dirs) {
	if r.spec.Remote && remote(&o.Word) || isStdio(o) || isPipe(&o.Word) &&
		(o.Role == fact.RoleWrite || o.Role == fact.RoleAppend) {
		return
	}
	o.IsPath = true
	if o.Role == fact.RoleStem {
		o.Word.Text += "*"
		o.Word.Glob = true
	}
	o.Path = r.path(dirs, r.fresh(o))
	o.Path.Entry = r.entry(o)
}

func (r *resolver) path(dirs fact.Dirs, w *fact.Word) fact.Path {
	if r.in.Paths == nil {
		return fact.Path{Written: w.Show()}
	}
	return r.in.Paths.Path(dirs, w)
}

// isStdio reports whether an operand is "-" where that means standard input or output.
func isStdio(o *fact.Operand) bool {
	if o.Word.Text != "-" || o.Word.Kind != fact.Literal {
		return false
	}
	switch o.Role {
	case fact.RoleRead, fact.RoleAny, fact.RoleScript:
		return true
	case fact.RoleWrite, fact.RoleAppend:
		return o.Flag != ""
	}
	return false
}

func dirsOf(p *fact.Path) fact.Dirs {
	if !p.Known || p.Glob {
		return fact.Dirs{}
	}
	if len(p.Dirs) > 0 { // a program goes where the links lead before it goes up
		return fact.Dirs{List: p.Dirs, Known: true}
	}
	return fact.Dirs{List: []string{p.Abs}, Known: true}
}

// dirs returns where the operands are relative to.
func (r *resolver) dirs() fact.Dirs {
	d := r.c.Dirs
	for i := range r.c.Operands {
		if o := &r.c.Operands[i]; o.Flag != "" && o.Role == fact.RoleDir {
			d = dirsOf(&o.Path)
		}
	}
	return d
}

// fallback reads the words of a command without a spec: what begins with a dash is an option, any
// other word may be a path, and so may the value half of --x=value.
func (r *resolver) fallback() {
	argv := r.c.Argv
	ended := false
	for i := 1; i < len(argv); i++ {
		w := &argv[i]
		switch {
		case ended || !looksLikeOption(w):
			r.any(fact.Operand{Word: *w, Role: fact.RoleAny})
		case w.Text == "--" && w.Kind == fact.Literal:
			ended = true
		default:
			r.plainOption(w)
			if i+1 < len(argv) && strings.IndexByte(w.Text, '=') < 0 &&
				writtenBy(w.Text) == fact.RoleWrite && !looksLikeOption(&argv[i+1]) {
				i++
				r.any(fact.Operand{Word: argv[i], Role: fact.RoleWrite, Flag: w.Text})
			}
		}
	}
	for i := range r.c.Operands {
		switch o := &r.c.Operands[i]; {
		case !o.IsPath:
		case o.Role == fact.RoleWrite:
			r.pathEffect(fact.Write, o, false)
		case o.Path.Known && o.Word.Text != "" && r.mayExist(&o.Path):
			// A program that is told of .env looks into it.
			r.effect(fact.Effect{Kind: fact.Read, Path: o.Path, Guess: true})
		}
	}
}

// rawFlags lists what looks like options of a command whose options its spec does not know, so that
// rules find them. What they may write is written, as for a command without a spec: eslint -o FILE.
func (r *resolver) rawFlags() {
	if r.spec.Parse != Raw {
		return
	}
	for k, a := range r.args {
		w := &r.c.Argv[a.at]
		switch {
		case w.Text == "--" && w.Kind == fact.Literal:
			return
		case looksLikeOption(w):
			name, _, joined := strings.Cut(w.Text, "=")
			r.shortOrLong(name, -1)
			if r.c.Operands[a.op].Role == fact.RoleAny && writtenBy(name) == fact.RoleWrite {
				r.rawWrite(k, joined)
			}
		}
	}
}

// rawWrite adds the write of the file that stands behind option k, or in it.
func (r *resolver) rawWrite(k int, joined bool) {
	w := r.c.Argv[r.args[k].at]
	switch {
	case joined:
		w = subWord(&w, strings.IndexByte(w.Text, '=')+1)
	case k+1 == len(r.args) || looksLikeOption(&r.c.Argv[r.args[k+1].at]):
		return
	default:
		w = r.c.Argv[r.args[k+1].at]
	}
	o := fact.Operand{Word: w, Role: fact.RoleWrite}
	if !isStdio(&o) {
		o.IsPath = true
		o.Path = r.path(r.c.Dirs, &o.Word)
		r.pathEffect(fact.Write, &o, false)
	}
}

func (r *resolver) any(o fact.Operand) int {
	if !isStdio(&o) {
		o.IsPath = true
		o.Path = r.path(r.c.Dirs, &o.Word)
	}
	r.c.Operands = append(r.c.Operands, o)
	return len(r.c.Operands) - 1
}

// plainOption records an option of a command without a spec: long options count in full, -abc is
// -a, -b, -c and also -abc itself.
func (r *resolver) plainOption(w *fact.Word) {
	name, value := w.Text, r.attached(w)
	if eq := strings.IndexByte(name, '='); eq > 0 {
		name = name[:eq]
	}
	r.shortOrLong(name, value)
}

// attached takes what may be a path in an option of which nothing is known: behind the equals sign
// of --x=value, or attached as in -o/tmp/x. It returns its index in Operands, or -1.
func (r *resolver) attached(w *fact.Word) int {
	if eq := strings.IndexByte(w.Text, '='); eq > 0 {
		return r.any(fact.Operand{Word: subWord(w, eq+1), Role: writtenBy(w.Text[:eq]),
			Flag: w.Text[:eq]})
	}
	if len(w.Text) > 2 && w.Text[1] != '-' && strings.IndexByte(w.Text, '/') > 0 {
		return r.any(fact.Operand{Word: subWord(w, 2), Role: writtenBy(w.Text[:2]),
			Flag: w.Text[:2]})
	}
	return -1
}

// writtenBy is the role of the argument of an option of which only the name is known: the name may
// say that it is a file which is written.
func writtenBy(name string) fact.Role {
	if strings.Contains(name, "output") || strings.Contains(name, "log-file") {
		return fact.RoleWrite
	}
	switch name[strings.LastIndexAny(name, "-_.")+1:] {
	case "o", "out", "outfile", "outdir", "outFile", "outDir",
		"log", "logfile", "logs", "report", "dest", "destination", "dump", "save", "cache":
		return fact.RoleWrite
	}
	return fact.RoleAny
}

func (r *resolver) shortOrLong(name string, value int) {
	if strings.HasPrefix(name, "--") || len(name) <= 2 {
		r.c.Flags = append(r.c.Flags, fact.Flag{Name: name, Written: name, Value: value})
		return
	}
	for j := 1; j < len(name); j++ {
		r.c.Flags = append(r.c.Flags, fact.Flag{Name: "-" + name[j:j+1], Written: name,
			Value: value})
	}
}
