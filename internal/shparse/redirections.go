package shparse

import (
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/hosts"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/domain"
	"github.com/fencepost/fencepost/internal/shparse/expand"
	"github.com/fencepost/fencepost/internal/shparse/nodes"
	shsyntax "github.com/fencepost/fencepost/internal/shparse/syntax"
)

// redirections expands redirections, and connects input and output.
type redirections struct {
	sh         *shell
	acc        *accountant
	files      *files
	vars       *variables
	eval       *evaluator
	words      *words
	expansions *expansions
}

// redirects expands the redirections of a statement (POSIX XCU 2.7) in order.
func (rd *redirections) redirects(list []*syntax.Redirect) []fact.Redirect {
	out := make([]fact.Redirect, 0, len(list))
	var before *domain.State
	for _, r := range list {
		if before == nil && (nodes.MayAssign(r.Word) || nodes.MayAssign(r.Hdoc)) {
			before = rd.sh.st.Clone()
		}
		out = rd.redirect(r, out)
	}
	if before != nil {
		// the words are expanded in the process of a program, but in the shell itself for a builtin
		rd.sh.st.Join(before)
	}
	return out
}

// redirect appends what one redirection does: its target may stand for several files.
func (rd *redirections) redirect(r *syntax.Redirect, out []fact.Redirect) []fact.Redirect {
	rd.acc.marks[r] = true
	out = append(out, fact.Redirect{Op: r.Op.String(), Text: rd.redirText(r),
		NoNet: !rd.sh.has(dialect.NetworkFiles)})
	f := &out[len(out)-1]
	if r.N != nil {
		f.FD = r.N.Value
		if at := int(r.OpPos.Offset()); rd.sh.has(dialect.DescriptorsOnLine) && at > 0 &&
			at <= len(rd.sh.script.text) && rd.sh.script.text[at-1] == '\n' {
			rd.sh.Report(fact.Hazard{ID: hazards.ShellsDiffer, Text: f.Text,
				Why: "zsh takes a number that is not on the line of its redirection for a word"})
		}
		if name, ok := strings.CutPrefix(f.FD, "{"); ok { // the shell chooses a descriptor and assigns it
			rd.vars.numberFor(fact.Lit(strings.TrimSuffix(name, "}")))
		}
	}
	switch r.Op {
	case syntax.Hdoc, syntax.DashHdoc:
		f.Mode, f.Body = fact.RedirHere, rd.hereDoc(r)
		return out
	case syntax.WordHdoc:
		f.Mode, f.Body = fact.RedirHere, rd.words.unsplit(r.Word, rd.sh.has(dialect.TildeInHereStrings))
		if f.Body.Glob { // the name of a file is not the pattern
			n, m := expand.PatternEnds(f.Body.Text)
			f.Body.Kind, f.Body.Glob = fact.Partial, false
			f.Body.Text, f.Body.Suffix = f.Body.Text[:n], f.Body.Text[m:]
		}
		if f.Body.Kind == fact.Literal {
			f.Body.Text += "\n"
		} else {
			f.Body.Suffix += "\n"
		}
		return out
	}
	f.Mode = redirMode(r.Op)
	if plain, ok := nodes.Plain(r.Word); ok && !rd.words.isZshPattern(plain.Text) {
		f.Target = plain
		classify(f)
		return out
	}
	// A target is one word after all expansions; a pattern or a list of braces is taken word by
	// word.
	words := rd.words.fields(r.Word, nil)
	if len(words) == 0 {
		words = []fact.Word{{Written: rd.sh.source(r.Word)}}
	}
	g := *f
	g.Exempt = nodes.IsProcess(r.Word)
	out = out[:len(out)-1]
	for _, w := range words {
		g.Target = w
		g.Target.Many = false
		out = append(out, g)
		classify(&out[len(out)-1])
		rd.fileAgain(&out[len(out)-1])
	}
	return out
}

func (rd *redirections) redirText(r *syntax.Redirect) string {
	from := int(r.Pos().Offset())
	to := int(r.Word.End().Offset())
	if from > to || to > len(rd.sh.script.text) {
		return r.Op.String()
	}
	return rd.sh.script.text[from:to]
}

func redirMode(op syntax.RedirOperator) fact.RedirMode {
	switch op {
	case syntax.RdrIn:
		return fact.RedirRead
	case syntax.AppOut, syntax.AppClob, syntax.AppAll, syntax.AppAllClob:
		return fact.RedirAppend
	case syntax.DplIn:
		return fact.RedirDup
	}
	return fact.RedirWrite
}

// fileAgain reads the word behind >& again, which bash expands a second time where it is no number:
// : >& '$(cmd)'.
func (rd *redirections) fileAgain(r *fact.Redirect) {
	if r.Op == ">&" && r.Mode != fact.RedirDup && rd.sh.has(dialect.TwiceExpandedFile) &&
		strings.ContainsAny(r.Target.Text+r.Target.Suffix, "$`") {
		rd.eval.expandText(r.Target.Text+r.Target.Suffix, "redirection")
	}
}

// classify finds duplications, the device files that are exempt, and network connections.
func classify(r *fact.Redirect) {
	t := &r.Target
	if r.Op == ">&" || r.Op == "<&" {
		if t.IsLiteral() && isFD(t.Text) {
			r.Mode, r.Exempt = fact.RedirDup, true
			return
		}
		if r.Op == "<&" {
			r.Mode = fact.RedirDup
			return
		}
	}
	if t.IsLiteral() {
		switch t.Text {
		case "/dev/null", "/dev/stdout", "/dev/stderr", "/dev/tty":
			r.Exempt = true
		}
	}
	for _, dev := range [...]string{"/dev/tcp/", "/dev/udp/"} {
		if rest, ok := strings.CutPrefix(t.Text, dev); ok {
			r.Net = true
			if host, _, ok := strings.Cut(rest, "/"); ok {
				r.Host = hosts.Canonical(host)
			}
		}
	}
}

// isFD reports whether the word after >& or <& names a descriptor: digits, digits-, or - alone.
func isFD(s string) bool {
	s = strings.TrimSuffix(s, "-")
	return strings.Trim(s, "0123456789") == ""
}

// hereDoc is the body of a here-document: expanded unless a part of the delimiter is quoted (POSIX
// XCU 2.7.4).
func (rd *redirections) hereDoc(r *syntax.Redirect) fact.Word {
	if r.Hdoc == nil {
		return fact.Word{}
	}
	if shsyntax.QuotedDelimiter(r.Word) {
		text := rd.sh.source(r.Hdoc)
		if lit := shsyntax.RawLit(r.Hdoc); lit != "" {
			text = lit
		}
		return fact.Word{Text: shsyntax.StripTabs(text, r.Op)}
	}
	var ps []expand.Piece
	for i, part := range r.Hdoc.Parts {
		if rd.sh.has(dialect.BareSubscripts) && i > 0 && nodes.Continues(r.Hdoc.Parts[i-1], part) {
			rd.words.oldArithm(rd.sh.source(r.Hdoc))
			return fact.Unknown(rd.sh.source(r.Hdoc))
		}
		if lit, ok := part.(*syntax.Lit); ok {
			ps = rd.hereText(shsyntax.StripTabs(lit.Value, r.Op), ps)
			continue
		}
		ps = rd.words.part(part, true, ps)
	}
	if len(ps) == 0 {
		return fact.Word{}
	}
	return rd.words.joinPieces(ps)
}

// hereText removes backslashes as in double quotes, but a double quote is an ordinary character
// here.
func (rd *redirections) hereText(s string, ps []expand.Piece) []expand.Piece {
	if rd.sh.has(dialect.DollarBrackets) && strings.Contains(s, "$[") {
		rd.words.oldArithm(s)
		return append(ps, expand.Piece{Unknown: true, Quoted: true, From: s})
	}
	if !strings.Contains(s, "\\") {
		return append(ps, expand.Piece{Text: s, Quoted: true})
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' && i+1 < len(s) && strings.IndexByte("$`\\\n", s[i+1]) >= 0 {
			i++
			if s[i] == '\n' {
				continue
			}
		}
		b.WriteByte(s[i])
	}
	return append(ps, expand.Piece{Text: b.String(), Quoted: true})
}

// connect changes where the statement's standard input and output go. It returns the number of
// inputs: 1 or 0.
func (rd *redirections) connect(r *fact.Redirect) int {
	switch {
	case r.Mode == fact.RedirHere:
		if r.FD == "" || r.FD == "0" {
			rd.sh.st.Stdin = fact.Stdin{Kind: fact.StdinText, Text: r.Body}
			return 1
		}
	case r.Mode == fact.RedirRead || r.Op == "<>" || r.Op == "<&":
		if r.FD == "" || r.FD == "0" {
			rd.sh.st.Stdin = rd.inputFrom(r)
			return 1
		}
	case r.Exempt && r.Mode == fact.RedirDup:
		rd.duplicate(r)
	case strings.HasPrefix(r.Op, "&") || r.Op == ">&":
		rd.files.toFile(r)
		rd.sh.errOut = nil
	case r.FD == "" || r.FD == "1":
		rd.files.toFile(r)
	case r.FD == "2":
		rd.sh.errOut = nil
		rd.files.writeUnknown(r)
	default:
		rd.files.writeUnknown(r)
	}
	return 0
}

// duplicate is N>&M. A descriptor that is made a copy of a captured one writes to the capture, too.
func (rd *redirections) duplicate(r *fact.Redirect) {
	to := strings.TrimSuffix(r.Target.Text, "-")
	switch {
	case r.FD == "" || r.FD == "1":
		if to == "1" {
			return
		}
		if to == "2" {
			rd.sh.errOut.spoil()
		}
		rd.sh.out = nil
	case r.FD == "2" && to == "1":
		rd.sh.errOut = rd.sh.out
	case to == "1":
		rd.sh.out.spoil()
	}
}

func (rd *redirections) inputFrom(r *fact.Redirect) fact.Stdin {
	if text, ok := rd.expansions.pipeInput(&r.Target); ok {
		if text.Kind != fact.Literal {
			return fact.Stdin{Kind: fact.StdinPipe, Text: text}
		}
		return fact.Stdin{Kind: fact.StdinText, Text: text}
	}
	if text, ok := rd.files.fileText(&r.Target); ok {
		return fact.Stdin{Kind: fact.StdinText, Text: fact.Lit(text)}
	}
	if r.Target.IsLiteral() && r.Target.Text == "/dev/null" {
		return fact.Stdin{Kind: fact.StdinText}
	}
	return fact.Stdin{Kind: fact.StdinFile}
}
