package parse

import (
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
)

// This file decodes the values that only the block sandbox has.

// word decodes one of the words that a field's tag names.
func (d *decoder) word(n *yaml.Node, f *policy.Field) string {
	words := strings.Fields(f.Tag.Get("enum"))
	if was, now, ok := strings.Cut(f.Tag.Get("was"), "="); ok && n.Value == was {
		d.renamed(n, now)
		n.Value = now
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!str" && slices.Contains(words, n.Value) {
		return n.Value
	}
	mend := "use one of " + policy.List(words, "and")
	switch {
	case n.Kind != yaml.ScalarNode:
	case f.Key == "mode" && slices.Contains(words, "auto") && isOn(n.Value):
		mend = "write auto, or require if nothing may run without the sandbox"
	default:
		mend = policy.DidYouMean(n.Value, words)
	}
	d.fail(n, d.place()+" must be "+policy.List(words, "or")+", not "+describe(n), mend)
	return ""
}

// isOn reports whether a word is what people write to switch something on.
func isOn(word string) bool {
	switch strings.ToLower(word) {
	case "on", "true", "yes", "enabled":
		return true
	}
	return false
}

// words decodes a list of such words, each once. It is never nil.
func (d *decoder) words(n *yaml.Node, f *policy.Field) policy.Words {
	out := policy.Words{}
	for _, item := range d.items(n) {
		word := d.word(item, f)
		if out.Has(word) {
			d.mistake(at(item), policy.Quote(word)+" stands twice in "+d.place(), "keep one of the two")
		}
		out = append(out, policy.Entry{Text: word, Pos: at(item)})
	}
	return out
}

// items returns the values of a list, aliases resolved.
func (d *decoder) items(n *yaml.Node) []*yaml.Node {
	if n.Kind != yaml.SequenceNode || n.Tag != "!!seq" {
		d.fail(n, d.place()+" must be a list, not "+describe(n), "write it as [ … ]")
		return nil
	}
	var out []*yaml.Node
	for _, item := range n.Content {
		item, ok := d.resolve(item)
		if !ok || len(d.errors) >= maxProblems {
			break
		}
		out = append(out, item)
	}
	return out
}

func (d *decoder) port(n *yaml.Node) int {
	p, err := strconv.Atoi(n.Value)
	if n.Kind != yaml.ScalarNode || n.Tag != "!!int" || err != nil || p < 1 || p > 65535 {
		d.fail(n, d.place()+" must be a port from 1 to 65535, not "+describe(n), "write the number alone")
		return 0
	}
	return p
}

// amount decodes a limit.
func (d *decoder) amount(n *yaml.Node, f *policy.Field) policy.Amount {
	if n.Kind != yaml.ScalarNode || sandboxconf.Amount(f.Key, n.Value) == 0 {
		d.fail(n, d.place()+" must be a limit, not "+describe(n), "write memory: 4G, processes: 512 or time: 10m")
		return ""
	}
	return policy.Amount(n.Value)
}

// publish decodes none, auto or a list of ports.
func (d *decoder) publish(n *yaml.Node) *policy.Publish {
	switch {
	case n.Kind == yaml.SequenceNode:
		p := &policy.Publish{}
		for _, item := range d.items(n) {
			p.Ports = append(p.Ports, policy.Port{Number: d.port(item), Pos: at(item)})
		}
		return p
	case n.Kind == yaml.ScalarNode && n.Tag == "!!str" && n.Value == "auto":
		return &policy.Publish{Auto: true}
	case n.Kind == yaml.ScalarNode && n.Tag == "!!str" && n.Value == "none":
		return &policy.Publish{}
	}
	d.fail(n, d.place()+" must be none, auto or a list of ports, not "+describe(n),
		"write publish: auto, or publish: [3000]")
	return nil
}

// reasons decodes a mapping of hosts to texts.
func (d *decoder) reasons(n *yaml.Node) policy.Reasons {
	if n.Kind != yaml.MappingNode || n.Tag != "!!map" {
		d.fail(n, d.place()+" must be a mapping of hosts to texts, not "+describe(n),
			`write it as "gist.example": use the internal paste service`)
		return nil
	}
	var out policy.Reasons
	for i := 0; i+1 < len(n.Content) && len(d.errors) < maxProblems; i += 2 {
		key := n.Content[i]
		val, ok := d.resolve(n.Content[i+1])
		if !ok {
			break
		}
		if key.Kind != yaml.ScalarNode || key.Tag != "!!str" {
			d.fail(key, "a key in "+d.place()+" is "+describe(key), "write the host in quotes")
			continue
		}
		if slices.ContainsFunc(out, func(r policy.HostReason) bool { return r.Host == key.Value }) {
			d.fail(key, "the key "+policy.Quote(key.Value)+" stands twice in "+d.place(),
				"keep one of the two")
			continue
		}
		out = append(out, policy.HostReason{Host: key.Value, Text: d.text(val, nil), Pos: at(key)})
	}
	return out
}

// asWritten is a value as people write it; for a list, its words alone.
func asWritten(n *yaml.Node) string {
	if n.Kind != yaml.SequenceNode {
		return n.Value
	}
	var words []string
	for _, item := range n.Content {
		words = append(words, item.Value)
	}
	return "[" + strings.Join(words, ", ") + "]"
}
