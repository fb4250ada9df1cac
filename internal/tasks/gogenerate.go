package tasks

import (
	"path"
	"strings"
)

// What `go generate` runs stands behind //go:generate at the beginning of lines of Go files (go help
// generate). It is no shell text: the words are divided at blanks, strings in quotes are those of
// Go, and variables are replaced. It runs in the directory of the file.

const goDirective = "//go:generate"

// goDirs bounds the directories that are looked into.
const goDirs = 512

func (r *reader) goGenerate() {
	names := r.call.Names
	if len(names) == 0 {
		names = []string{"."}
	}
	g := &generating{reader: r}
	for _, name := range names {
		dir, all := strings.CutSuffix(name, "/...")
		if name == "..." {
			dir, all = ".", true
		}
		switch {
		case strings.HasSuffix(name, ".go") && !strings.Contains(name, ".."):
			g.file(path.Join(r.call.Dir, name))
		case dir != "." && !strings.HasPrefix(dir, "./") || strings.Contains(dir, ".."):
			r.unknown("which directory " + name + " is is not known") // the path of a package
		default:
			g.dir(path.Join(r.call.Dir, dir), all)
		}
	}
	if len(r.Files) == 0 && g.first != "" {
		r.Files = append(r.Files, g.first)
	}
}

type generating struct {
	*reader
	first string // a file without directives
	dirs  int
}

// dir reads the files of a directory, and of those below where all are meant.
func (g *generating) dir(dir string, all bool) {
	if g.dirs++; g.dirs > goDirs {
		g.unknown("it has more directories than can be looked at")
		return
	}
	names, state := g.files.Names(dir)
	if state != Found {
		if g.dirs == 1 {
			g.unknown("the directory cannot be looked into")
		}
		return // a file, or a link, which is not followed
	}
	for _, name := range names {
		switch {
		case strings.HasSuffix(name, ".go"):
			g.file(path.Join(dir, name))
		case !all || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") ||
			name == "testdata" || name == "vendor" || strings.Contains(name, "."):
		default:
			g.dir(path.Join(dir, name), true)
		}
	}
}

// file takes the directives of a file.
func (g *generating) file(name string) {
	text, state := g.files.Read(name)
	if state != Found || len(text) > maxFile || strings.Contains(text, unknown) {
		g.Blind = true
		g.unknown(name + " could not be read")
		return
	}
	if g.first == "" {
		g.first = name
	}
	if !strings.Contains(text, goDirective) {
		return
	}
	if !has(g.Files, name) {
		if len(g.Files) == maxFiles {
			g.unknown("it has more files than can be looked at")
			return
		}
		g.Files = append(g.Files, name)
	}
	aliases := map[string][]string{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		rest, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), goDirective)
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		l := Line{File: name, Line: n, Dir: path.Dir(name), Shell: "sh", Task: "generate"}
		words, ok := goWords(rest, path.Base(name), n)
		switch {
		case !ok || len(words) == 0:
			g.unknown("a directive is not understood (" + path.Base(name) + ":" + decimal(n) + ")")
			continue
		case words[0] == "'-command'" && len(words) > 2:
			aliases[words[1]] = words[2:]
			continue
		}
		if long := aliases[words[0]]; long != nil {
			words = append(long[:len(long):len(long)], words[1:]...)
		}
		l.Text = strings.Join(words, " ")
		g.add(l, "")
	}
}

// goWords divides a directive into words, each as a word of the shell.
func goWords(s, file string, line int) (words []string, ok bool) {
	for {
		s = strings.TrimLeft(s, " \t")
		switch {
		case s == "":
			return words, true
		case s[0] == '"':
			end := 1
			for end < len(s) && s[end] != '"' {
				if s[end] == '\\' {
					return nil, false
				}
				end++
			}
			if end+1 < len(s) && s[end+1] != ' ' && s[end+1] != '\t' || end == len(s) {
				return nil, false
			}
			words, s = append(words, goWord(s[1:end], file, line)), s[end+1:]
		default:
			end := strings.IndexAny(s, " \t")
			if end < 0 {
				end = len(s)
			}
			words, s = append(words, goWord(s[:end], file, line)), s[end:]
		}
	}
}

// goWord quotes a word, but for the variables in it.
func goWord(s, file string, line int) string {
	b := "'"
	for i := 0; i < len(s); i++ {
		if s[i] == '\'' {
			b += `'\''`
			continue
		}
		name := ""
		end := i + 1
		if s[i] == '$' {
			if end < len(s) && s[end] == '{' {
				if n := strings.IndexByte(s[end:], '}'); n > 0 {
					name, end = s[end+1:end+n], end+n+1
				}
			} else {
				for end < len(s) && (s[end] == '_' || s[end] >= '0' && s[end] <= '9' ||
					s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z') {
					end++
				}
				name = s[i+1 : end]
			}
		}
		switch name {
		case "":
			b += s[i : i+1]
			continue
		case "GOFILE":
			b += strings.ReplaceAll(file, "'", `'\''`)
		case "GOLINE":
			b += decimal(line)
		case "DOLLAR":
			b += "$"
		default:
			b += "'" + Word + "'"
		}
		i = end - 1
	}
	return b + "'"
}
