package shparse

import (
	"path"
	"strings"

	"mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
)

// tilde replaces tilde prefixes (POSIX XCU 2.6.1) in the pieces from n on, which the literal became. In assignments, and in
// arguments that look like one, a tilde after = or : counts too. A prefix of which a character is quoted, or that a quote or
// an expansion continues, is none; what stands behind it may hold backslashes: ~/My\ Documents.
func (in *Interp) tilde(lit *syntax.Lit, index int, last, assign bool, ps []piece, n int) []piece {
	v := joinLines(lit.Value)
	starts, colons := tildes(v, index, in.colons, in.dialect == Bash && !in.made && !assign)
	own := index == 0 && strings.HasPrefix(v, "~/") && len(starts) == 1
	if in.dialect == Zsh && strings.Contains(v, "\\") && !own {
		if len(starts) == 0 && !assign && (index == 0 || v[0] != '~') {
			return ps // none that could be a prefix; in an assignment one could, even behind a quoted colon
		}
		return append(ps[:n], piece{unknown: true, many: !assign, quoted: assign, from: v})
	}
	if in.dialect == Zsh && index > 0 && v[0] == '~' {
		return append(ps[:0], piece{unknown: true, many: !assign, quoted: assign, from: v}) // what stands before it may be empty
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
			if in.dialect == Zsh {
				return append(out, piece{text: v[from:start]}, piece{unknown: true, quoted: true, from: v[start:]})
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
			out = append(out, piece{text: home, quoted: true})
		} else {
			out = append(out, piece{unknown: true, from: "~" + name, quoted: true})
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

// tildes returns where in a literal a tilde prefix may begin, and whether it is an assignment or looks like one, which matters
// to bash in words that no braces made.
func tildes(v string, index int, assign, looks bool) (starts []int, assigns bool) {
	before := byte(0) // the character before, if it is not quoted
	for i := 0; i < len(v); i++ {
		switch c := v[i]; {
		case c == '\\':
			i++
			before = 0
			continue
		case c == '~' && (i == 0 && index == 0 || assign && before == ':'):
			starts = append(starts, i)
		case c == '=' && i > 0 && !assign && index == 0 && len(starts) == 0 && looks && assignable(v[:i]):
			assign = true
			before = ':' // a tilde behind it counts like one behind a colon
			continue
		}
		before = v[i]
	}
	return starts, assign
}

// assignable reports whether what stands before an equals sign makes a word look like an assignment: a name, with or without
// a subscript and a plus sign.
func assignable(s string) bool {
	s = strings.TrimSuffix(s, "+")
	if i := strings.IndexByte(s, '['); i > 0 && strings.HasSuffix(s, "]") {
		s = s[:i]
	}
	return syntax.ValidName(s)
}

// joinLines removes the backslashes that join lines (POSIX XCU 2.2.1).
func joinLines(v string) string {
	if !strings.Contains(v, "\\\n") {
		return v
	}
	var b strings.Builder
	for i := 0; i < len(v); i++ {
		switch {
		case v[i] != '\\' || i+1 == len(v):
			b.WriteByte(v[i])
		case v[i+1] == '\n':
			i++
		default:
			b.WriteString(v[i : i+2])
			i++
		}
	}
	return b.String()
}

// home resolves the name after a tilde.
func (in *Interp) home(name string) (string, bool) {
	switch {
	case name == "":
		if v, ok := in.st.vars["HOME"]; ok {
			return v.word.Text, v.word.Known() && len(v.alts) == 0 && !v.unset
		}
		return in.opt.Home, in.opt.Home != ""
	case in.dialect == POSIX && strings.ContainsAny(name[:1], "+-"):
		return "~" + name, true
	case name == "+":
		if v, ok := in.st.vars["PWD"]; ok {
			return v.word.Text, v.word.Known() && len(v.alts) == 0 && !v.unset && in.dialect != Zsh
		}
		return in.pwd()
	case name == "-":
		if v, ok := in.st.vars["OLDPWD"]; ok {
			return v.word.Text, v.word.Known() && len(v.alts) == 0 && !v.unset && in.dialect != Zsh
		}
		return in.oneOf(in.st.old)
	case strings.Trim(name, "0123456789+-") == "":
		return in.stacked(name)
	case in.opt.Users == nil || in.dialect == Zsh: // in zsh ~name may be any variable
		return "", false
	}
	if dir, ok := in.opt.Users(name); ok {
		return dir, true
	}
	return in.unlisted(name)
}

// unlisted is ~name of a user who is in no list that can be read here. Either the machine has the account from elsewhere, and
// then its home lies beside that of the person, or at any rate not in the project; or there is none, and the shell leaves the
// text as it is. Both are followed.
func (in *Interp) unlisted(name string) (string, bool) {
	if in.opt.Home == "" || !userName(name) {
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

// userName reports whether a name has the characters of a portable user name (POSIX XBD 3.437).
func userName(name string) bool {
	for i := 0; i < len(name); i++ {
		ch := name[i]
		letter := ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch == '_'
		if !letter && (i == 0 || !(ch >= '0' && ch <= '9' || ch == '-' || ch == '.')) {
			return false
		}
	}
	return name != ""
}

func (in *Interp) pwd() (string, bool) {
	if in.st.real {
		return "", false
	}
	dir, ok := in.oneOf(in.st.dirs)
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

// stacked is an entry of the directory stack: ~N counts from the left, where the current directory is ~0.
func (in *Interp) stacked(name string) (string, bool) {
	n := atoi(strings.TrimPrefix(name, "+"))
	switch {
	case n == 0:
		return in.pwd()
	case n < 0 || n > len(in.st.stack):
		return "", false
	}
	return in.oneOf(in.st.stack[len(in.st.stack)-n])
}
