// Package edit changes single values in the text of a config, and nothing else of it.
package edit

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// SandboxMode sets sandbox.mode in a config and keeps the file as it was beside it. A file that is
// not there is made, and imports the preset. backup is "" where there was none, or nothing to change.
func SandboxMode(file, mode, preset string) (backup string, err error) {
	return change(file, func(old []byte) ([]byte, error) { return withMode(file, old, mode, preset) })
}

// SandboxBlock adds the block sandbox, as it is written, to a config that has none; else as
// SandboxMode.
func SandboxBlock(file, block, preset string) (backup string, err error) {
	return change(file, func(old []byte) ([]byte, error) {
		was, problems, _ := parse.Parse(file, old, policy.Config)
		if len(problems) > 0 {
			return nil, errors.New(problems[0].String())
		}
		text, ok := changed(old, block, preset)
		if !ok || was.Sandbox != nil {
			return nil, errors.New("there is a block sandbox: in it already")
		}
		if _, problems, _ := parse.Parse(file, text, policy.Config); len(problems) > 0 {
			return nil, errByHand
		}
		return text, nil
	})
}

// change writes what edit makes of a file's text.
func change(file string, edit func(old []byte) ([]byte, error)) (backup string, err error) {
	old, err := os.ReadFile(file)
	switch {
	case os.IsNotExist(err):
		old = nil
	case err != nil:
		return "", err
	}
	text, err := edit(old)
	if err != nil || bytes.Equal(text, old) {
		return "", err
	}
	perm := os.FileMode(0o644)
	if old != nil {
		info, err := os.Lstat(file)
		if err != nil {
			return "", err
		}
		if !info.Mode().IsRegular() {
			return "", errors.New("it is not a regular file: edit what it leads to")
		}
		perm = info.Mode().Perm()
		if backup, err = hookfile.Keep(file, old, perm); err != nil {
			return "", err
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", err
	}
	return backup, replace(file, text, perm)
}

// replace writes a file so that it is whole or as it was.
func replace(file string, text []byte, mode os.FileMode) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".new-*")
	if err != nil {
		return err
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Chmod(mode), f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}

// errByHand is for a text in which the place for the key is not plain.
var errByHand = errors.New("the file is written in a way that is not changed here: set sandbox.mode " +
	"in it by hand")

// withMode is the text of a config with the mode.
func withMode(file string, old []byte, mode, preset string) ([]byte, error) {
	was, problems, _ := parse.Parse(file, old, policy.Config)
	if len(problems) > 0 {
		return nil, errors.New(problems[0].String())
	}
	if was.Sandbox != nil && was.Sandbox.Mode == mode {
		return old, nil
	}
	text, ok := changed(old, "sandbox:\n  mode: "+mode+"\n", preset)
	if was.Sandbox != nil || !ok {
		text, ok = inBlock(old, mode)
	}
	if !ok {
		return nil, errByHand
	}
	is, problems, _ := parse.Parse(file, text, policy.Config)
	if len(problems) > 0 || is.Sandbox == nil || is.Sandbox.Mode != mode ||
		len(is.Scalars) < len(was.Scalars) {
		return nil, errByHand
	}
	return text, nil
}

// changed adds a block at the end of a text that has no such key.
func changed(old []byte, block, preset string) (text []byte, ok bool) {
	var doc yaml.Node
	if yaml.Unmarshal(old, &doc) != nil {
		return nil, false
	}
	if doc.Kind == 0 { // nothing, or comments alone
		head := string(old)
		if strings.TrimSpace(head) == "" {
			head = "# What the coding agent may do; `fencepost verify` finds mistakes in this file.\n"
			if preset != "" {
				head += "import: [" + preset + "]\n"
			}
		}
		return []byte(ended(head) + block), true
	}
	root := doc.Content[0]
	key, _ := find(root, "sandbox")
	if root.Kind != yaml.MappingNode || root.Style&yaml.FlowStyle != 0 || key != nil ||
		root.Column != 1 {
		return nil, false
	}
	return []byte(ended(string(old)) + "\n" + block), true
}

// inBlock sets the mode in the block that is there.
func inBlock(old []byte, mode string) (text []byte, ok bool) {
	var doc yaml.Node
	if yaml.Unmarshal(old, &doc) != nil || doc.Kind == 0 {
		return nil, false
	}
	key, value := find(doc.Content[0], "sandbox")
	if key == nil {
		return nil, false
	}
	if value.Kind == yaml.ScalarNode && value.Tag == "!!null" {
		return insert(old, key.Line, "  mode: "+mode), value.Value == ""
	}
	if value.Kind != yaml.MappingNode || value.Anchor != "" {
		return nil, false
	}
	if _, own := find(value, "mode"); own != nil {
		return put(old, own, mode)
	}
	if value.Style&yaml.FlowStyle == 0 && len(value.Content) > 0 && value.Line > key.Line {
		indent := strings.Repeat(" ", value.Content[0].Column-1)
		return insert(old, key.Line, indent+"mode: "+mode), true
	}
	at := offset(old, value.Line, value.Column)
	if at < 0 || at >= len(old) || old[at] != '{' {
		return nil, false
	}
	added := "mode: " + mode
	if len(value.Content) > 0 {
		added += ", "
	}
	return slices.Concat(old[:at+1], []byte(added), old[at+1:]), true
}

// put takes a word's place. Words in quotes keep them.
func put(old []byte, n *yaml.Node, word string) (text []byte, ok bool) {
	at := offset(old, n.Line, n.Column)
	if n.Kind != yaml.ScalarNode || n.Anchor != "" || at < 0 || at >= len(old) {
		return nil, false
	}
	if old[at] == '"' || old[at] == '\'' {
		at++
	}
	if !bytes.HasPrefix(old[at:], []byte(n.Value)) {
		return nil, false
	}
	return slices.Concat(old[:at], []byte(word), old[at+len(n.Value):]), true
}

// find returns a key of a mapping with its value.
func find(n *yaml.Node, name string) (key, value *yaml.Node) {
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == name {
			return n.Content[i], n.Content[i+1]
		}
	}
	return nil, nil
}

// insert adds a line behind one that is counted from 1.
func insert(old []byte, line int, text string) []byte {
	at := offset(old, line+1, 1)
	if at < 0 {
		return []byte(ended(string(old)) + text + "\n")
	}
	return slices.Concat(old[:at], []byte(text+"\n"), old[at:])
}

// offset is where a line and column are, which count characters from 1; negative for none.
func offset(text []byte, line, col int) int {
	at := 0
	for ; line > 1; line-- {
		i := bytes.IndexByte(text[at:], '\n')
		if i < 0 {
			return -1
		}
		at += i + 1
	}
	for ; col > 1; col-- {
		if at >= len(text) {
			return -1
		}
		_, size := utf8.DecodeRune(text[at:])
		at += size
	}
	return at
}

// ended is a text that ends with a line.
func ended(s string) string {
	if s != "" && !strings.HasSuffix(s, "\n") {
		return s + "\n"
	}
	return s
}
