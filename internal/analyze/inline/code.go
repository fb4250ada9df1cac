package inline

import (
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/shparse"
)

// Read takes inline code of another language. Python and JavaScript go to the helper, PowerShell is
// run, and of other languages nothing is known. run is how the interpreter is started, be it by
// another command: npx tsx -e CODE.
func (a *Inline) Read(i int, n *fact.Nested, run *fact.Command) []shparse.Step {
	if len(n.Words) == 0 {
		return nil
	}
	w := &n.Words[0]
	c := &a.Call.Facts.Commands[i]
	text := w.Text
	if !w.Known() {
		text = w.Text + interp.Unknown + w.Suffix
	}
	if a.Call.Past {
		a.mentions(&c.Dirs, text)
		return nil
	}
	p := pending{command: i, lang: n.Lang, dirs: c.Dirs, partial: !w.Known(),
		place: a.Call.Shell.Place(), given: a.Call.Shell.Given()}
	if n.Dir.Written != "" || n.Dir.Text != "" || n.Dir.Kind != fact.Literal {
		p.dirs = under(c.Dirs, &n.Dir)
	}
	if n.Lang == "powershell" {
		if p.partial { // the statements before what is not known
			text = text[:strings.LastIndexAny(w.Text, ";\n")+1]
		}
		return a.Cmdlets.Nested(i, text, p.dirs)
	}
	if n.Lang != "python" && n.Lang != "javascript" {
		if !p.partial {
			return a.apply(&p, unreadable(n.Lang, text))
		}
		return nil
	}
	lang := n.Lang
	if lang == "javascript" && run.Is(fact.Typed) {
		lang = "typescript"
	}
	// it ends a line there, also one that is a comment
	if lang == "python" && strings.Contains(text, "\r") {
		text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	}
	if lang == "python" && !record.PlainEncoding(text) {
		a.unread(i, "the code names an encoding of its own, and may be another one in it")
		return nil
	}
	p.ask = a.ask(&interp.Request{Lang: lang, Code: text, Home: a.Call.Home, Cwd: physical(p.dirs),
		Args: codeArgs(run)})
	if p.ask < 0 {
		a.unread(i, "the call has more pieces of inline code than the limit of this program")
		return nil
	}
	a.Pending = append(a.Pending, p)
	return nil
}

// Settle reads what the helper has found out about the k-th piece of code and those behind it. The
// programs that one starts run before the next is read, and may hold inline code again.
func (a *Inline) Settle(k int) []shparse.Step {
	for ; k < len(a.Pending); k++ {
		p := a.Pending[k]
		if a.answered <= p.ask && p.lang == "python" && len(p.dirs.List) == 1 {
			a.Shadows.ownModule(&p, p.dirs.List[0]) // nearly all imports ask for it: while the helper works
		}
		for ; a.answered <= p.ask; a.answered++ {
			q := &a.Asked[a.answered]
			q.facts, q.err = a.Client.Answer()
		}
		if q := &a.Asked[p.ask]; q.err != nil {
			a.unreadIn(&p, q.err.Error())
		} else if !a.asksAgain(&p, q) {
			if steps := a.apply(&p, q.facts); len(steps) > 0 {
				return append(steps, shparse.Step{Then: func() []shparse.Step { return a.Settle(k + 1) }})
			}
		}
	}
	if a.Client != nil {
		a.Client.Close()
	}
	a.Client, a.Asked, a.Pending = nil, nil, nil
	return nil
}
