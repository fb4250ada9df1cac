package policy

import (
	"strings"

	"github.com/fencepost/fencepost/internal/rule"
)

// Rule is one rule of a document as configs and people speak of it.
type Rule struct {
	ID       string // by which a config switches it in a bundled preset; unique there
	Of       rule.Kind
	Kind     string        // as explain and the audit log show it, such as "bash.deny: git push"
	Decision rule.Decision // where it applies
	About    string        // what it speaks of
	Advice
	Pos Pos

	Entry bool // it is an entry of a list, which has no place for an id
}

// idWords is how many words of a list or an expression are in an id: the id stays the same when
// somebody adds another alternative at the end.
const (
	idWords   = 3
	textWords = 6 // of an expression that has to say alone what a rule is about
)

// Rules returns the rules of a document that decide something, in the order of the format. A rule
// has the id that stands beside it, or one that follows from what the rule is about. The place of a
// rule, its description and, except for an allow, its decision do not change the id.
func (d *Document) Rules() []Rule {
	var l ruleLister
	t := &d.Tools
	for i := range t.Deny {
		r := &t.Deny[i]
		l.add(rule.ToolRule, r.ID(), rule.Deny, r.Tool, r.Advice, r.Pos, "tool "+r.Tool)
	}
	for _, e := range t.Ask {
		l.entry(rule.ToolRule, "tools.ask: ", rule.Ask, "tool "+e.Text, e.Pos)
	}
	for _, e := range t.Allow {
		l.entry(rule.ToolRule, "tools.allow: ", rule.Allow, "tool "+e.Text, e.Pos)
	}
	l.words(&t.Bash)
	l.paths(&t.Bash, d.Effects)
	for i := range d.Together {
		r := &d.Together[i]
		l.add(rule.TogetherRule, r.ID(), r.Decision, r.What.String(), r.Advice, r.Pos,
			"together "+r.What.String())
	}
	l.code("python", &t.Bash.Interpreters.Python)
	l.code("javascript", &t.Bash.Interpreters.JavaScript)
	return l.rules
}

type ruleLister struct{ rules []Rule }

// add adds a rule. If it has no id of its own, the words in about become its id.
func (l *ruleLister) add(of rule.Kind, kind string, d rule.Decision, what string, a Advice, pos Pos,
	about string) {
	id := a.Name
	if id == "" {
		if d == rule.Allow {
			about = "allow " + about
		}
		id = slug(about)
	}
	l.rules = append(l.rules, Rule{ID: id, Of: of, Kind: kind, Decision: d, About: what, Advice: a,
		Pos: pos})
}

// entry adds an entry of a list, which has no place for an id: the one that it gets keeps all that
// tells it from others.
func (l *ruleLister) entry(of rule.Kind, kind string, d rule.Decision, text string, pos Pos) {
	words := strings.Fields(text)
	for i, w := range words {
		words[i] = strings.Map(func(c rune) rune {
			if c < 0x80 && idByte(byte(c)) {
				return c
			}
			return '-'
		}, w)
	}
	id := strings.Join(words, ".")
	if d == rule.Allow {
		id = "allow-" + id
	}
	l.rules = append(l.rules, Rule{ID: id, Of: of, Kind: kind + strings.TrimPrefix(text, "tool "),
		Decision: d,
		About:    text, Pos: pos, Entry: true})
}

func (l *ruleLister) words(b *Bash) {
	prefixes := func(kind string, d rule.Decision, list []Prefix) {
		for i := range list {
			l.entry(rule.PrefixRule, kind, d, list[i].Text, list[i].Pos)
		}
	}
	prefixes("bash.deny: ", rule.Deny, b.Deny)
	for i := range b.Checks {
		r := &b.Checks[i]
		l.add(rule.TextRule, r.ID(), rule.Deny, r.Test.Src, r.Advice, r.Pos,
			"text "+patternWords(r.Test.Src, textWords))
	}
	for _, p := range b.AllowChecks {
		l.add(rule.TextRule, "bash.allowChecks: "+p.Written, rule.Allow, p.Written, Advice{}, p.Pos,
			"text "+patternWords(p.Written, textWords))
	}
	for i := range b.Arguments {
		r := &b.Arguments[i]
		l.add(rule.ArgumentRule, r.ID(), r.Decision, strings.TrimSpace(r.Command+" "+r.Subcommand),
			r.Advice, r.Pos, r.words())
	}
	prefixes("bash.ask: ", rule.Ask, b.Ask)
	prefixes("bash.allow: ", rule.Allow, b.Allow)
}

func (l *ruleLister) paths(b *Bash, effects []EffectRule) {
	for i := range b.Redirects {
		r := &b.Redirects[i]
		mode := [...]string{"read", "write", "append", "any"}[r.Mode]
		l.add(rule.RedirectRule, r.ID(), r.Decision, mode+" "+about(r.Outside, r.Glob), r.Advice, r.Pos,
			"redirect "+mode+" "+placeWords(r.Outside, r.Glob))
	}
	for i := range effects {
		r := &effects[i]
		_, kinds, _ := strings.Cut(r.ID(), " ")
		l.add(rule.EffectRule, r.ID(), r.Decision,
			strings.TrimSpace(kinds+" "+about(r.Outside, r.Glob)+r.Host+r.Variable), r.Advice, r.Pos,
			r.words())
	}
}

func (l *ruleLister) code(lang string, in *Interpreter) {
	for i := range in.Calls {
		r := &in.Calls[i]
		words := lang + " " + alternatives(r.Match) + " " + patternOf(r.ArgMatches) + " " +
			patternOf(r.AllArgsMatch) +
			" " + placeWords(r.PathArgsOutside, "")
		l.add(rule.CodeRule, r.ID(lang), r.Decision, r.Match, r.Advice, r.Pos, words)
	}
	if r := in.Writes; r != nil {
		l.add(rule.CodeRule, r.ID(lang), r.Decision, about(r.Outside, ""), r.Advice, r.Pos,
			lang+" write "+placeWords(r.Outside, ""))
	}
	for i := range in.Imports {
		r := &in.Imports[i]
		l.add(rule.CodeRule, r.ID(lang), r.Decision, r.Match, r.Advice, r.Pos,
			lang+" import "+alternatives(r.Match))
	}
}

// words are the words that become the id of the rule.
func (r *ArgumentRule) words() string {
	parts := []string{alternatives(r.Command), alternatives(r.Subcommand), patternOf(r.AnyArgMatches),
		patternOf(r.AllArgsMatch)}
	parts = append(parts, placeWords(r.AnyArgOutside, ""))
	if r.AllArgsInside != nil {
		parts = append(parts, "inside "+r.AllArgsInside[0])
	}
	parts = append(parts, firstFew(r.HasFlag, idWords))
	if r.UnlessFlag != nil {
		parts = append(parts, "unless "+firstFew(r.UnlessFlag, idWords))
	}
	return strings.Join(parts, " ")
}

// words are the words that become the id of the rule.
func (r *EffectRule) words() string {
	var parts []string
	for _, k := range r.On {
		parts = append(parts, k.String())
	}
	for _, b := range [...]struct {
		is      rule.Bool
		yes, no string
	}{{r.Recursive, "tree", "single"}, {r.Names, "names", ""}, {r.Mkdir, "mkdir", "files"}} {
		switch b.is {
		case rule.True:
			parts = append(parts, b.yes)
		case rule.False:
			if b.no != "" { // most rules about reads are about what files hold
				parts = append(parts, b.no)
			}
		}
	}
	return strings.Join(append(parts, placeWords(r.Outside, r.Glob), r.Host, r.Variable), " ")
}

// alternatives are the first ones of a glob.
func alternatives(glob string) string { return firstFew(strings.Split(glob, "|"), idWords) }

func firstFew(words []string, most int) string {
	return strings.Join(words[:min(len(words), most)], " ")
}

// placeWords says where. The first root stands for all: the project mostly, where it is one.
func placeWords(outside []string, glob string) string {
	switch {
	case len(outside) > 0 && glob != "":
		return placeWords(nil, glob) + " " + placeWords(outside, "")
	case len(outside) > 0 && outside[0] == ".":
		return "outside project"
	case len(outside) > 0:
		return "outside " + outside[0]
	case glob == "/":
		return "top"
	}
	if tree, ok := strings.CutSuffix(glob, "/**"); ok {
		return tree + " below"
	}
	return glob
}

func patternOf(re *rule.Regexp) string {
	if re == nil {
		return ""
	}
	return patternWords(re.Src, idWords)
}

// patternWords are the first words that stand in an expression literally.
func patternWords(src string, most int) string {
	var b strings.Builder
	for i := 0; i < len(src); i++ {
		switch c := src[i]; {
		case c == '\\' && i+1 < len(src):
			i++
			if n := src[i]; n == '.' || n == '-' || n == '_' {
				b.WriteByte(n)
			} else {
				b.WriteByte(' ')
			}
		case c == '[':
			i = classEnd(src, i)
			b.WriteByte(' ')
		case c == '(' && i+2 < len(src) && src[i+1] == '?':
			i += 2
			b.WriteByte(' ')
		case idByte(c) && c != '.' && c != '+':
			b.WriteByte(c)
		default:
			b.WriteByte(' ')
		}
	}
	return firstFew(strings.Fields(b.String()), most)
}

// classEnd returns the index of the bracket that ends the class at i.
func classEnd(src string, i int) int {
	for k := i + 1; k < len(src); k++ {
		switch {
		case src[k] == '\\':
			k++
		case src[k] == ']' && k > i+1:
			return k
		}
	}
	return len(src)
}

// slug makes an id of a text: what could not stand in one becomes a dash, and dashes become one.
func slug(text string) string {
	out := make([]byte, 0, len(text))
	for i := range len(text) {
		c := text[i]
		if n := len(out); idByte(c) && c != '-' {
			out = append(out, c)
		} else if n > 0 && out[n-1] != '-' {
			out = append(out, '-')
		}
	}
	return strings.TrimRight(strings.ReplaceAll(string(out), "-.-", "-"), "-.")
}

// idByte is what an id consists of. None of it has to be quoted in YAML.
func idByte(c byte) bool {
	switch {
	case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		return true
	}
	return c == '_' || c == '.' || c == '-' || c == '+' || c == '=' || c == '~'
}

// IsRuleID reports whether a text could be the id of a rule. One begins with a letter, so that it
// is a string in YAML.
func IsRuleID(id string) bool {
	for i := range len(id) {
		if !idByte(id[i]) {
			return false
		}
	}
	return id != "" && (id[0]|0x20 >= 'a' && id[0]|0x20 <= 'z')
}
