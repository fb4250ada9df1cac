package tune

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// ConfigFile is the file in which rules of the person, or of a project, are written: the config if
// it is one file, else one of its own beside the others.
func ConfigFile(home, project string) (string, error) {
	dir := project
	if dir == "" {
		dir = home
	}
	if !filepath.IsAbs(dir) {
		return "", errors.New("there is no home directory")
	}
	single := filepath.Join(dir, ".claude", "fencepost.yaml")
	p := policy.Load(policy.Source{Project: dir})
	if len(p.Files) > 0 && p.Files[0] != single {
		return filepath.Join(filepath.Dir(p.Files[0]), "tune.yaml"), nil
	}
	return single, nil
}

// Config writes proposals as a config, with what is known of each.
func Config(list []Proposal) string {
	return YAML(rulesOf(list), func(r Rule) []string {
		for i := range list {
			if list[i].Rule == r {
				return list[i].notes()
			}
		}
		return nil
	})
}

func rulesOf(list []Proposal) []Rule {
	out := make([]Rule, len(list))
	for i := range list {
		out[i] = list[i].Rule
	}
	return out
}

// notes says what is known of the calls that the rule would have passed.
func (p *Proposal) notes() []string {
	head := strconv.Itoa(p.Calls) + " asked and ran, last on "
	if p.named {
		head = "by hand, on "
	}
	lines := []string{head + p.Last.UTC().Format(time.DateOnly) + ":"}
	for _, e := range p.Examples {
		lines = append(lines, "  "+shorten(e))
	}
	return append(lines, "also lets pass: "+p.Else)
}

// shorten is an example on one line that is not too long. It holds no control characters.
func shorten(s string) string {
	const most = 100
	if r := []rune(s); len(r) > most {
		return string(r[:most]) + "…"
	}
	return s
}

// Apply adds the rules to a config, and keeps the file as it was beside it. A file that is not
// there imports the preset, if one is named.
func Apply(file string, list []Proposal, preset string) (backup string, err error) {
	old, err := os.ReadFile(file)
	switch {
	case os.IsNotExist(err):
		old = nil
	case err != nil:
		return "", err
	}
	if _, problems, _ := parse.Parse(file, old, policy.Config); len(problems) > 0 {
		return "", errors.New(problems[0].String())
	}
	text, err := merge(old, list, preset)
	if err != nil {
		return "", err
	}
	if _, problems, _ := parse.Parse(file, text, policy.Config); len(problems) > 0 {
		return "", errors.New(problems[0].String())
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		return "", err
	}
	mode := os.FileMode(0o644)
	if old != nil {
		info, err := os.Lstat(file)
		if err != nil {
			return "", err
		}
		if !info.Mode().IsRegular() {
			return "", errors.New("it is not a regular file")
		}
		mode = info.Mode().Perm()
		if backup, err = hookfile.Keep(file, old, mode); err != nil {
			return "", err
		}
	}
	return backup, replace(file, text, mode)
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

// merge adds the rules to the text of a config.
func merge(old []byte, list []Proposal, preset string) ([]byte, error) {
	var root yaml.Node
	if err := yaml.Unmarshal(old, &root); err != nil {
		return nil, err
	}
	if root.Kind == 0 { // nothing, or comments alone
		head := string(old)
		if len(bytes.TrimSpace(old)) == 0 {
			head = "# What the coding agent may do here; `fencepost verify` finds mistakes in this file.\n"
		}
		if preset != "" {
			head += "import: [" + preset + "]\n"
		}
		return []byte(head + Config(list)), nil
	}
	for i := range list {
		if err := insert(&root, &list[i]); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	err := errors.Join(e.Encode(&root), e.Close())
	return out.Bytes(), err
}

// insert adds one rule to the tree of a config.
func insert(root *yaml.Node, p *Proposal) error {
	n := root.Content[0]
	keys := strings.Split(p.In, ".")
	for i, key := range keys {
		if n.Kind != yaml.MappingNode {
			return errors.New("the key " + strings.Join(keys[:i], ".") + " holds no mapping")
		}
		n = child(n, key, i == len(keys)-1)
	}
	if n.Kind != yaml.SequenceNode {
		return errors.New("the key " + p.In + " holds no list")
	}
	var item yaml.Node
	if err := yaml.Unmarshal([]byte(p.Text), &item); err != nil {
		return err
	}
	entry := item.Content[0]
	for _, other := range n.Content {
		if same(other, entry) {
			return nil // it is there
		}
	}
	n.Style &^= yaml.FlowStyle
	entry.HeadComment = "# " + strings.Join(p.notes(), "\n# ")
	n.Content = append(n.Content, entry)
	return nil
}

// same reports whether two entries say the same, in the same order.
func same(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.Value != b.Value || len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !same(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}

// child returns the value of a key, which it makes where it is not there or empty.
func child(n *yaml.Node, key string, list bool) *yaml.Node {
	kind, tag := yaml.MappingNode, "!!map"
	if list {
		kind, tag = yaml.SequenceNode, "!!seq"
	}
	n.Style &^= yaml.FlowStyle
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value != key {
			continue
		}
		v := n.Content[i+1]
		if v.Kind == yaml.ScalarNode && v.Tag == "!!null" {
			v.Kind, v.Tag, v.Value = kind, tag, ""
		}
		return v
	}
	v := &yaml.Node{Kind: kind, Tag: tag}
	n.Content = append(n.Content, &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key}, v)
	return v
}
