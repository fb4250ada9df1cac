// Package apparmor holds the profile that lets fencepost-run make user namespaces.
package apparmor

import (
	_ "embed"
	"strings"
)

//go:embed fencepost-run
var shipped string

const path = `"/usr/{,local/}bin/fencepost-run"`

// Profile is the profile for a program at a path.
func Profile(program string) string {
	quoted := `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "*", `\*`, "?", `\?`, "[", `\[`, "]", `\]`,
		"{", `\{`, "}", `\}`, "^", `\^`).Replace(program) + `"`
	return strings.Replace(shipped, path, quoted, 1)
}
