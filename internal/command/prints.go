package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// Prints returns what the command prints that was resolved last. It costs nothing where the spec of
// the command knows nothing of it.
func (x *Resolver) Prints() fact.Output {
	r := &x.r
	switch {
	case r.spec == nil:
		return fact.Output{}
	case r.spec.prints == "":
		return fact.Output{Names: r.mentioned()}
	}
	plain := r.plainCall()
	c, n := codec.Reader(r.spec.prints), 0
	c.Int(&n)
	var out fact.Output
	for range n {
		var p PrintSpec
		p.pack(&c)
		switch {
		case p.Kind == fact.ListOutput:
			if plain && r.printsAs(&p) {
				out.Listed, out.Tracked = r.linesListed(&p), r.pathspecs(&p)
				for _, o := range r.named(p.Compares) {
					out.Compared = append(out.Compared, o.Word)
				}
			}
		case p.Kind == fact.EntriesOutput:
			if plain && r.printsAs(&p) {
				out.Listed, out.Within = r.entriesOf(&p)
			}
		case p.Kind == fact.NamesOutput && r.hasAll(p.With):
			out.Kind, out.Names = p.Kind, r.namesPrinted(&p).Or(r.mentionedFormat())
			return out
		case p.Kind == fact.NamesOutput || !plain || !r.printsAs(&p):
		case p.Kind == fact.TopOutput:
			if len(r.given) == 0 { // of the directory that the shell is in
				return fact.Output{Kind: p.Kind}
			}
		case p.Kind == fact.WordOutput:
			return fact.Output{Kind: fact.WordsOutput, One: true}
		case p.Kind == fact.RefsOutput || p.Kind == fact.RefOutput:
			if one := p.Kind == fact.RefOutput; r.plainRefs() {
				return fact.Output{Kind: fact.WordsOutput, One: one}
			} else if one {
				return fact.Output{Kind: p.Kind}
			}
		case p.Kind == fact.ColumnsOutput: // of which others may be names
			out = fact.Output{Kind: p.Kind, Columns: p.Columns}
		case p.Kind == fact.WordColumnsOutput:
			out = fact.Output{Kind: fact.ColumnsOutput, Columns: p.Columns}
			out.Columns.Words = true
		case p.Kind == fact.TempOutput:
			return fact.Output{Kind: p.Kind, Temp: r.temporary(), TempDir: r.has([]string{"-d"})}
		case len(p.Match) > 0:
			if out.Ends = r.endsMatched(&p); out.Ends != nil {
				out.Kind = p.Kind
				return out
			}
		case p.Kind != fact.FieldOutput:
			return fact.Output{Kind: p.Kind}
		default:
			return fact.Output{Kind: p.Kind, Columns: p.Columns}
		}
	}
	out.Names = r.mentioned() // also where some columns are numbers: wc -l f | awk '{print $2}'
	return out
}

// linesListed are patterns of which every name that the command prints is one.
func (r *resolver) linesListed(p *PrintSpec) *fact.Names {
	if r.elsewhere() {
		return nil
	}
	n := fact.NewNames()
	if r.spec.Parse == Find {
		for _, w := range r.reached() {
			if !w.IsLiteral() {
				return nil
			}
			n.Add(w.Text, w.Glob)
		}
		if len(n.List) >= fact.MaxNames {
			return nil
		}
		return n
	}
	ends, ok := r.includes()
	if !ok {
		return nil
	}
	below := func(dir string) {
		for _, end := range ends {
			n.Add(dir+"**/"+end, true)
		}
		switch {
		case len(ends) > 0:
		case dir == "./":
			for _, in := range p.Here {
				n.Add(dir+in, true)
			}
		default:
			n.Add(dir+"**", true)
		}
	}
	roots := r.named(p.Least)
	for i := range roots {
		w := &roots[i].Word
		dir, spec := w.Text, w.Glob
		if !w.IsLiteral() || dir == "" || strings.IndexByte("-:!", dir[0]) >= 0 {
			return nil
		}
		if !roots[i].IsPath { // a pathspec of git, in which a star stands for slashes, too
			if spec = strings.ContainsAny(dir, "*?[\\"); spec {
				at := strings.LastIndexByte(dir, '/') + 1
				if strings.ContainsAny(dir[:at], "*?[\\") {
					return nil
				}
				n.Add("./"+dir[:at]+"**/"+dir[at:], true)
				continue
			}
		}
		if !r.isDir(&roots[i]) {
			n.Add(dir, spec)
		}
		if !spec {
			below(strings.TrimSuffix(dir, "/") + "/")
		}
	}
	if len(roots) == 0 {
		below("./")
	}
	if len(n.List) == 0 || len(n.List) >= fact.MaxNames {
		return nil
	}
	return n
}

// entriesOf is the directory of which ls prints the names; of ls -d it is the names that are printed.
func (r *resolver) entriesOf(p *PrintSpec) (n *fact.Names, within bool) {
	n = fact.NewNames()
	named := r.named(p.Least)
	for i := range named {
		w := &named[i].Word
		if !w.IsLiteral() || w.Text == "" {
			return nil, false
		}
		n.Add(w.Text, w.Glob)
	}
	within = !r.has([]string{"-d"})
	if len(named) == 0 {
		n.Add(".", false)
	}
	if within && (len(named) > 1 || n.List[0].Glob || !r.isDir(&fact.Operand{Word: n.List[0]})) ||
		len(n.List) >= fact.MaxNames {
		return nil, false
	}
	return n, within
}

// elsewhere reports whether an option names a file or another directory: git -C ../x ls-files.
func (r *resolver) elsewhere() bool {
	for i := range r.c.Operands {
		if o := &r.c.Operands[i]; o.Flag != "" && o.Role.IsPath() {
			return true
		}
	}
	return false
}

// plainRefs reports whether all names of branches and tags are words.
func (r *resolver) plainRefs() bool {
	return r.in.Disk != nil && !r.elsewhere() && r.in.Disk.PlainRefs(r.dirs())
}

// pathspecs reports whether the operands are those of git, which say which of its names are
// printed.
func (r *resolver) pathspecs(p *PrintSpec) bool {
	for _, s := range r.spec.Operands {
		if slices.Contains(p.Least, s.Name) && !s.Role.IsPath() {
			return true
		}
	}
	return len(p.Compares) > 0
}

// isDir reports whether an operand is a directory, of which only what lies below is printed.
func (r *resolver) isDir(o *fact.Operand) bool {
	p := r.path(r.dirs(), &o.Word)
	return r.in.Disk != nil && r.in.Disk.IsDir(&p)
}

// isText reports whether an operand is a file that holds text, and that nothing of the call writes
// before: of another one grep may say that it matches.
func (r *resolver) isText(o *fact.Operand) bool {
	p := r.path(r.dirs(), &o.Word)
	return r.in.Disk != nil && r.in.Disk.IsText(&p)
}

// includes are the patterns for names of which one has to fit; ok is false where they are not plain
// ones.
func (r *resolver) includes() (ends []string, ok bool) {
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		switch {
		case o.Role != fact.RoleInclude || o.Flag == "--exclude" || o.Flag == "--exclude-dir":
		case !o.Word.IsLiteral() || strings.ContainsAny(o.Word.Text, "/{}\\"):
			return nil, false
		case strings.HasPrefix(o.Word.Text, "!"): // leaves some out
		default:
			ends = append(ends, o.Word.Text)
		}
	}
	return ends, true
}

// mentionedFormat are the paths in what find is told to print.
func (r *resolver) mentionedFormat() *fact.Names {
	if r.spec.Parse != Find {
		return nil
	}
	return r.mentioned()
}

// namesPrinted are the names of the files that the command may name: its operands, what lies below
// them or in them. That more options than are understood are given makes no difference: what a
// value may be restricts it, and allows nothing.
func (r *resolver) namesPrinted(p *PrintSpec) *fact.Names {
	n := fact.NewNames()
	add := func(w *fact.Word) {
		if w.Kind == fact.Literal && w.Text != "" {
			n.Add(w.Text, w.Glob)
		}
	}
	if r.spec.Parse == Find {
		for _, w := range r.reached() {
			add(&w)
		}
		return n
	}
	var buf [2]fact.Operand
	each := r.appendNamed(buf[:0], p.Least)
	for i := range each {
		add(&each[i].Word)
		if w := &each[i].Word; w.Kind == fact.Literal {
			for _, in := range p.Here {
				n.Add(strings.TrimSuffix(w.Text, "/")+"/"+in, true)
			}
		}
	}
	if len(p.Here) > 0 {
		r.patternsNamed(n)
	}
	for _, in := range p.Here { // relative to what is searched, or to the current directory
		n.Add(in, true)
	}
	return n
}

// patternsNamed adds the operands that say which names are printed, in whatever directory: those of
// git ls-files, of which a star stands for names with a leading dot as well.
func (r *resolver) patternsNamed(n *fact.Names) {
	for _, a := range r.args {
		o := &r.c.Operands[a.op]
		if o.Role != fact.RoleNone || !o.Word.IsLiteral() {
			continue
		}
		if name := o.Word.Text[strings.LastIndexByte(o.Word.Text, '/')+1:]; strings.Trim(name,
			"*") != "" {
			n.Add("**/"+name, true)
		}
	}
}

func (r *resolver) hasAll(with []string) bool {
	for _, alternatives := range with {
		if !r.hasOne(alternatives) {
			return false
		}
	}
	return true
}

// plainCall reports whether every word of the command is understood as an option or an operand.
func (r *resolver) plainCall() bool {
	return r.c.System && r.stray == "" && !r.doubt && !r.star && !r.lost && !r.extra &&
		len(r.c.Hazards) == 0 && len(r.c.Nested) == 0
}

// printsAs reports whether the command is called in the way that p describes.
func (r *resolver) printsAs(p *PrintSpec) bool {
	for i := range r.given {
		g := &r.given[i]
		if g.opt != nil && g.opt.Is&Neutral != 0 {
			continue
		}
		if g.opt == nil || g.open || !optionOf(g.opt, p.With) && !optionOf(g.opt, p.Also) {
			return false
		}
	}
	if !r.hasAll(p.With) {
		return false
	}
	for _, name := range p.Least {
		if p.Kind != fact.ListOutput && p.Kind != fact.EntriesOutput &&
			len(r.named([]string{name})) == 0 {
			return false
		}
	}
	for _, name := range p.None {
		if len(r.named([]string{name})) > 0 {
			return false
		}
	}
	for _, name := range p.Once {
		if list := r.named([]string{name}); len(list) > 1 || len(list) == 1 && several(&list[0].Word) {
			return false
		}
	}
	for i := range p.Where {
		for _, o := range r.named([]string{p.Where[i].Name}) {
			if !p.Where[i].holds(&o.Word) && !(slices.Contains(p.Where[i].Pieces, "@text") && r.isText(&o)) {
				return false
			}
		}
	}
	return true
}

// several reports whether a word may stand for more than one argument.
func several(w *fact.Word) bool { return w.Many || w.Glob }

// optionOf reports whether an option is among names, of which each may hold alternatives.
func optionOf(o *Option, names []string) bool {
	for _, list := range names {
		for name := range strings.SplitSeq(list, "|") {
			if o.Names[0] == name {
				return true
			}
		}
	}
	return false
}

func (r *resolver) hasOne(alternatives string) bool {
	for name := range strings.SplitSeq(alternatives, "|") {
		if r.has([]string{name}) {
			return true
		}
	}
	return false
}

// holds reports whether a word is of that shape.
func (s *Shape) holds(w *fact.Word) bool {
	for _, piece := range s.Pieces {
		if piece[0] == '@' && len(piece) > 1 && inClass(piece, w) {
			return true
		}
	}
	return w.Known() && w.Text != "" && len(w.Text) <= maxShape && madeOf(w.Text, s.Pieces)
}

// maxShape bounds the words that are compared with shapes.
const maxShape = 256

// madeOf reports whether a text is a sequence of pieces. Which of two pieces is taken where one
// begins like the other makes no difference to what is printed, so the longer one is.
func madeOf(text string, pieces []string) bool {
	for text != "" {
		longest := ""
		for _, p := range pieces {
			if len(p) > len(longest) && strings.HasPrefix(text, p) {
				longest = p
			}
		}
		if longest == "" {
			return false
		}
		text = text[len(longest):]
	}
	return true
}

// inClass reports whether a word belongs to one of the classes of words that a shape may name.
func inClass(class string, w *fact.Word) bool {
	if text, ok := strings.CutPrefix(class, "@="); ok {
		return w.Known() && w.Text == text
	}
	switch class {
	case "@revision":
		return w.Known() && plainRevision(w.Text)
	case "@digits":
		return w.Number && !w.Many || w.Known() && w.Text != "" &&
			strings.Trim(w.Text, "0123456789") == ""
	case "@file": // no NAME=VALUE, which awk takes for an assignment
		return w.Known() && !strings.Contains(w.Text, "=")
	case "@length": // jq's pipe binds less than all else, and a comment could take it away
		rest, ok := strings.CutSuffix(strings.TrimSpace(w.Text), "length")
		rest = strings.TrimRight(rest, " ")
		return w.Known() && ok && (rest == "" || strings.HasSuffix(rest, "|")) &&
			!strings.Contains(rest, "#")
	}
	return false
}

// plainRevision reports whether a word names one commit, and begins with a letter or a digit. Of
// one that there is not git rev-parse prints the name.
func plainRevision(s string) bool {
	const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	return s != "" && strings.Trim(s, letters+"_./~^@{}-") == "" && !strings.Contains(s, "..") &&
		strings.IndexByte(letters, s[0]) >= 0
}

// IsClass reports whether a name that begins with @ is a class of words.
func IsClass(name string) bool {
	switch name {
	case "@revision", "@digits", "@file", "@text", "@length":
		return true
	}
	return strings.HasPrefix(name, "@=")
}
