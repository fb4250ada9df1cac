package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// addresses takes the addresses of socat apart: a file is read and written, a command is run
// (socat(1), ADDRESS TYPES).
func (r *resolver) addresses() {
	for i := range r.c.Operands {
		o := &r.c.Operands[i]
		if !o.Word.Known() || o.Flag != "" {
			continue
		}
		for address := range strings.SplitSeq(o.Word.Text, "!!") {
			kind, rest, ok := strings.Cut(address, ":")
			if !ok {
				continue
			}
			rest, options, _ := strings.Cut(rest, ",")
			switch strings.ToUpper(kind) {
			case "EXEC", "SYSTEM", "SHELL":
				r.nest(fact.Nested{Kind: fact.NestedShell, Words: []fact.Word{fact.Lit(strings.Trim(rest, `"'`))}, Lang: "sh", Clear: true, Piped: true})
			case "FILE", "OPEN", "GOPEN":
				w := fact.Lit(rest)
				r.effect(fact.Effect{Kind: fact.Read, Path: r.path(r.c.Dirs, &w)})
				if strings.Contains(options, "creat") || strings.Contains(options, "trunc") || strings.Contains(options, "append") {
					r.effect(fact.Effect{Kind: fact.Write, Path: r.path(r.c.Dirs, &w)})
				}
			case "CREATE", "CREAT":
				w := fact.Lit(rest)
				r.effect(fact.Effect{Kind: fact.Write, Path: r.path(r.c.Dirs, &w)})
			}
		}
	}
}
