package tasks

import (
	"path"
	"slices"
	"strings"
)

// What `go generate` runs stands behind //go:generate at the beginning of lines of Go files (go help
// generate). It is no shell text; where it is words without quotes a shell reads it alike. It runs in
// the directory of the file.

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
			r.unknown("fencepost does not know the directory of " + name) // the path of a package
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
	if !slices.Contains(g.Files, name) {
		if len(g.Files) == maxFiles {
			g.unknown("it has more files than can be looked at")
			return
		}
		g.Files = append(g.Files, name)
	}
	aliases := map[string]string{}
	n := 0
	for line := range strings.Lines(text) {
		n++
		rest, ok := strings.CutPrefix(strings.TrimRight(line, "\r\n"), goDirective)
		if !ok || rest == "" || rest[0] != ' ' && rest[0] != '\t' {
			continue
		}
		base, at := path.Base(name), decimal(n)
		rest = strings.NewReplacer("${GOFILE}", base, "$GOFILE", base, "${GOLINE}", at, "$GOLINE", at,
			"${GOPACKAGE}", Word, "$GOPACKAGE", Word).Replace(strings.TrimSpace(rest))
		if alias, ok := strings.CutPrefix(rest, "-command "); ok {
			short, long, _ := strings.Cut(strings.TrimSpace(alias), " ")
			aliases[short] = long
			continue
		}
		word, words, _ := strings.Cut(rest, " ")
		if long, ok := aliases[word]; ok {
			rest = long + " " + words
		}
		if strings.Trim(rest, plainLetters+Word+" \t") != "" {
			g.unknown("a directive is not understood (" + base + ":" + at + ")")
		}
		g.add(Line{Text: rest, File: name, Line: n, Dir: path.Dir(name), Shell: "sh", Task: "generate"},
			"")
	}
}
