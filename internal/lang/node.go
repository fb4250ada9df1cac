package lang

import "strings"

// nodeModule is the argument of node's --import, --loader and --require: packages that only have
// it read other languages, or take variables from a file. Which version is loaded says the project.
func nodeModule(text string, _ Options) Actions {
	return Actions{Complete: Word("javascript", "loaders", strings.TrimSuffix(text, ".js"))}
}
