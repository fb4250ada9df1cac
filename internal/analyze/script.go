package analyze

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse"
)

// plainCode reports whether the bytes of a file are the text that its interpreter reads: an
// encoding that the file names, a line that ends in another way, or an archive behind the text
// would make it another one. The encoding is looked at later.
func plainCode(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' && text[i] != '\n' && text[i] != '\t' {
			return false
		}
	}
	return true
}

// plainEncoding reports whether the first two lines of Python name no encoding in which its letters
// are not what they seem (Python reference 2.1.4). It counts in files, standard input among them.
func plainEncoding(text string) bool {
	for n := 0; n < 2; n++ {
		line, rest, _ := strings.Cut(text, "\n")
		_, name, found := strings.Cut(line, "coding")
		if text = rest; !found || name == "" || name[0] != ':' && name[0] != '=' ||
			!strings.Contains(line, "#") {
			continue
		}
		name = strings.TrimLeft(name[1:], " \t")
		if i := strings.IndexFunc(name, func(r rune) bool {
			return r != '-' && r != '_' && r != '.' && !('0' <= r && r <= '9') &&
				!('a' <= r|0x20 && r|0x20 <= 'z')
		}); i >= 0 {
			name = name[:i]
		}
		switch strings.ToLower(strings.ReplaceAll(name, "_", "-")) {
		case "", "utf-8", "utf8", "utf-8-sig", "ascii", "us-ascii", "latin-1", "iso-8859-1",
			"iso-latin-1", "iso-8859-15", "cp1252":
		default:
			return false
		}
	}
	return true
}

// writtenOnce is the command that writes a file which command i runs, if the commands before that
// write nothing but files that they name, one by one, and among them the given one once and no
// other code that it could load; -1 if not. Where what they do is looked at again in the end, other
// commands may stand before the one that writes the file.
func (a *Analyzer) writtenOnce(i int, file *fact.Path, loads func(string) bool, again bool) (by int) {
	times, at, other := 0, 0, -1
	target := a.target(file)
	write := func(p *fact.Path) bool {
		if p.Known && p.Abs == file.Abs {
			times++
			by = at
		} else if loads(p.Abs) && !(again && a.judgedWritten(p.Abs)) || target == "" || a.target(p) == target {
			return false // another name of the file, or of its directory
		}
		return single(p)
	}
	for k := range a.facts.Commands[:i] {
		c := &a.facts.Commands[k]
		at = k
		if a.around(k, i) {
			continue
		}
		if c.Kind == fact.Function || len(c.Hazards) > 0 {
			return -1
		}
		plain := len(c.Nested) == 0 && (c.Kind != fact.Simple || c.ReadOnly || plainWriter(c))
		if !plain && again && a.writesNamed(k, file) {
			other, plain = k, true
		} else if !plain {
			return -1
		}
		for r := range c.Redirects {
			t := &c.Redirects[r]
			if t.Exempt || t.Mode == fact.RedirRead || t.Mode == fact.RedirHere {
				continue
			}
			if !write(&t.Path) || t.Mode != fact.RedirWrite && t.Path.Abs == file.Abs {
				return -1
			}
		}
		for e := range c.Effects {
			t := &c.Effects[e]
			if t.Kind == fact.Read || t.Mkdir || t.Kind == fact.Meta && single(&t.Path) || other == k {
				continue
			}
			if t.Kind != fact.Write || !write(&t.Path) {
				return -1
			}
		}
	}
	if times != 1 || other > by {
		return -1
	}
	return by
}

// writesNamed reports whether a command writes no files that its effects do not name, such as those
// of an archive, and not the given one. What it runs is looked at by itself.
func (a *Analyzer) writesNamed(k int, file *fact.Path) bool {
	c := &a.facts.Commands[k]
	for t := a.facts.Trees; t != nil; t = t.Before {
		if t.Command == k {
			return false
		}
	}
	for e := range c.Effects {
		switch t := &c.Effects[e]; t.Kind {
		case fact.Read, fact.Exec, fact.Variable:
		case fact.Write, fact.Append, fact.Delete:
			if !single(&t.Path) || t.Path.Abs == file.Abs {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// around reports whether command k does no more than to start the program that is command i: npx,
// uv run, timeout.
func (a *Analyzer) around(k, i int) bool {
	c, last := &a.facts.Commands[k], &a.facts.Commands[i]
	if c.Wrapper != fact.Transparent || len(c.Nested) != 1 || len(c.Hazards) > 0 ||
		c.Nested[0].Kind != fact.NestedArgv || len(last.Via)+k != i+len(c.Via) || c.File != last.File {
		return false
	}
	for r := range c.Redirects {
		if t := &c.Redirects[r]; !t.Exempt && t.Mode != fact.RedirRead && t.Mode != fact.RedirHere {
			return false
		}
	}
	for e := range c.Effects {
		switch c.Effects[e].Kind {
		case fact.Read, fact.Exec, fact.Network, fact.Variable:
		default:
			return false
		}
	}
	return true
}

// target is the file to which a path leads through the links on the disk; "" where that is not
// known.
func (a *Analyzer) target(p *fact.Path) string {
	if a.Places == nil || !p.Known {
		return ""
	}
	to, ok := a.Places.Target(p.Abs)
	if !ok {
		return ""
	}
	return to
}

// loadable reports whether a name is one of files that Python or JavaScript loads without being
// told their path.
func loadable(name string) bool {
	switch path.Ext(name) {
	case ".py", ".pyc", ".so", ".pth", ".js", ".cjs", ".mjs", ".json", ".node", ".cfg":
		return true
	}
	return false
}

func single(p *fact.Path) bool { return p.Known && !p.Glob && len(p.Dirs) <= 1 }

// plainWriter reports whether a command changes the files that its operands name and no others,
// such as those in a directory.
func plainWriter(c *fact.Command) bool {
	if shparse.IsBuiltin(c.Name) {
		return true
	}
	return c.Is(fact.Plain) && c.System
}

// concurrent reports whether a text has a command that runs while others do: a lone ampersand, in
// whatever place.
func concurrent(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] != '&' {
			continue
		}
		switch {
		case i+1 < len(text) && text[i+1] == '&':
			i++
		case i > 0 && text[i-1] == '>', i+1 < len(text) && text[i+1] == '>':
		default:
			return true
		}
	}
	return strings.Contains(text, "coproc")
}
