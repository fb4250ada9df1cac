package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// printer knows what a command prints.
type printer struct {
	l   *line
	out *findings
}

// temporary returns the name that mktemp gives to what it makes, as far as it is known (GNU
// coreutils 18.4, mktemp). It returns "" for a call that may fail: that prints nothing, and
// "$d"/etc is another directory then.
func (o *printer) temporary() string {
	template, ok := o.onlyValue("TEMPLATE")
	dir, okDir := o.onlyValue("-p", "--tmpdir")
	suffix, okSuffix := o.onlyValue("--suffix")
	for i := range o.l.given {
		if opt := o.l.given[i].opt; opt != nil && opt.Arg == RequiredArg && o.l.flags[i].Value < 0 {
			return "" // mktemp fails
		}
	}
	if !ok || !okDir || !okSuffix || strings.Contains(suffix, "/") {
		return ""
	}
	below := template == "" || o.l.has("-t", "-p", "--tmpdir")
	slash := strings.LastIndexByte(template, '/')
	switch {
	case below && slash >= 0, o.l.has("-t") && (dir != "" || template == ""):
		return ""
	case !below && slash <= 0: // it is made in the current directory, which may be none to write in
		return ""
	case template == "":
		template = "tmp.XXXXXX"
	case suffix != "" && !strings.HasSuffix(template, "X"):
		return ""
	}
	if dir != "" {
		template = strings.TrimSuffix(dir, "/") + "/" + template
	}
	begin, end := randomPart(template)
	if begin == end {
		return ""
	}
	return template[:begin] + fact.RandomPart + template[end:] + suffix
}

// onlyValue returns the value of the only operand or option-argument with one of the names; "" if
// there is none. ok is false if there are several, or the value is unknown or empty.
func (o *printer) onlyValue(names ...string) (value string, ok bool) {
	list := o.l.named(names)
	if len(list) == 0 {
		return "", true
	}
	w := &list[0].Word
	return w.Text, len(list) == 1 && w.Known() && w.Text != ""
}

// endsMatched returns the ends of the lines that an expression of grep matches: .ts and .tsx for
// '\.tsx?$'; nil if it does not tell.
func (o *printer) endsMatched(p *PrintSpec) []string {
	list := o.l.named(p.Match)
	if len(list) != 1 || !list[0].Word.Known() {
		return nil
	}
	extended := o.l.has("-E") || o.l.has("-P")
	body, ok := strings.CutSuffix(list[0].Word.Text, "$")
	at := strings.LastIndex(body, `\.`)
	if !ok || at < 0 || strings.ContainsAny(body[:at], `|()[]\`+"\n") {
		return nil
	}
	ends := []string{"."}
	rest := body[at+2:]
	if extended {
		if group, ok := strings.CutPrefix(rest, "("); ok {
			if rest, ok = strings.CutSuffix(group, ")"); !ok {
				return nil
			}
			rest = strings.TrimPrefix(rest, "?:")
		}
	}
	var all []string
	for text := range strings.SplitSeq(rest, "|") {
		if text != rest && !extended {
			return nil
		}
		more, ok := spellOut(ends, text, extended)
		if all = append(all, more...); !ok || len(all) > maxEnds {
			return nil
		}
	}
	return all
}

// maxEnds bounds the ends of names that an expression gives.
const maxEnds = 12

// spellOut returns each text with each text that an expression stands for behind it. The expression
// may have letters, digits, classes of them, and letters that may lack.
func spellOut(before []string, expr string, extended bool) (out []string, ok bool) {
	out = before
	for expr != "" {
		letters := expr[:1]
		n := 1
		if letters == "[" {
			n = strings.IndexByte(expr, ']') + 1
			letters = expr[1:max(n-1, 1)]
		}
		if letters == "" || strings.Trim(letters,
			"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
			return nil, false
		}
		expr = expr[n:]
		lacks := extended && strings.HasPrefix(expr, "?")
		if lacks {
			expr = expr[1:]
		}
		var next []string
		for _, text := range out {
			for i := range len(letters) {
				next = append(next, text+letters[i:i+1])
			}
			if lacks {
				next = append(next, text)
			}
		}
		if out = next; len(out) > maxEnds {
			return nil, false
		}
	}
	return out, len(out) > 0 && out[0] != "."
}

// mentioned returns the paths inside words that are not paths as a whole; nil for none. A filter
// may print what its words say: `sed 's,$,/.netrc,'` makes names that end so, and `awk '{print
// "/home/me/.env"}'` prints one.
func (o *printer) mentioned() (n *fact.Names) {
	for i := range o.l.operands {
		if o := &o.l.operands[i]; !o.IsPath && o.Word.Kind == fact.Literal {
			n = n.Mentioned(o.Word.Text)
		}
	}
	return n
}

// mentionedFormat returns the paths in the format of find.
func (o *printer) mentionedFormat() *fact.Names {
	if o.l.spec.Syntax.Parse != Find {
		return nil
	}
	return o.mentioned()
}

// elsewhere reports whether an option names a file or another directory: git -C ../x ls-files.
func (o *printer) elsewhere() bool {
	return slices.ContainsFunc(o.l.operands, func(operand fact.Operand) bool {
		return operand.Flag != "" && operand.Role.IsPath()
	})
}

// plainRefs reports whether all names of branches and tags are words.
func (o *printer) plainRefs() bool {
	return o.l.in.Disk != nil && !o.elsewhere() && o.l.in.Disk.PlainRefs(o.l.in.dirs)
}

// pathspecs reports whether the operands are those of git, which say which of its names are
// printed.
func (o *printer) pathspecs(p *PrintSpec) bool {
	for _, s := range o.l.spec.Syntax.Operands {
		if slices.Contains(p.Least, s.Name) && !s.Role.IsPath() {
			return true
		}
	}
	return len(p.Compares) > 0
}

// isDir reports whether an operand is a directory: the command prints only what lies below it.
func (o *printer) isDir(operand *fact.Operand) bool {
	p := o.l.in.Paths.Path(o.l.in.dirs, &operand.Word)
	return o.l.in.Disk != nil && o.l.in.Disk.IsDir(&p)
}

// isText reports whether an operand is a file of text that the call has not written. Grep prints a
// message about a file that is not text.
func (o *printer) isText(operand *fact.Operand) bool {
	p := o.l.in.Paths.Path(o.l.in.dirs, &operand.Word)
	return o.l.in.Disk != nil && o.l.in.Disk.IsText(&p)
}

// includes returns the patterns for names, one of which has to fit; ok is false if one is not
// plain.
func (o *printer) includes() (ends []string, ok bool) {
	for i := range o.l.operands {
		o := &o.l.operands[i]
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

// plainCall reports whether every word of the command is understood as an option or an operand.
func (o *printer) plainCall() bool {
	d := &o.l.doubts
	return o.l.system && d.unknown == "" && !d.option && !d.optionFile && !d.payload && !d.operand &&
		len(o.out.hazards) == 0 && len(o.out.nested) == 0
}

// printsAs reports whether the command is called in the way that p describes.
func (o *printer) printsAs(p *PrintSpec) bool {
	for i := range o.l.given {
		g := &o.l.given[i]
		if g.opt != nil && g.opt.Is&Neutral != 0 {
			continue
		}
		if g.opt == nil || g.open || !optionOf(g.opt, p.With) && !optionOf(g.opt, p.Also) {
			return false
		}
	}
	if !o.l.hasAll(p.With) {
		return false
	}
	for _, name := range p.Least {
		if p.Kind != fact.ListOutput && p.Kind != fact.EntriesOutput &&
			len(o.l.named([]string{name})) == 0 {
			return false
		}
	}
	for _, name := range p.None {
		if len(o.l.named([]string{name})) > 0 {
			return false
		}
	}
	for _, name := range p.Once {
		if list := o.l.named([]string{name}); len(list) > 1 || len(list) == 1 && several(&list[0].Word) {
			return false
		}
	}
	for i := range p.Where {
		for _, operand := range o.l.named([]string{p.Where[i].Name}) {
			if !p.Where[i].holds(&operand.Word) &&
				!(slices.Contains(p.Where[i].Pieces, "@text") && o.isText(&operand)) {
				return false
			}
		}
	}
	return true
}
