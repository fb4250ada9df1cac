package tune

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/activity"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
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
	single := filepath.Join(dir, confighome.File)
	p := policy.Load(policy.Source{Project: dir})
	if len(p.Files) > 0 && p.Files[0] != single {
		return filepath.Join(filepath.Dir(p.Files[0]), "tune.yaml"), nil
	}
	return single, nil
}

// Config writes proposals as a config, with what is known of each.
func Config(list []Proposal) (string, error) {
	root := &yaml.Node{Kind: yaml.DocumentNode, Content: []*yaml.Node{{Kind: yaml.MappingNode}}}
	if err := insertAll(root, list); err != nil {
		return "", err
	}
	text, err := encoded(root)
	return string(text), err
}

// insertAll adds the rules to the tree of a config, those of one list after another.
func insertAll(root *yaml.Node, list []Proposal) error {
	for _, in := range lists {
		for i := range list {
			if p := &list[i]; p.In == in {
				if err := p.insert(root, "# "+strings.Join(p.notes(), "\n# ")); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func encoded(root *yaml.Node) ([]byte, error) {
	var out bytes.Buffer
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	err := errors.Join(e.Encode(root), e.Close())
	return out.Bytes(), err
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
		lines = append(lines, "  "+activity.Cut(e, 100))
	}
	return append(lines, "also lets pass: "+p.Else)
}

// Apply adds the rules to a config, and keeps the file as it was beside it. A file that is not
// there imports the preset, if one is named.
func Apply(file string, list []Proposal, preset string) (backup string, err error) {
	f, err := hookfile.ReadText(file)
	if err != nil {
		return "", err
	}
	if info, err := os.Lstat(file); err == nil && !info.Mode().IsRegular() {
		return "", errors.New("it is not a regular file")
	}
	if err := valid(file, f.Old); err != nil {
		return "", err
	}
	text, err := merge(f.Old, list, preset)
	if err = errors.Join(err, valid(file, text)); err != nil {
		return "", err
	}
	f.NewMode(0o644)
	return f.Write(text)
}

// valid says what is wrong with a config.
func valid(file string, text []byte) error {
	if _, problems, _ := parse.Parse(file, text, policy.Config); len(problems) > 0 {
		return errors.New(problems[0].String())
	}
	return nil
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
		text, err := Config(list)
		return []byte(head + text), err
	}
	if err := insertAll(&root, list); err != nil {
		return nil, err
	}
	return encoded(&root)
}

// insert adds the rule to the tree of a config, with a comment.
func (r *Rule) insert(root *yaml.Node, comment string) error {
	n := root.Content[0]
	keys := strings.Split(r.In, ".")
	for i, key := range keys {
		if n.Kind != yaml.MappingNode {
			return errors.New("the key " + strings.Join(keys[:i], ".") + " holds no mapping")
		}
		n = child(n, key, i == len(keys)-1)
	}
	if n.Kind != yaml.SequenceNode {
		return errors.New("the key " + r.In + " holds no list")
	}
	var item yaml.Node
	if err := yaml.Unmarshal([]byte(r.Text), &item); err != nil {
		return err
	}
	entry := item.Content[0]
	if slices.ContainsFunc(n.Content, func(other *yaml.Node) bool { return same(other, entry) }) {
		return nil // it is there
	}
	n.Style &^= yaml.FlowStyle
	entry.HeadComment = comment
	n.Content = append(n.Content, entry)
	return nil
}

// same reports whether two entries say the same, in the same order.
func same(a, b *yaml.Node) bool {
	return a.Kind == b.Kind && a.Value == b.Value && slices.EqualFunc(a.Content, b.Content, same)
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
