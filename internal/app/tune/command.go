package tune

import (
	"cmp"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
)

// command adds a command that no rule speaks of.
func (l *look) command(g *gate.Gate, r *gate.Result, c *fact.Command) {
	if l.never = unfit(c); l.never != "" {
		return
	}
	p := part{kind: command, known: c.Known}
	for _, list := range [][]fact.Effect{c.Effects, r.Facts.Effects} {
		for i := range list {
			if l.never = p.effect(&list[i], c.Places); l.never != "" {
				return
			}
		}
	}
	words, why := wordsOf(c)
	if l.never = cmp.Or(why, policy.Risky(words)); l.never != "" {
		return
	}
	if listed("agents", words[0]) {
		l.never = "it starts another agent"
	} else {
		l.never = p.unseen(g, r, c, words)
	}
	if l.never != "" {
		return
	}
	p.divide(c, words)
	for _, w := range p.head {
		of := headRisk
		if w == p.script {
			of = fileRisk
		}
		if l.never = riskOf(w, of); l.never != "" {
			return
		}
	}
	for _, w := range p.args {
		if l.never = argumentRisk(w); l.never != "" {
			return
		}
	}
	l.once(p)
}

// unfit says why no rule on the words of a command can be proposed.
func unfit(c *fact.Command) string {
	switch {
	case c.Kind != fact.Simple || len(c.Argv) == 0:
		return "it is no command of which a rule could speak"
	case c.Remote:
		return "it runs on another machine"
	case c.Wrapper == fact.Escalating:
		return "it runs commands with other rights, or elsewhere"
	case c.Unjudged != "":
		return "it gets the variable " + c.Unjudged
	case c.RunsUnseenCode:
		return "an option makes it run other code"
	case c.Planted != nil:
		return "it may run what the agent has just written"
	case len(c.Code) > 0:
		return "it runs code that stands in the command"
	case c.Stdin.Kind != fact.StdinInherit:
		return "what it reads on standard input can be held by no rule"
	case len(c.Hazards) > 0:
		return because(c.Hazards[0].Why, "what it does cannot be known")
	}
	for i := range c.Nested {
		if c.Nested[i].Kind != fact.NestedFile {
			return "it runs another command"
		}
	}
	return ""
}

// effect notes what a command does. It returns why no rule is proposed for such a thing.
func (p *part) effect(e *fact.Effect, at fact.Places) string {
	switch e.Kind {
	case fact.Network:
		return "it reaches another host"
	case fact.Privilege:
		return "it gets other rights"
	case fact.Process:
		return "it sends signals"
	case fact.VCSLoss:
		return "history or changes may be lost"
	case fact.System:
		return "it changes the machine"
	case fact.Variable:
		return "it shows a variable of the environment"
	case fact.Delete:
		return "it deletes"
	case fact.Exec:
		p.runs = true
		p.note("runs code that lies in the project or is installed")
	case fact.Read:
		p.note("reads files")
	case fact.Write, fact.Append, fact.Meta:
		if !inside(&e.Path, at) {
			return "it writes outside the project"
		}
		p.note("writes files of the project")
	}
	return ""
}

func (p *part) note(what string) {
	if !slices.Contains(p.does, what) {
		p.does = append(p.does, what)
	}
}

func inside(path *fact.Path, at fact.Places) bool {
	for _, root := range []string{".", "$SCRATCH"} {
		if written, target := at.Inside(path, root, false); written.And(target) == fact.Yes {
			return true
		}
	}
	return false
}

// wordsOf are the words of a command in a form on which an allowing rule may rely: the canonical
// one where that is so, else as written.
func wordsOf(c *fact.Command) (words []string, why string) {
	s := rule.NewSubject(c, true)
	f := &s.Forms[0]
	if len(s.Forms) > 1 && s.Forms[1].Allows {
		f = &s.Forms[1]
	}
	if !f.Allows {
		return nil, "an option before the subcommand keeps rules from applying"
	}
	size := 0
	for i := range f.Words {
		w := &f.Words[i]
		switch {
		case !w.IsLiteral():
			return nil, "a word of it is not known"
		case w.Text == "" || len(w.Text) > maxWord || !printable(w.Text):
			return nil, "a word of it is none that a rule can hold"
		}
		size += len(w.Text)
		words = append(words, w.Text)
	}
	if len(words) > maxWords || size > maxText {
		return nil, "it is too long for a rule"
	}
	return words, ""
}

// printable reports whether a word holds nothing that ends a line, steers a terminal or reorders
// text.
func printable(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool {
		return r < ' ' || r >= 0x7f && r <= 0x9f || r >= 0x2028 && r <= 0x202e ||
			r >= 0x2060 && r <= 0x206f || r == 0xfeff || r == 0xfffd
	}) < 0
}

// divide divides the words into those by which the command is known and its arguments.
func (p *part) divide(c *fact.Command, words []string) {
	n := 1
	for i := range c.Operands {
		if o := &c.Operands[i]; c.Known && !o.IsPath {
			p.plain = append(p.plain, o.Word.Text)
		}
	}
	switch {
	case p.fixed:
		n = len(words)
	case p.runs && c.Known:
		n = len(words) // what is run may stand in any word
		if i := scriptAt(c, words); i > 0 {
			n, p.script = i+1, words[i]
		}
	case c.Known:
		n += len(c.Sub)
	default:
		if strings.Contains(words[0], "/") {
			p.script = words[0]
		}
		for n < len(words) && n < 3 && plainWord(words[n]) && !p.names {
			p.names = listed("looks", words[n])
			n++
		}
	}
	n = min(n, len(words))
	p.head, p.args = words[:n], words[n:]
	p.bound = p.runs
	for _, w := range p.head {
		p.bound = p.bound || strings.Contains(w, "/")
	}
}

// scriptAt is the index of the word that names the file which the command runs; 0 for none.
func scriptAt(c *fact.Command, words []string) int {
	for i := range c.Operands {
		o := &c.Operands[i]
		if o.Role != fact.RoleScript || o.Flag != "" {
			continue
		}
		for k := 1; k < len(words); k++ {
			if words[k] == o.Word.Text {
				return k
			}
			if words[k][0] == '-' && strings.Trim(words[k], "-uBESsIvq") != "" {
				return 0 // an option whose argument may be another file or module
			}
		}
	}
	return 0
}

// plainWord reports whether a word looks like the name of a subcommand or a task.
func plainWord(w string) bool {
	return len(w) <= 24 && w[0] >= 'a' && w[0] <= 'z' &&
		strings.Trim(w, "abcdefghijklmnopqrstuvwxyz-:_") == ""
}

// argumentRisk says why no rule is proposed for a command with such an argument.
func argumentRisk(w string) string {
	if strings.ContainsAny(w, " ") {
		return "" // a message
	}
	if secretName(w) {
		return "it is about secrets"
	}
	switch option, _, _ := strings.Cut(w, "="); {
	case strings.Contains(w, "://"):
		return "it reaches another host"
	case isFile(w):
		return ""
	default:
		return riskOf(option, risk)
	}
}
