package gen_test

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// commandsIn turns a line into commands in a plain way: enough for rule sets to be compared with each other, which do
// not ask where facts come from. Words are split at blanks outside quotes, commands at unquoted separators; a word with
// a $ is not known; every operand may be a path.
func commandsIn(line string) []fact.Command {
	var commands []fact.Command
	var words []fact.Word
	end := func() {
		if len(words) > 0 {
			commands = append(commands, commandOf(words))
		}
		words = nil
	}
	for _, t := range tokens(line) {
		switch t {
		case ";", "&", "&&", "|", "||", "\n":
			end()
		default:
			words = append(words, wordOf(t))
		}
	}
	end()
	return commands
}

// tokens splits a line into words, quotes kept, and separators.
func tokens(line string) []string {
	var out []string
	var word strings.Builder
	quote := byte(0)
	end := func() {
		if word.Len() > 0 {
			out = append(out, word.String())
		}
		word.Reset()
	}
	for i := 0; i < len(line); i++ {
		c := line[i]
		switch {
		case quote != 0:
			word.WriteByte(c)
			if c == quote {
				quote = 0
			}
		case c == '\'' || c == '"':
			quote = c
			word.WriteByte(c)
		case c == ' ' || c == '\t':
			end()
		case c == ';' || c == '\n' || c == '&' || c == '|':
			end()
			sep := string(c)
			if i+1 < len(line) && line[i+1] == c && c != ';' && c != '\n' {
				sep += sep
				i++
			}
			out = append(out, sep)
		default:
			word.WriteByte(c)
		}
	}
	end()
	return out
}

func wordOf(token string) fact.Word {
	text := strings.NewReplacer("'", "", `"`, "").Replace(token)
	if i := strings.IndexByte(text, '$'); i >= 0 && !strings.HasPrefix(token, "'") {
		return fact.Word{Text: text[:i], Kind: fact.Partial, Written: token, Many: token[0] == '$'}
	}
	return fact.Word{Text: text, Written: token, Glob: text == token && strings.ContainsAny(text, "*?[") && text != "["}
}

// commandOf fills in what rules look at.
func commandOf(argv []fact.Word) fact.Command {
	c := fact.Command{Argv: argv, Own: true, System: true, Lossless: true, Places: places{}}
	if argv[0].Known() {
		c.Name = path.Base(argv[0].Text)
		c.System = !strings.Contains(argv[0].Text, "/") || strings.HasPrefix(argv[0].Text, "/usr/bin/")
		c.Canon = append([]fact.Word{fact.Lit(c.Name)}, argv[1:]...)
	}
	if len(c.Canon) > 3 && strings.HasPrefix(c.Canon[1].Text, "-") && len(c.Canon[1].Text) == 2 {
		// As if the first option took an argument and stood before the subcommand.
		c.Canon = append(c.Canon[:1:1], c.Canon[3:]...)
		c.Lossless = c.Canon[1].Text != "status"
	}
	operands := false
	for _, w := range argv[1:] {
		if !operands && strings.HasPrefix(w.Text, "-") && w.Text != "-" {
			operands = w.Text == "--"
			c.Flags = append(c.Flags, flagsOf(w.Text)...)
			continue
		}
		o := fact.Operand{Word: w, Role: fact.RoleAny, IsPath: true, Path: pathOf(w.Text, w.Known())}
		if c.Name == "rm" {
			o.Role = fact.RoleDelete
		}
		c.Operands = append(c.Operands, o)
	}
	return c
}

func flagsOf(text string) []fact.Flag {
	if strings.HasPrefix(text, "--") {
		name, _, _ := strings.Cut(text, "=")
		return []fact.Flag{{Name: name, Written: name, Value: -1}}
	}
	flags := []fact.Flag{{Name: text, Written: text, Value: -1}}
	for _, r := range text[1:] {
		flags = append(flags, fact.Flag{Name: "-" + string(r), Written: "-" + string(r), Value: -1})
	}
	return flags
}

func pathOf(text string, known bool) fact.Path {
	p := fact.Path{Written: text, Known: known}
	switch {
	case !known:
	case strings.HasPrefix(text, "~"):
		p.Abs = "/home/dev" + text[1:]
	case strings.HasPrefix(text, "/"):
		p.Abs = path.Clean(text)
	default:
		p.Abs = path.Join("/home/dev/proj", text)
	}
	return p
}

// places is a file system in which the project is /home/dev/proj and everything below a directory named link leads to
// /etc.
type places struct{}

func (places) Inside(p *fact.Path, root string, strict bool) (written, target fact.Tri) {
	if !p.Known {
		return fact.Maybe, fact.Maybe
	}
	switch {
	case root == ".":
		root = "/home/dev/proj"
	case strings.HasPrefix(root, "~/"):
		root = "/home/dev" + root[1:]
	}
	within := func(abs string) fact.Tri {
		if abs == root && !strict || strings.HasPrefix(abs, root+"/") {
			return fact.Yes
		}
		return fact.No
	}
	return within(p.Abs), within(targetOf(p))
}

func (places) Glob(p *fact.Path, glob string, fold bool) (written, target fact.Tri) {
	if !p.Known {
		return fact.Maybe, fact.Maybe
	}
	match := func(abs string) fact.Tri {
		if fold {
			abs, glob = strings.ToLower(abs), strings.ToLower(glob)
		}
		// Coarse: the literal part of the glob occurs in the path.
		if strings.Contains(abs, strings.Trim(strings.ReplaceAll(glob, "*", ""), "/")) {
			return fact.Yes
		}
		return fact.No
	}
	return match(p.Abs), match(targetOf(p))
}

func targetOf(p *fact.Path) string {
	if _, rest, ok := strings.Cut(p.Abs, "/link/"); ok {
		return "/etc/" + rest
	}
	return p.Abs
}
