package decide

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/rule"
)

// covers reports whether an allowing rule was made for what the command is. It was not if the
// command gets a variable or an option that could make it run other code, nor, if the rule looks at
// the name alone, for a file with the name of a known program: ./evil/make.
func (d *Decider) covers(i *rule.Info) bool {
	c, argument := d.hearing.command, i.Kind == rule.ArgumentRule
	switch {
	case c.Unjudged != "",
		(c.RunsUnseenCode || c.UnknownOption) && (argument || i.Kind == rule.PrefixRule),
		argument && c.Known && !c.System,
		(d.cmdlets != "" || c.Cmdlet != nil) && allowsEverything(i):
		return false
	}
	loose := func(o fact.Operand) bool {
		return o.Role == fact.RoleAny || isElsewhere(&o) ||
			(o.Role == fact.RoleNone || o.Role == fact.RoleRead) && strings.Contains(o.Word.Text, "://")
	}
	return c.UnknownWord == "" && !c.Unlisted && !slices.ContainsFunc(c.Operands, loose) ||
		d.hearing.coversWords(i)
}

// coversWords reports whether an allow of a preset covers all words of the command: it does not if
// one of them is unknown. What a person allows covers whatever follows it.
func (h *hearing) coversWords(i *rule.Info) bool {
	kind, text, _ := strings.Cut(i.ID, ": ")
	c := &cover{Command: h.command}
	switch {
	case !ofPreset(i) || c.Cmdlet != nil:
		return true
	case i.Kind == rule.PrefixRule:
		c.own = strings.Fields(text)
	case kind == "bash.allowChecks" && takesAnyOption(text, c.Name):
		c.text = text
	default:
		return true
	}
	word := c.firstUnknown()
	if h.unknown == "" {
		h.unknown = word
	}
	return word == ""
}

// takesAnyOption reports whether an expression takes options that it does not spell. What stands
// behind a program of the project is for that, but runners of scripts hand it to tools.
func takesAnyOption(text, tool string) bool {
	return slices.ContainsFunc([]string{"(?&arg)", "(?&args)", "-[a-z", "-?[a-z", "-{1,2}[", `\S+)*`},
		func(s string) bool { return strings.Contains(text, s) }) ||
		strings.Contains(text, "(?&argument)") && lang.Word("options", "scripts", tool)
}

// cover is a command, and what a rule that allows it names.
type cover struct {
	*fact.Command
	own  []string // the words of a prefix
	text string   // an expression, which says itself which operands it allows
	tool string   // whose options the words are: eslint of npx eslint
	has  bool     // there is a table of them
	// its operands: "" names and paths, "!" commands or goals, and the table has some of them, "="
	// text
	goals string
}

// firstUnknown is the first word that neither the rule nor a table has; "" if there is none.
func (c *cover) firstUnknown() string {
	c.tool = toolOf(c.Command)
	if odd := c.UnknownWord != "" && (c.text == "" || c.UnknownWord[0] == '-'); !odd && !c.Unlisted {
		return c.firstOutside()
	}
	c.has = lang.Word("options", "tools", c.tool)
	if !c.Unlisted && !c.spells(c.UnknownWord) && c.signIfFits(c.UnknownWord) == "" {
		return c.UnknownWord
	}
	if c.Unlisted || !c.spells(c.UnknownWord) {
		if word := c.firstUncovered(); word != "" {
			return word
		}
	}
	return c.firstOutside()
}

// isElsewhere reports whether an option names another machine: psql -h HOST.
func isElsewhere(o *fact.Operand) bool {
	return o.Flag != "" && o.Role == fact.RoleHost && !ThisMachine(o.Word.Text)
}

// firstOutside is the first word that may be a place outside of the project, unless a table says
// what it is.
func (c *cover) firstOutside() string {
	reaches := func(e fact.Effect) bool { return e.Kind == fact.Network }
	network := slices.ContainsFunc(c.Effects, reaches)
	for k := range c.Operands {
		o := &c.Operands[k]
		scheme, _, is := strings.Cut(o.Word.Text, "://")
		file := fileURL(o.Word.Text)
		if isElsewhere(o) {
			return o.Word.Show()
		}
		if (network || file) && is && (o.Role == fact.RoleNone || o.Role == fact.RoleRead) &&
			!lang.Word("options", "stores", scheme) && (o.Flag == "" ||
			file && !(c.sign(o.Flag) == "<" && plainValue(o.Word.Text[len("file://"):]))) {
			return o.Word.Show() // a host, or a file that is sent
		}
		if c.text == "" && o.Role == fact.RoleAny && !c.isLabel(o.Word.Text) && leadsOut(c.Command, o) {
			return o.Word.Show()
		}
	}
	return ""
}

// firstUncovered is the first word that is not covered if no spec tells options from operands.
func (c *cover) firstUncovered() string {
	role := ""
	c.goals = c.sign("*")
	words := c.WithProgram()
	for i := range words[1:] {
		w := &words[i+1]
		behind := role
		role = ""
		switch {
		case behind == "=" && !isOption(w) && !namesPlace(w.Text), isHarmless(w), c.isLabel(w.Text):
		case c.spells(w.Text):
			if role = c.sign(w.Text); role != "=" { // bazel query TEXT
				role = ""
			}
		case isOption(w):
			if role = c.signIfFits(w.Text); role == "!" && i+2 < len(words) &&
				c.sign(w.Text+"="+words[i+2].Text) == "-" {
				role = "=" // --reporter dot
			}
			if role == "" || role == "!" {
				return w.Show()
			}
		case c.text != "" && strings.Contains(w.Text, "://") == strings.Contains(w.Text, "://localhost"):
		case behind == "" && c.goals != "":
			goal := c.sign(w.Text[strings.LastIndexByte(w.Text, ':')+1:])
			if c.goals == "!" && goal != "-" || strings.Contains(w.Text, "://") || w.Text == "" {
				return w.Show()
			}
		case !c.inProject(w, behind):
			return w.Show()
		}
	}
	return ""
}

// isLabel reports whether a word is a target in the project, which no path is: //core:all.
func (c *cover) isLabel(word string) bool {
	name := strings.TrimLeft(word, "/:@")
	at := strings.HasPrefix(word, "//") || word != "" && (word[0] == ':' || word[0] == '@')
	return at && lang.Word("options", "labels", c.Name) && !strings.ContainsAny(name, " ~@=") &&
		!strings.Contains("/"+name+"/", "/../")
}

// toolOf is the program whose options the words of a command are: that of python -m TOOL, npx TOOL.
func toolOf(c *fact.Command) string {
	tool, last := c.Name, ""
	for i := 1; i < len(c.Argv) && lang.Word("options", "launchers", tool); i++ {
		w := c.Argv[i].Text
		if last = w; w == "" || w[0] == '-' {
			continue
		}
		if tool = w; w[0] != '@' {
			tool = w[strings.LastIndexByte(w, '/')+1:]
		}
	}
	if last == "" || lang.Word("options", "tools", tool) {
		return tool
	}
	return c.Name
}

// spells reports whether the rule itself has a word. An expression has the options that it spells.
func (c *cover) spells(word string) bool {
	if c.text == "" {
		return slices.Contains(c.own, word)
	}
	if len(word) < 2 || word[0] != '-' {
		return false
	}
	word, _, _ = strings.Cut(word, "=") // the expression looks at what is behind it
	for rest := c.text; ; {
		at := strings.Index(rest, word)
		if at < 0 {
			return false
		}
		end := at + len(word)
		if at > 0 && strings.IndexByte(" (|?", rest[at-1]) >= 0 &&
			(end == len(rest) || strings.IndexByte(" )|?$[=", rest[end]) >= 0) {
			return true
		}
		rest = rest[end:]
	}
}

// isHarmless reports whether a word is a number or asks the command about itself.
func isHarmless(w *fact.Word) bool {
	if !w.IsLiteral() {
		return w.Number
	}
	switch w.Text {
	case "--help", "--version", "-v", "-h", "--", "-":
		return true
	}
	return strings.Trim(w.Text, "0123456789") == ""
}

func isOption(w *fact.Word) bool { return len(w.Text) > 1 && w.Text[0] == '-' }

// The signs behind an option in a table say what its argument is. Without one it has none, or a
// number, a name or a path in the project.
const argumentRoles = "=<>!"

// signIfFits is the sign of an option in the table of the tool, "-" for one without: "" for an
// option that is not there, or whose argument in the same word is not what the sign says.
func (c *cover) signIfFits(word string) string {
	if sign := c.sign(word); sign != "" {
		return sign
	}
	name, value, attached := word, "", false
	if at := strings.IndexAny(word, "=:"); at > 0 {
		name, value, attached = word[:at], word[at+1:], true
	}
	if !attached && len(word) > 2 && word[1] != '-' {
		if c.cluster(word[1:]) {
			return "-"
		}
		name, value, attached = word[:2], word[2:], true // -j8
		if value = strings.TrimLeft(value, "0123456789"); value != "" && c.sign(name) != "=" {
			return ""
		}
	}
	sign := c.sign(name)
	switch {
	case !attached, sign == "!", sign == "":
		return ""
	case sign == "=" && !namesPlace(value),
		sign == "<" && plainValue(strings.TrimPrefix(value, ".")), plainValue(value):
		return "-"
	}
	return ""
}

// sign looks an option up as it is written.
func (c *cover) sign(name string) string {
	for _, tool := range [...]string{c.tool, c.Name} {
		if lang.Word("options", tool, name) {
			return "-"
		}
		for i := range argumentRoles {
			if sign := argumentRoles[i : i+1]; lang.Word("options", tool, name+sign) {
				return sign
			}
		}
	}
	return ""
}

// fileURL reports whether a value stands for what is in a file: file://F, fileb://F of aws.
func fileURL(value string) bool {
	return strings.HasPrefix(value, "file://") || strings.HasPrefix(value, "fileb://")
}

// namesPlace reports whether a text may name a file outside of the project behind a sign: file://F,
// html:/srv/x, LogFileName=../x.
func namesPlace(text string) bool {
	for i := range len(text) {
		behind := text[i+1:]
		if (text[i] == '=' || text[i] == ':') && (strings.HasPrefix(behind, "../") ||
			strings.HasPrefix(behind, "~/") || strings.HasPrefix(behind, "/") &&
			!strings.HasPrefix(behind, "//")) {
			return true
		}
	}
	return fileURL(text)
}

// cluster reports whether each letter is an option: -xvs.
func (c *cover) cluster(letters string) bool {
	for i := range letters {
		if len(letters) > 4 || letters[i] == '-' || c.sign("-"+letters[i:i+1]) != "-" {
			return false
		}
	}
	return true
}

// plainValue reports whether a value names nothing outside of the project, nothing hidden, and no
// code.
func plainValue(value string) bool {
	return !strings.ContainsAny(value, " \t\n:=@~$\\|;{}\"'") && !strings.HasPrefix(value, "/") &&
		(!strings.HasPrefix(value, ".") || strings.HasPrefix(value, "./")) &&
		!strings.Contains(value, "/.")
}

// inProject reports whether a word is nothing but a path in the project, or a name where the tool
// has a table: without one it could be a subcommand.
func (c *cover) inProject(w *fact.Word, behind string) bool {
	guarded := func(part string) bool { return lang.Word("options", "guarded", part) }
	named := behind != "<" && !strings.Contains(w.Text, "*") &&
		slices.ContainsFunc(strings.Split(w.Text, "/"), guarded)
	name := strings.ContainsAny(w.Text, "/.") && !strings.ContainsAny(w.Text, "@{}:")
	hidden := strings.HasPrefix(strings.TrimPrefix(w.Text, "./"), ".")
	if named || !c.has && !name || w.Text == "" || w.Text[0] == '@' || w.Text[0] == '-' ||
		strings.Contains(w.Text, "=") || behind == ">" && hidden || namesPlace(w.Text) {
		return false
	}
	for k := range c.Operands {
		if o := &c.Operands[k]; o.IsPath && o.Word.Text == w.Text {
			// settings may be code, and what lies in /tmp is not the project's
			return !leadsOut(c.Command, o) && (behind != "<" ||
				rule.Outside(&o.Path, projectRoots[:1], c.Places, false) == fact.No)
		}
	}
	return c.has && w.IsLiteral() && (plainValue(w.Text) || w.Text == ".")
}

// projectRoots are where words may lead that no table knows.
var projectRoots = []string{".", "$SCRATCH"}

// leadsOut reports whether an operand may be a place outside of the project.
func leadsOut(c *fact.Command, o *fact.Operand) bool {
	return strings.Contains(o.Word.Text, "://") ||
		o.IsPath && rule.Outside(&o.Path, projectRoots, c.Places, false) != fact.No
}
