package main

// isTable reports whether a file beside the presets is a table of what programs do, and no preset.
func isTable(base string) bool {
	switch base {
	case environmentYAML, gitconfigYAML, protectedYAML:
		return true
	}
	return false
}
