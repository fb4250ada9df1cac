package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// output returns what the command prints. It costs nothing if the spec says nothing about that.
func (o *printer) output() fact.Output {
	switch {
	case o.l.spec == nil:
		return fact.Output{}
	case o.l.spec.prints == "":
		return fact.Output{Names: o.mentioned()}
	}
	plain := o.plainCall()
	c, n := codec.Reader(o.l.spec.prints), 0
	c.Int(&n)
	var out fact.Output
	for range n {
		var p PrintSpec
		p.pack(&c)
		switch {
		case p.Kind == fact.ListOutput:
			if plain && o.printsAs(&p) {
				out.Listed, out.Tracked = o.linesListed(&p), o.pathspecs(&p)
				for _, operand := range o.l.named(p.Compares) {
					out.Compared = append(out.Compared, operand.Word)
				}
			}
		case p.Kind == fact.EntriesOutput:
			if plain && o.printsAs(&p) {
				out.Listed, out.Within = o.entriesOf(&p)
			}
		case p.Kind == fact.NamesOutput && o.l.hasAll(p.With):
			out.Kind, out.Names = p.Kind, o.namesPrinted(&p).Or(o.mentionedFormat())
			return out
		case p.Kind == fact.NamesOutput || !plain || !o.printsAs(&p):
		case p.Kind == fact.TopOutput:
			if len(o.l.given) == 0 { // of the directory that the shell is in
				return fact.Output{Kind: p.Kind}
			}
		case p.Kind == fact.WordOutput:
			return fact.Output{Kind: fact.WordsOutput, One: true}
		case p.Kind == fact.RefsOutput || p.Kind == fact.RefOutput:
			if one := p.Kind == fact.RefOutput; o.plainRefs() {
				return fact.Output{Kind: fact.WordsOutput, One: one}
			} else if one {
				return fact.Output{Kind: p.Kind}
			}
		case p.Kind == fact.ColumnsOutput: // other columns may be names
			out = fact.Output{Kind: p.Kind, Columns: p.Columns}
		case p.Kind == fact.WordColumnsOutput:
			out = fact.Output{Kind: fact.ColumnsOutput, Columns: p.Columns}
			out.Columns.Words = true
		case p.Kind == fact.TempOutput:
			return fact.Output{Kind: p.Kind, Temp: o.temporary(), TempDir: o.l.has("-d")}
		case len(p.Match) > 0:
			if out.Ends = o.endsMatched(&p); out.Ends != nil {
				out.Kind = p.Kind
				return out
			}
		default:
			return fact.Output{Kind: p.Kind, Columns: p.Columns}
		}
	}
	out.Names = o.mentioned() // also where some columns are numbers: wc -l f | awk '{print $2}'
	return out
}

// linesListed returns patterns for all names that the command prints.
func (o *printer) linesListed(p *PrintSpec) *fact.Names {
	if o.elsewhere() {
		return nil
	}
	n := fact.NewNames()
	if o.l.spec.Syntax.Parse == Find {
		for _, w := range o.l.find.foundFiles() {
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
	ends, ok := o.includes()
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
	roots := o.l.named(p.Least)
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
		if !o.isDir(&roots[i]) {
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

// entriesOf returns the directory whose names ls prints. For ls -d it returns the names themselves,
// and within is false.
func (o *printer) entriesOf(p *PrintSpec) (n *fact.Names, within bool) {
	n = fact.NewNames()
	named := o.l.named(p.Least)
	for i := range named {
		w := &named[i].Word
		if !w.IsLiteral() || w.Text == "" {
			return nil, false
		}
		n.Add(w.Text, w.Glob)
	}
	within = !o.l.has("-d")
	if len(named) == 0 {
		n.Add(".", false)
	}
	if within && (len(named) > 1 || n.List[0].Glob || !o.isDir(&fact.Operand{Word: n.List[0]})) ||
		len(n.List) >= fact.MaxNames {
		return nil, false
	}
	return n, within
}

// namesPrinted returns the names of files that the command may print: its operands, what lies below
// them or in them. Options that are not understood make no difference, since such names only
// restrict.
func (o *printer) namesPrinted(p *PrintSpec) *fact.Names {
	n := fact.NewNames()
	add := func(w *fact.Word) {
		if w.Kind == fact.Literal && w.Text != "" {
			n.Add(w.Text, w.Glob)
		}
	}
	if o.l.spec.Syntax.Parse == Find {
		for _, w := range o.l.find.foundFiles() {
			add(&w)
		}
		return n
	}
	var buf [2]fact.Operand
	each := o.l.appendNamed(buf[:0], p.Least)
	for i := range each {
		add(&each[i].Word)
		if w := &each[i].Word; w.Kind == fact.Literal {
			for _, in := range p.Here {
				n.Add(strings.TrimSuffix(w.Text, "/")+"/"+in, true)
			}
		}
	}
	if len(p.Here) > 0 {
		o.patternsNamed(n)
	}
	for _, in := range p.Here { // relative to what is searched, or to the current directory
		n.Add(in, true)
	}
	return n
}

// patternsNamed adds the operands that say which names are printed, in any directory. They are
// pathspecs of git, whose star also stands for names with a leading dot.
func (o *printer) patternsNamed(n *fact.Names) {
	for _, a := range o.l.args {
		o := &o.l.operands[a.op]
		if o.Role != fact.RoleNone || !o.Word.IsLiteral() {
			continue
		}
		if name := o.Word.Text[strings.LastIndexByte(o.Word.Text, '/')+1:]; strings.Trim(name,
			"*") != "" {
			n.Add("**/"+name, true)
		}
	}
}
