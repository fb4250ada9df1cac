// Package presets holds the bundled rules and command specs as people write them: one YAML file
// each. What runs is compiled from them into package gen.
package presets

import "embed"

//go:embed *.yaml
var files embed.FS

// Source returns the text of a preset's file; "" for a name that is none.
func Source(name string) string {
	text, err := files.ReadFile(name + ".yaml")
	if err != nil {
		return ""
	}
	return string(text)
}
