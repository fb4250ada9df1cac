package record

import (
	"path"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
)

func OnePath(p *fact.Path) bool { return p.Known && !p.Glob && len(p.Dirs) <= 1 }

// Concurrent reports whether a text has a command that runs while others do: a lone ampersand, in
// whatever place.
func Concurrent(text string) bool {
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

// Loadable reports whether a name is one of files that Python or JavaScript loads without being
// told their path.
func Loadable(name string) bool {
	switch path.Ext(name) {
	case ".py", ".pyc", ".so", ".pth", ".js", ".cjs", ".mjs", ".json", ".node", ".cfg":
		return true
	}
	return false
}

// RunsShell reports whether a command runs a file that it is given as shell text.
func RunsShell(name string) bool {
	switch name {
	case "sh", "bash", "dash", "zsh", "ksh", "ash", "rbash", "mksh", ".", "source":
		return true
	}
	return false
}

// ShellOf is the shell that reads a program's text: sh unless it is another one.
func ShellOf(name string) string {
	switch name {
	case "bash", "rbash", "zsh", "ksh", "mksh", "dash", "ash":
		return name
	}
	return "sh"
}

// Interpreter is the last word of a script's first line; a script without one is run by sh.
func Interpreter(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	words := strings.Fields(strings.TrimPrefix(line, "#!"))
	if !strings.HasPrefix(line, "#!") || len(words) == 0 {
		return "sh"
	}
	return words[len(words)-1]
}

const WordLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-"

func PlainWord(w *fact.Word) bool {
	return w.Known() && strings.Trim(w.Text, WordLetters) == ""
}

// PlainCode reports whether the bytes of a file are the text that its interpreter reads: an
// encoding that the file names, a line that ends in another way, or an archive behind the text
// would make it another one. The encoding is looked at later.
func PlainCode(text string) bool {
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' && text[i] != '\n' && text[i] != '\t' {
			return false
		}
	}
	return true
}

// PlainEncoding reports whether the first two lines of Python name no encoding in which its letters
// are not what they seem (Python reference 2.1.4). It counts in files, standard input among them.
func PlainEncoding(text string) bool {
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

// IsData reports whether a file of that name is hardly settings or code to any program.
func IsData(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".txt", ".md", ".log", ".csv", ".tsv", ".out", ".html", ".css", ".svg", ".png", ".jpg",
		".jpeg", ".gif", ".pdf", ".xml",
		".sum", ".diff", ".patch", ".lock", ".pid", ".db", ".sqlite":
		return true
	}
	return false
}

func IsName(s string) bool {
	for i, r := range s {
		if r != '_' && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return s != ""
}

// PlainArgument reports whether an argument is an option, a word, a number or the name of something
// in the project or the scratch directory, and nothing that could be code.
func (a *Call) PlainArgument(c *fact.Command, w *fact.Word) bool {
	if !w.Known() || strings.Trim(w.Text, WordLetters+"./=:,@+") != "" ||
		strings.Contains(w.Text, "..") || strings.Contains(w.Text, "://") {
		return false
	}
	value := w.Text
	if at := strings.LastIndexAny(value, "=:,"); at >= 0 {
		value = value[at+1:]
		if strings.ContainsAny(w.Text[:at], "/") {
			return false
		}
	}
	name := fact.Lit(value)
	p := a.Path(c.Dirs, &name)
	if a.InScratch(&p) {
		return true
	}
	written, target := a.Places.Inside(&p, ".", false)
	return value == "" || written.And(target) == fact.Yes
}

// Losing reports whether a name says that something is published, deployed, changed elsewhere or
// lost, as names of tasks do.
func Losing(name string) bool { return lang.Says("losing", name) }

// CopyOperands are the sources and the destination of cp and its like; dest is nil where there is
// only one operand, which ln puts into its directory.
func CopyOperands(c *fact.Command) (sources []fact.Word, dest *fact.Word) {
	for i := range c.Operands {
		switch o := &c.Operands[i]; {
		case o.Flag == "", o.Flag == "-Path", o.Flag == "-LiteralPath":
			sources = append(sources, o.Word)
		case o.Flag == "-t", o.Flag == "--target-directory", o.Flag == "-Destination":
			dest = &o.Word
		}
	}
	switch {
	case dest != nil || len(sources) == 0:
	case len(sources) == 1:
		here := fact.Lit(".")
		dest = &here
	default:
		dest = &sources[len(sources)-1]
		sources = sources[:len(sources)-1]
	}
	return sources, dest
}

// Source reports whether files with that ending are text by what they are for. They are what is
// read most, and need not be opened to see.
func Source(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".go", ".py", ".js", ".jsx", ".ts", ".tsx", ".rs", ".java", ".c", ".h", ".cc", ".cpp", ".hpp",
		".cs", ".rb", ".php", ".kt", ".swift", ".md", ".json", ".yaml", ".yml", ".toml", ".html", ".css",
		".sh":
		return true
	}
	return false
}

// Language names a language for people.
func Language(lang string) string {
	switch lang {
	case "python":
		return "Python"
	case "javascript":
		return "JavaScript"
	case "php", "sql":
		return strings.ToUpper(lang)
	case "":
		return "program"
	}
	return strings.ToUpper(lang[:1]) + lang[1:]
}

// Joined is a directory that is named from another one.
func Joined(dir, name string) string {
	if path.IsAbs(name) {
		return path.Clean(name)
	}
	return path.Join(dir, name)
}

// QuietOption reports whether an option of npx says nothing of what is run.
func QuietOption(word string) bool {
	switch word {
	case "-y", "--yes", "--no", "--no-install", "-q", "--quiet", "--silent", "--prefer-offline":
		return true
	}
	return false
}
