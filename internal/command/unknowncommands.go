package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// fallback reads the words of a command without a spec: what begins with a dash is an option, any
// other word may be a path, and so may the value half of --x=value.
func (e *effectFinder) fallback() {
	argv := e.l.c.Argv
	ended := false
	for i := 1; i < len(argv); i++ {
		w := &argv[i]
		switch {
		case ended || !looksLikeOption(w):
			e.l.addPath(fact.Operand{Word: *w, Role: fact.RoleAny})
		case w.Text == "--" && w.Kind == fact.Literal:
			ended = true
		default:
			e.l.plainOption(w)
			if i+1 < len(argv) && strings.IndexByte(w.Text, '=') < 0 &&
				writtenBy(w.Text) == fact.RoleWrite && !looksLikeOption(&argv[i+1]) {
				i++
				e.l.addPath(fact.Operand{Word: argv[i], Role: fact.RoleWrite, Flag: w.Text})
			}
		}
	}
	for i := range e.l.operands {
		switch o := &e.l.operands[i]; {
		case !o.IsPath:
		case o.Role == fact.RoleWrite:
			e.out.pathEffect(fact.Write, o, false)
		case o.Path.Known && o.Word.Text != "" && e.l.in.mayExist(&o.Path):
			// A program that is told of .env looks into it.
			e.out.effect(fact.Effect{Kind: fact.Read, Path: o.Path, Guess: true})
		}
	}
}

// rawFlags lists the words that look like options of a command whose spec knows no options, so that
// rules find them. A file that one may write is written, as with a command without a spec: eslint
// -o FILE.
func (e *effectFinder) rawFlags() {
	for k, a := range e.l.args {
		w := &e.l.c.Argv[a.at]
		switch {
		case w.Text == "--" && w.Kind == fact.Literal:
			return
		case looksLikeOption(w):
			name, _, joined := strings.Cut(w.Text, "=")
			e.l.shortOrLong(name, -1)
			if e.l.operands[a.op].Role == fact.RoleAny && writtenBy(name) == fact.RoleWrite {
				e.rawWrite(k, joined)
			}
		}
	}
}

// rawWrite adds the write of the file that stands behind option k, or in it.
func (e *effectFinder) rawWrite(k int, joined bool) {
	w := e.l.c.Argv[e.l.args[k].at]
	switch {
	case joined:
		w = subWord(&w, strings.IndexByte(w.Text, '=')+1)
	case k+1 == len(e.l.args) || looksLikeOption(&e.l.c.Argv[e.l.args[k+1].at]):
		return
	default:
		w = e.l.c.Argv[e.l.args[k+1].at]
	}
	o := fact.Operand{Word: w, Role: fact.RoleWrite}
	if !isStdio(&o) {
		o.IsPath = true
		o.Path = e.l.in.Paths.Path(e.l.c.Dirs, &o.Word)
		e.out.pathEffect(fact.Write, &o, false)
	}
}

// namedByPath looks at a command that is named with its path. One that a package manager has
// installed is the program of its name, as if PATH held that directory.
func (e *effectFinder) namedByPath(name *fact.Word) {
	at := e.l.in.Paths.Path(e.l.c.Dirs, name)
	if e.l.system = e.l.in.installed(&at); !e.l.system {
		e.out.effect(fact.Effect{Kind: fact.Exec, Path: at, Detail: "runs " + name.Text})
	}
}

// thisProgram is the name of this program. Its spec says which subcommands change the fence.
const thisProgram = "fencepost"

// startsFencepost adds the effects of this program where no spec says that the command starts it:
// one that runs its words (npx fencepost trust, go run ./cmd/fencepost trust), an unknown one
// (tmux new-session 'fencepost trust'), or a release of this program (fencepost-linux-amd64 trust).
func (e *effectFinder) startsFencepost() {
	for i := range e.l.c.Argv {
		w := &e.l.c.Argv[i]
		if !strings.Contains(w.Text, thisProgram) || !w.Known() {
			continue
		}
		words := strings.Fields(w.Text)
		if len(words) == 1 && i+1 < len(e.l.c.Argv) && e.l.c.Argv[i+1].Known() {
			words = append(words, e.l.c.Argv[i+1].Text)
		}
		if len(words) > 1 && isFencepost(words[0]) {
			e.fencepostEffects(words[1])
		}
	}
}

// mayStartFencepost does the same for an unknown name that is written with this program's: $(which
// fencepost) trust.
func (e *effectFinder) mayStartFencepost() {
	if argv := e.l.c.Argv; len(argv) > 1 && argv[1].Known() &&
		strings.Contains(strings.ToLower(argv[0].Show()), thisProgram) {
		e.fencepostEffects(argv[1].Text)
	}
}

// fencepostEffects adds the effects of one of the subcommands of this program.
func (e *effectFinder) fencepostEffects(subcommand string) {
	if s := lookup(e.l.in.specs, thisProgram); s != nil {
		if sub := s.Sub(subcommand); sub != nil {
			e.out.fixedEffects(sub.Effects.Fixed, false)
		}
	}
}

// isFencepost reports whether a word names this program, whatever its directory and release:
// fencepost@latest, bin/fencepost.exe.
func isFencepost(word string) bool {
	_, base := splitName(word)
	rest, ok := strings.CutPrefix(strings.ToLower(base), thisProgram)
	return ok && (rest == "" || strings.IndexByte("@._-", rest[0]) >= 0)
}
