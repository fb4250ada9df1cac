package main

import (
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"
)

var (
	codeBlock   = regexp.MustCompile("(?ms)^ *```(\\w*)\n(.*?)^ *```")
	commandSpan = regexp.MustCompile("`((?:sudo )?fencepost [^`]*)`")
)

// commandsIn are the words of each command of this program in a shell text. What has to be expanded
// first is left out.
func commandsIn(t *testing.T, text string) [][]string {
	t.Helper()
	file, err := syntax.NewParser().Parse(strings.NewReader(text), "")
	if err != nil {
		t.Fatalf("%v:\n%s", err, text)
	}
	var list [][]string
	syntax.Walk(file, func(n syntax.Node) bool {
		call, ok := n.(*syntax.CallExpr)
		if !ok {
			return true
		}
		var words []string
		for _, w := range call.Args {
			word, known := wordText(w.Parts)
			if !known {
				return true
			}
			words = append(words, word)
		}
		if len(words) > 0 && words[0] == "sudo" {
			words = words[1:]
		}
		if len(words) > 1 && filepath.Base(words[0]) == program {
			list = append(list, words[1:])
		}
		return true
	})
	return list
}

// wordText is what a word means if nothing in it is expanded.
func wordText(parts []syntax.WordPart) (text string, known bool) {
	for _, p := range parts {
		switch p := p.(type) {
		case *syntax.Lit:
			text += regexp.MustCompile(`\\(["$\\`+"`])").ReplaceAllString(p.Value, "$1")
		case *syntax.SglQuoted:
			text += p.Value
		case *syntax.DblQuoted:
			inner, ok := wordText(p.Parts)
			if !ok {
				return "", false
			}
			text += inner
		default:
			return "", false
		}
	}
	return text, true
}

// docPages are README and the pages of docs/.
func docPages(t *testing.T) []string {
	t.Helper()
	pages, err := filepath.Glob("../../docs/*.md")
	if err != nil {
		t.Fatal(err)
	}
	return append(pages, "../../README.md")
}

// TestDocCommands: each command of this program that a page names is there, with its flags.
func TestDocCommands(t *testing.T) {
	seen := 0
	for _, page := range docPages(t) {
		text := read(t, page)
		var lines []string
		for _, block := range codeBlock.FindAllStringSubmatch(text, -1) {
			for line := range strings.Lines(block[2]) {
				line = strings.TrimPrefix(strings.TrimSpace(line), "$ ")
				if regexp.MustCompile(`^(sudo )?(~/\S*/)?fencepost \w`).MatchString(line) {
					lines = append(lines, line)
				}
			}
		}
		for _, m := range commandSpan.FindAllStringSubmatch(codeBlock.ReplaceAllString(text, ""), -1) {
			lines = append(lines, strings.ReplaceAll(m[1], "\n", " "))
		}
		for _, line := range lines {
			for _, words := range commandsIn(t, line) {
				seen++
				checkWords(t, page, words)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d commands", seen)
	}
}

func checkWords(t *testing.T, page string, words []string) {
	t.Helper()
	root := newRoot(stdio{})
	words = longFlags(root, words)
	c, rest, err := root.Find(words)
	if err == nil && !c.DisableFlagParsing {
		c.InitDefaultHelpFlag()
		err = c.ParseFlags(rest)
	}
	switch {
	case err != nil:
		t.Errorf("%s: fencepost %s: %v", page, strings.Join(words, " "), err)
	case c == root, c.HasSubCommands() && c.Flags().NArg() > 0:
		t.Errorf("%s: fencepost %s: there is no such command", page, strings.Join(words, " "))
	}
}
