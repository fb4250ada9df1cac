package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// ownConfig is the config of the person whose home it is, "" for one's own: the one that is there, or
// the one that would be.
func ownConfig(home string) (string, error) {
	if home == "" {
		var err error
		if home, err = os.UserHomeDir(); err != nil {
			return "", err
		}
	}
	if files := policy.Load(policy.Source{Home: home}).Files; len(files) > 0 {
		return files[0], nil
	}
	return filepath.Join(home, confighome.File), nil
}

// keyEdit sets a key of a block in a config to a word, for a command.
type keyEdit struct {
	command, block, key, word string
	starter                   string // a config where there is none yet
	says                      string // what is so when it is written
	// now is the word that a config says, "" for none.
	now func(set *rule.Settings) string
	// holds are words beside which nothing has to change.
	holds []string
}

// apply edits the file, and says what it did.
func (e *keyEdit) apply(s stdio, file string) int {
	f, err := hookfile.ReadText(file)
	if err != nil {
		return s.fail("%s: %v", e.command, err)
	}
	text := []byte(e.starter)
	if f.Old != nil {
		if text, err = e.edit(file, f.Old); err != nil {
			return s.fail("%s: %s: %v; write `%s: {%s: %s}` there yourself. Nothing was changed in it",
				e.command, file, err, e.block, e.key, e.word)
		}
	}
	if bytes.Equal(text, f.Old) {
		s.printf("%s: nothing to change\n", file)
		return exitOK
	}
	if err := s.rewrite(f, text, ": "+e.says); err != nil {
		return s.fail("%s: %v", e.command, err)
	}
	return exitOK
}

// edit sets the key and leaves every other byte as it is.
func (e *keyEdit) edit(file string, old []byte) ([]byte, error) {
	now, err := e.wordIn(file, old)
	if err != nil {
		return nil, errors.New("the file has mistakes (`fencepost verify`)")
	}
	if now == e.word || slices.Contains(e.holds, now) {
		return old, nil
	}
	text, err := withKey(old, e.block, e.key, e.word)
	if err != nil {
		return nil, err
	}
	if now, err = e.wordIn(file, text); err != nil || now != e.word {
		return nil, errors.New("fencepost cannot edit this file safely")
	}
	return text, nil
}

func (e *keyEdit) wordIn(file string, text []byte) (string, error) {
	doc, problems, _ := parse.Parse(file, text, policy.Config)
	if len(problems) > 0 {
		return "", errors.New(problems[0].String())
	}
	set := doc.Settings()
	return e.now(&set), nil
}

// rewrite puts a new text into a file, and says so and where the old one is. more is said behind it.
func (s stdio) rewrite(f *hookfile.File, text []byte, more string) error {
	f.NewMode(0o644)
	backup, err := f.Write(text)
	if err != nil {
		return errors.New(f.Name + ": " + cause(err))
	}
	s.printf("wrote %s%s\n", oneLine(f.Name), more)
	if backup != "" {
		s.printf("the file as it was: %s\n", oneLine(backup))
	}
	return nil
}

// withKey sets a key of a block in a config to a word, and leaves every other byte as it is. Who
// calls it reads the result again, as YAML can be written in many ways.
func withKey(old []byte, block, key, word string) ([]byte, error) {
	line := block + ": {" + key + ": " + word + "}"
	var root yaml.Node
	if err := yaml.Unmarshal(old, &root); err != nil {
		return nil, err
	}
	newline := "\n"
	if bytes.Contains(old, []byte("\r\n")) {
		newline = "\r\n"
	}
	if len(root.Content) == 0 {
		return ended(old, newline, line), nil
	}
	top := root.Content[0]
	if top.Kind != yaml.MappingNode || top.Style&yaml.FlowStyle != 0 {
		return nil, errors.New("the file does not hold keys")
	}
	name, value := member(top, block)
	if name == nil {
		return ended(old, newline, line), nil
	}
	if _, present := member(value, key); present != nil {
		at, err := offsetOf(old, present.Line, present.Column)
		if err != nil {
			return nil, err
		}
		return slices.Concat(old[:at], []byte(word), old[at+len(asWritten(old, at)):]), nil
	}
	return intoBlock(old, name, value, key+": "+word, newline)
}

// intoBlock puts a key, which the block has not, first into a block.
func intoBlock(old []byte, name, value *yaml.Node, text, newline string) ([]byte, error) {
	unusual := errors.New("the value of " + name.Value + " is written in an unusual way")
	switch {
	case value.Kind == yaml.MappingNode && value.Style&yaml.FlowStyle != 0:
		at, err := offsetOf(old, value.Line, value.Column)
		if err != nil || old[at] != '{' {
			return nil, unusual
		}
		sep := ""
		if len(value.Content) > 0 {
			sep = ", "
		}
		return slices.Concat(old[:at+1], []byte(text+sep), old[at+1:]), nil
	case value.Kind == yaml.MappingNode && value.Anchor == "" && value.Line > name.Line:
		at, err := offsetOf(old, value.Content[0].Line, value.Content[0].Column)
		if err != nil {
			return nil, unusual
		}
		indent := strings.Repeat(" ", value.Content[0].Column-1)
		return slices.Concat(old[:at], []byte(text+newline+indent), old[at:]), nil
	case value.Kind == yaml.ScalarNode && value.Tag == "!!null" && value.Value == "":
		at, err := offsetOf(old, name.Line, name.Column+len(name.Value)+1)
		if err != nil {
			return nil, unusual
		}
		return slices.Concat(old[:at], []byte(" {"+text+"}"), old[at:]), nil
	}
	return nil, unusual
}

// ended is a text with one more line at its end.
func ended(old []byte, newline, line string) []byte {
	text := slices.Clone(old)
	if len(text) > 0 && text[len(text)-1] != '\n' {
		text = append(text, newline...)
	}
	return append(text, line+newline...)
}

// member finds a key of a mapping with its value.
func member(n *yaml.Node, name string) (key, value *yaml.Node) {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil, nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i], n.Content[i+1]
		}
	}
	return nil, nil
}

// offsetOf is the place of a line and a column in characters, both counted from one.
func offsetOf(text []byte, line, col int) (int, error) {
	at := 0
	for ; line > 1; line-- {
		n := bytes.IndexByte(text[at:], '\n')
		if n < 0 {
			return 0, fmt.Errorf("there is no such line")
		}
		at += n + 1
	}
	for i := range string(text[at:]) {
		if col--; col == 0 {
			return at + i, nil
		}
	}
	if col == 1 {
		return len(text), nil
	}
	return 0, errors.New("there is no such column")
}

// asWritten is the scalar at a place: silent, "silent" or 'silent'.
func asWritten(text []byte, at int) string {
	rest := string(text[at:])
	for _, q := range []string{`"`, `'`} {
		if inner, ok := strings.CutPrefix(rest, q); ok {
			word, _, _ := strings.Cut(inner, q)
			return q + word + q
		}
	}
	end := strings.IndexFunc(rest, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < 'A' ||
			r > 'Z')
	})
	if end < 0 {
		return rest
	}
	return rest[:end]
}
