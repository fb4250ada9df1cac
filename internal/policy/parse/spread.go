package parse

import "gopkg.in/yaml.v3"

// spread replaces each rule on effects that has a list globs by one rule for each glob, with the
// place of the glob. Presets and organisation files write rules on many paths like this.
func spread(items []*yaml.Node) []*yaml.Node {
	var out []*yaml.Node
	for i, item := range items {
		at := globsOf(item)
		if at < 0 {
			if out != nil {
				out = append(out, item)
			}
			continue
		}
		if out == nil {
			out = append(out, items[:i]...)
		}
		for _, glob := range item.Content[at+1].Content {
			rule := *item
			rule.Line, rule.Column = glob.Line, glob.Column
			rule.Content = append([]*yaml.Node(nil), item.Content...)
			key := *item.Content[at]
			key.Value = "glob"
			rule.Content[at], rule.Content[at+1] = &key, glob
			out = append(out, &rule)
		}
	}
	if out == nil {
		return items
	}
	return out
}

// globsOf is the index of the key globs in a rule, if its value is a list; else it is negative.
func globsOf(item *yaml.Node) int {
	if item.Kind != yaml.MappingNode {
		return -1
	}
	for i := 0; i+1 < len(item.Content); i += 2 {
		if item.Content[i].Value == "globs" {
			if list := item.Content[i+1]; list.Kind == yaml.SequenceNode && len(list.Content) > 0 {
				return i
			}
		}
	}
	return -1
}
