package shparse

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/expand"
)

// tilde replaces tilde prefixes (POSIX XCU 2.6.1) in the pieces from n on, which the literal
// became. In assignments, and in arguments that look like one, a tilde after = or : counts too. A
// prefix of which a character is quoted, or that a quote or an expansion continues, is none; what
// stands behind it may hold backslashes: ~/My\ Documents.
func (in *Interp) tilde(lit *syntax.Lit, index int, last, assign bool, ps []expand.Piece,
	n int) []expand.Piece {
	v := expand.JoinLines(lit.Value)
	starts, colons := expand.Tildes(v, index, in.colons, in.dialect.Has(dialect.TildeInArguments) &&
		!in.made && !assign)
	own := index == 0 && strings.HasPrefix(v, "~/") && len(starts) == 1
	if in.dialect.Has(dialect.NamedDirectories) && strings.Contains(v, "\\") && !own {
		if len(starts) == 0 && !assign && (index == 0 || v[0] != '~') {
			return ps // none that could be a prefix; in an assignment one could, even behind a quoted colon
		}
		return append(ps[:n], expand.Piece{Unknown: true, Many: !assign, Quoted: assign, From: v})
	}
	if in.dialect.Has(dialect.NamedDirectories) && index > 0 && v[0] == '~' {
		// what stands before it may be empty
		return append(ps[:0], expand.Piece{Unknown: true, Many: !assign, Quoted: assign, From: v})
	}
	out := ps[:n:n]
	from := 0
	for _, start := range starts {
		end := len(v)
		stops := "/"
		if colons {
			stops = "/:"
		}
		if i := strings.IndexAny(v[start:], stops); i >= 0 {
			end = start + i
		} else if !last {
			if in.dialect.Has(dialect.NamedDirectories) {
				return append(out, expand.Piece{Text: v[from:start]},
					expand.Piece{Unknown: true, Quoted: true, From: v[start:]})
			}
			break
		}
		name := v[start+1 : end]
		if strings.Contains(name, "\\") {
			continue
		}
		if start > from {
			out = in.literal(v[from:start], false, out)
		}
		if home, ok := in.home(name); ok {
			out = append(out, expand.Piece{Text: home, Quoted: true})
		} else {
			out = append(out, expand.Piece{Unknown: true, From: "~" + name, Quoted: true})
		}
		from = end
	}
	if from == 0 {
		return ps
	}
	if from < len(v) {
		out = in.literal(v[from:], false, out)
	}
	return out
}

// home resolves the name after a tilde.
func (in *Interp) home(name string) (string, bool) {
	switch {
	case name == "":
		if v, ok := in.st.Vars["HOME"]; ok {
			return v.Word.Text, v.Word.Known() && len(v.Alts) == 0 && !v.Unset
		}
		return in.opt.Home, in.opt.Home != "" && !in.st.AllVars
	case !in.dialect.Has(dialect.TildeDirs) && strings.ContainsAny(name[:1], "+-"):
		return "~" + name, true
	case name == "+":
		if v, ok := in.st.Vars["PWD"]; ok {
			return v.Word.Text, v.Word.Known() && len(v.Alts) == 0 && !v.Unset &&
				in.dialect.Has(dialect.TildeReadsPWD)
		}
		return in.pwd()
	case name == "-":
		if v, ok := in.st.Vars["OLDPWD"]; ok {
			return v.Word.Text, v.Word.Known() && len(v.Alts) == 0 && !v.Unset &&
				in.dialect.Has(dialect.TildeReadsPWD)
		}
		return in.oneOf(in.st.Old)
	case strings.Trim(name, "0123456789+-") == "":
		return in.stacked(name)
	case in.opt.Users == nil || in.dialect.Has(dialect.NamedDirectories):
		// in zsh ~name may be any variable
		return "", false
	}
	if dir, ok := in.opt.Users(name); ok {
		return dir, true
	}
	return in.unlisted(name)
}

// unlisted is ~name of a user who is in no list that can be read here. Either the machine has the
// account from elsewhere, and then its home lies beside that of the person, or at any rate not in
// the project; or there is none, and the shell leaves the text as it is. Both are followed.
func (in *Interp) unlisted(name string) (string, bool) {
	if in.opt.Home == "" || !expand.UserName(name) {
		return "", false
	}
	switch in.choose(2) {
	case 0:
		return path.Join(path.Dir(in.opt.Home), name), true
	case 1:
		return "~" + name, true
	}
	return "", false
}

func (in *Interp) pwd() (string, bool) {
	if in.st.Real {
		return "", false
	}
	dir, ok := in.oneOf(in.st.Dirs)
	return dir, ok && !goesUp(dir)
}

// oneOf picks one of the directories in which the shell may be.
func (in *Interp) oneOf(d fact.Dirs) (string, bool) {
	if !d.Known || len(d.List) == 0 {
		return "", false
	}
	if len(d.List) == 1 {
		return d.List[0], true
	}
	if k := in.choose(len(d.List)); k >= 0 {
		return d.List[k], true
	}
	return "", false
}

// stacked is an entry of the directory stack: ~N counts from the left, where the current directory
// is ~0.
func (in *Interp) stacked(name string) (string, bool) {
	n := expand.Atoi(strings.TrimPrefix(name, "+"))
	switch {
	case n == 0:
		return in.pwd()
	case n < 0 || n > len(in.st.Stack):
		return "", false
	}
	return in.oneOf(in.st.Stack[len(in.st.Stack)-n])
}
