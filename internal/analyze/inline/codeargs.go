package inline

import (
	"strings"

	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

// maxCodeArgs bounds the arguments that inline code is told of. Beyond it nothing is known of any
// of them.
const maxCodeArgs = 64

// codeArgs are the arguments that inline code finds: sys.argv and process.argv from the name of the
// program on. Where that name is not known, neither is the place of the others.
func codeArgs(c *fact.Command) []fact.Word {
	args := []fact.Word{programArg(c)}
	if script := scriptArg(c); script != nil && c.Is(fact.Python) {
		args[0] = *script
	}
	for i := range c.Operands {
		o := &c.Operands[i]
		if o.Flag != "" || o.Role == fact.RoleCode {
			continue
		}
		if o.Role == fact.RoleScript {
			if c.Is(fact.Python) {
				continue // it is the name
			}
		}
		w := o.Word
		w.Written, w.Origin, w.Start, w.End = "", fact.Origin{}, 0, 0
		if args = append(args, w); len(args) > maxCodeArgs {
			return nil
		}
	}
	return args
}

// scriptArg is the script that an interpreter runs, if it is given one.
func scriptArg(c *fact.Command) *fact.Word {
	for i := range c.Operands {
		if o := &c.Operands[i]; o.Role == fact.RoleScript && o.IsPath && o.Flag == "" {
			return &fact.Word{Text: o.Word.Text, Suffix: o.Word.Suffix, Kind: o.Word.Kind}
		}
	}
	return nil
}

// programArg is what the code finds as its own name. Of runtimes other than Python and Node.js it
// is taken for unknown.
func programArg(c *fact.Command) fact.Word {
	switch {
	case c.Is(fact.Python):
		return fact.Lit("-c")
	case strings.HasPrefix(c.Name, "node"):
		return fact.Lit("node")
	}
	return fact.Word{Kind: fact.Partial}
}

// handed adds that inline code may read the files that it is handed as arguments: argument parsers
// are not followed.
func (a *Inline) handed(i int) {
	c := &a.Call.Facts.Commands[i]
	for k := range c.Operands {
		if o := &c.Operands[k]; o.Role == fact.RoleAny && o.Flag == "" && o.IsPath && o.Path.Known {
			c.Find(pass, fact.Effect{Kind: fact.Read, Path: o.Path, InCode: true, Command: i})
		}
	}
}

// variables is the environment that code gives to a shell, as assignments before the text that the
// shell reads. What is not known of a value is a variable of which nothing is known.
func variables(list []fact.Assign) string {
	var b strings.Builder
	for i := range list {
		v := &list[i].Value
		if !record.IsName(list[i].Name) {
			continue
		}
		b.WriteString(list[i].Name + "=" + shellquote.Always(v.Text))
		if !v.Known() {
			b.WriteString(`"${` + strings.ToLower(interp.Unknown) + `}"` + shellquote.Always(v.Suffix))
		}
		b.WriteString("\n")
	}
	return b.String()
}
