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
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// fewerConfig is the person's config where there is none yet.
const fewerConfig = `# What coding agents may do. ` + "`fencepost verify`" + ` finds mistakes here.
import: [recommended]

# explicit: what fencepost allows runs without the agent's own prompt.
# silent: the agent prompts as it does without fencepost.
output: {allow: explicit}
`

// fewerPrompts makes the person's config print an allow, so that the agent does not prompt.
func fewerPrompts(s stdio, t *target) int {
	home := t.home
	if home == "" {
		var err error
		if home, err = os.UserHomeDir(); err != nil {
			return s.fail("install: %v", err)
		}
	}
	file := filepath.Join(home, ".claude", "fencepost.yaml")
	if files := policy.Load(policy.Source{Home: home}).Files; len(files) > 0 {
		file = files[0]
	}
	old, err := os.ReadFile(file)
	text := []byte(fewerConfig)
	switch {
	case err == nil:
		if text, err = explicitAllow(file, old); err != nil {
			return s.fail("install: %s: %v; write `output: {allow: explicit}` there yourself, "+
				"nothing was changed", file, err)
		}
	case !errors.Is(err, os.ErrNotExist):
		return s.fail("install: %s: %s", file, cause(err))
	}
	if bytes.Equal(text, old) {
		s.printf("%s: nothing to change\n", file)
		return exitOK
	}
	f, err := hookfile.ReadText(file)
	if err != nil {
		return s.fail("install: %v", err)
	}
	f.NewMode(0o644)
	backup, err := f.Write(text)
	if err != nil {
		return s.fail("install: %s: %s", file, cause(err))
	}
	s.printf("wrote %s: what fencepost allows runs without the agent's own prompt\n", file)
	if backup != "" {
		s.printf("the file as it was: %s\n", backup)
	}
	s.printf("to undo: set `output: {allow: silent}` there\n")
	return exitOK
}

// explicitAllow sets output.allow to explicit in a config and leaves every other byte as it is.
func explicitAllow(file string, old []byte) ([]byte, error) {
	doc, problems, _ := parse.Parse(file, old, policy.Config)
	if len(problems) > 0 {
		return nil, errors.New("the file has mistakes (`fencepost verify`)")
	}
	if doc.Settings().OutputAllow == rule.OutputExplicit {
		return old, nil
	}
	text, err := withAllow(old)
	if err != nil {
		return nil, err
	}
	now, problems, _ := parse.Parse(file, text, policy.Config)
	if len(problems) > 0 || now.Settings().OutputAllow != rule.OutputExplicit {
		return nil, errors.New("the file is written in a way that cannot be edited safely")
	}
	return text, nil
}

// withAllow is the edit without its checks.
func withAllow(old []byte) ([]byte, error) {
	const line = "output: {allow: explicit}"
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
		return nil, errors.New("the file is no block of keys")
	}
	key, output := member(top, "output")
	if key == nil {
		return ended(old, newline, line), nil
	}
	if _, allow := member(output, "allow"); allow != nil {
		at, err := offsetOf(old, allow.Line, allow.Column)
		if err != nil {
			return nil, err
		}
		return slices.Concat(old[:at], []byte("explicit"), old[at+len(asWritten(old, at)):]), nil
	}
	switch {
	case output.Kind == yaml.MappingNode && output.Style&yaml.FlowStyle != 0:
		at, err := offsetOf(old, output.Line, output.Column)
		if err != nil || old[at] != '{' {
			return nil, errors.New("the value of output is written in an unusual way")
		}
		sep := ""
		if len(output.Content) > 0 {
			sep = ", "
		}
		return slices.Concat(old[:at+1], []byte("allow: explicit"+sep), old[at+1:]), nil
	case output.Kind == yaml.ScalarNode && output.Tag == "!!null" && output.Value == "":
		at, err := offsetOf(old, key.Line, key.Column+len("output:"))
		if err != nil {
			return nil, err
		}
		return slices.Concat(old[:at], []byte(" {allow: explicit}"), old[at:]), nil
	}
	return nil, errors.New("the value of output is written in an unusual way")
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
