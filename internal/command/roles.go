package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// assignRoles gives every operand the role of its position.
func (p *parser) assignRoles() {
	var buf [8]OperandSpec
	slots, many, tail := p.l.positions(buf[:0])
	for i := range p.l.args {
		a, at := &p.l.args[i], i
		o := &p.l.operands[a.op]
		switch behind := len(p.l.args) - i; {
		case i < many:
		case behind <= tail:
			at = len(slots) - behind
		default:
			at = many
		}
		if at >= len(slots) {
			if d := &p.l.doubts; !d.operand {
				d.addOdd(o.Word.Text)
				d.operand = true
			}
			continue
		}
		a.name, o.Role = slots[at].Name, slots[at].Role
		if p.l.any.makes || o.Word.Many || o.Word.Glob {
			p.setRole(int(a.op), slots, at, many)
		}
	}
	if p.l.spec.Programs.Run == RunTest {
		p.fileTests()
	}
	if p.l.spec.Syntax.Parse == POSIX && len(p.l.args) > 0 && !p.l.doubts.handed {
		p.readBehindOperands()
	}
	if p.l.any.makes {
		p.changeRoles()
	}
	p.resolvePaths()
}

// readBehindOperands notes options behind the operands: they are for what the operands name. If
// that is a program, its spec is asked: npx tsc --noEmit.
func (p *parser) readBehindOperands() {
	l := p.l
	option := func(a arg) bool {
		o := &l.operands[a.op]
		return o.Role <= fact.RoleAny && strings.HasPrefix(o.Word.Text, "-")
	}
	if len(l.spec.Programs.Proxies) > 0 && l.in.within < maxPassing {
		x, _ := p.resolveOther(l.c.Argv[l.args[0].at:])
		l.doubts.addOdd(x.line.doubts.odd)
		l.doubts.bare = x.line.doubts.bare
		return
	}
	l.doubts.bare = l.doubts.bare || slices.ContainsFunc(l.args, option)
}

// fileTests finds the files in the words of test and [.
func (p *parser) fileTests() {
	for i := range p.l.args {
		w := &p.l.operands[p.l.args[i].op].Word
		if w.Kind != fact.Literal || len(w.Text) < 2 || w.Text[0] != '-' {
			continue
		}
		switch w.Text {
		case "-nt", "-ot", "-ef":
			if i > 0 {
				p.l.operands[p.l.args[i-1].op].Role = fact.RoleRead
			}
		default:
			if len(w.Text) != 2 || strings.IndexByte("abcdefghkLNOprsSuwxG", w.Text[1]) < 0 {
				continue
			}
			if i > 0 && p.l.operands[p.l.args[i-1].op].Word.Text == "=" {
				continue // [ x = -f ]
			}
		}
		if i+1 < len(p.l.args) && p.l.operands[p.l.args[i+1].op].Word.Text != "]" {
			p.l.operands[p.l.args[i+1].op].Role = fact.RoleRead
		}
	}
}

// setRole gives an operand the role of slot at as options change it. A word that may stand for
// several arguments also gets the roles of the positions into which they could shift.
func (p *parser) setRole(op int, slots []OperandSpec, at, many int) {
	o := &p.l.operands[op]
	o.Role = p.l.changedRole(slots[at].Name, slots[at].Role)
	if slots[at].Role == fact.RoleWrite && o.Role == fact.RoleDelete {
		// What is deleted in the end, or in part, is written before: rsync --delete, shred -u.
		p.l.operands = append(p.l.operands, fact.Operand{Word: o.Word, Role: fact.RoleWrite})
		o = &p.l.operands[op]
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
		other := p.l.changedRole(slots[i].Name, slots[i].Role)
		if i != at && other != role && other.IsPath() {
			p.l.operands = append(p.l.operands, fact.Operand{Word: word, Role: other})
			role = other
		}
	}
}

// changeRoles changes the roles of option-arguments.
func (p *parser) changeRoles() {
	for i := range p.l.operands {
		if o := &p.l.operands[i]; o.Flag != "" {
			o.Role = p.l.changedRole(o.Flag, o.Role)
		}
	}
}

// resolvePaths fills Path for operands whose role is a path. Option-arguments are relative to the
// command's own directory, operands to the one that an option such as git -C changes to.
func (p *parser) resolvePaths() {
	dirs := &p.l.in.dirs
	for i := range p.l.operands {
		o := &p.l.operands[i]
		if o.Flag == "" || !o.Role.IsPath() {
			continue
		}
		if p.l.spec.Syntax.Parse == Tar && o.Role != fact.RoleDir {
			p.l.setPath(o, p.l.c.Dirs) // tar opens its archive before it changes directories
			continue
		}
		p.l.setPath(o, *dirs)
		if o.Role == fact.RoleDir {
			*dirs = dirsOf(&o.Path)
		}
	}
	for i := range p.l.operands {
		o := &p.l.operands[i]
		p.l.any.roles |= 1 << o.Role
		switch {
		case o.Flag != "" || !o.Role.IsPath():
		case o.Role == fact.RoleAny && looksLikeOption(&o.Word):
			w := o.Word // an option of a script or tool without a spec
			if at := p.l.takeAttached(&w); at >= 0 {
				p.l.operands[at].Flag, p.l.operands[at].Role = "", fact.RoleAny
			}
		default:
			p.l.setPath(o, *dirs)
		}
	}
	if len(p.l.args) == 2 && p.l.spec.trees != "" {
		p.linkTarget(&p.l.operands[p.l.args[0].op], &p.l.operands[p.l.args[1].op])
	}
}

// linkTarget resolves what a symbolic link says: a path from where the link lies or, if that is a
// directory, from there, since the link is made in it.
func (p *parser) linkTarget(target, link *fact.Operand) {
	kind, _ := p.l.spec.treeKind()
	w, at := &target.Word, &link.Path
	if kind != fact.TreeLink || !w.IsLiteral() || w.Glob || strings.HasPrefix(w.Text, "/") ||
		!target.IsPath || !link.IsPath || !at.Known || at.Glob || len(at.Dirs) > 1 ||
		!p.l.has("--symbolic") {
		return
	}
	dir, _ := splitName(at.Abs)
	target.Path = p.l.in.Paths.Path(fact.Dirs{Known: true, List: []string{dir, at.Abs}}, w)
}
