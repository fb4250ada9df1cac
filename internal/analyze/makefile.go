package analyze

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/shparse"
)

// makefile interprets the recipes of a makefile whose text is in the line: on standard input, in a
// process substitution, in a file that the line wrote, or in an option.
func (a *Analyzer) makefile(in *shparse.Interp, i int) {
	c := &a.facts.Commands[i]
	if c.Kind != fact.Simple || !c.Is(fact.Makefile) {
		return
	}
	dirs := c.Dirs
	var vars, texts []string
	named := false
	for k := range c.Operands {
		o := &c.Operands[k]
		switch {
		case o.Flag == "-C":
			dirs = under(dirs, &o.Word)
		case o.Flag == "-f":
			named = true
			texts = append(texts, a.makeText(in, c, dirs, &o.Word)...)
		case o.Flag == "-E" && o.Word.Known():
			texts = append(texts, o.Word.Text)
		case o.Flag == "" && strings.Contains(o.Word.Text, "=") && o.Word.Known():
			vars = append(vars, o.Word.Text)
		}
	}
	for _, name := range [...]string{"GNUmakefile", "makefile", "Makefile"} {
		if w := fact.Lit(name); !named {
			texts = append(texts, a.makeText(in, c, dirs, &w)...)
		}
	}
	run := shparse.Nested{Via: c.Name, Shell: "sh", NewShell: true, Stdin: &fact.Stdin{}}
	if dirs.Known && len(dirs.List) == 1 {
		w := fact.Lit(dirs.List[0])
		run.Dir = &w
	} else {
		run.Dir = &fact.Word{Kind: fact.Partial}
	}
	for _, text := range texts {
		for _, recipe := range lang.Scan("make", text, lang.Options{Set: vars}).List {
			in.RunText(recipe.Text, run)
		}
	}
}

// makeText is what a makefile may hold; nothing where the line does not say.
func (a *Analyzer) makeText(in *shparse.Interp, c *fact.Command, dirs fact.Dirs,
	w *fact.Word) (texts []string) {
	if w.Text == "-" || w.Text == "/dev/stdin" {
		if c.Stdin.Kind == fact.StdinText && c.Stdin.Text.Known() {
			texts = append(texts, c.Stdin.Text.Text)
		}
		return texts
	}
	if text, ok := in.PipeText(w); ok {
		if text.Known() {
			texts = append(texts, text.Text)
		}
		return texts
	}
	if p := a.Path(dirs, w); p.Known {
		texts, _, _ = in.WrittenFile(p.Abs)
	}
	return texts
}
