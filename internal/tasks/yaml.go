package tasks

import "gopkg.in/yaml.v3"

// parseYAML reads one document. Aliases, merges and tags are given up on.
func parseYAML(source string) (*value, bool) {
	var doc yaml.Node
	if len(source) > maxYAML || yaml.Unmarshal([]byte(source), &doc) != nil ||
		len(doc.Content) != 1 {
		return nil, false
	}
	left := maxValues
	return fromYAML(doc.Content[0], maxNested, &left)
}

// maxYAML bounds the text of a file in YAML.
const maxYAML = 256 << 10

func fromYAML(n *yaml.Node, depth int, left *int) (*value, bool) {
	if *left--; *left < 0 || depth == 0 || n.Anchor != "" {
		return nil, false
	}
	v := &value{line: n.Line, text: n.Value}
	switch n.Kind {
	case yaml.ScalarNode:
		switch n.Tag {
		case "!!str":
			v.kind = text
		case "!!bool", "!!int", "!!float", "!!null":
		default:
			return nil, false
		}
		if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
			v.line++ // the text begins below its sign
		}
	case yaml.SequenceNode:
		v.kind = list
	case yaml.MappingNode:
		v.kind = mapping
	default:
		return nil, false
	}
	for i, c := range n.Content {
		item, ok := fromYAML(c, depth-1, left)
		if !ok {
			return nil, false
		}
		if v.kind == mapping && i%2 == 0 {
			if item.kind == list || item.kind == mapping || c.Tag == "!!merge" {
				return nil, false
			}
			if has(v.names, item.text) {
				return nil, false // which one counts is up to the program
			}
			v.names = append(v.names, item.text)
			continue
		}
		v.items = append(v.items, item)
	}
	return v, true
}
