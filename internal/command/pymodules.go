package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/lang"
)

// ShadowsPython reports whether a file in a directory in which Python looks for modules takes the
// place of one of its own library, or of what it loads by itself. Nearly every import loads some of
// these.
func ShadowsPython(entry string) bool {
	name, _, found := strings.Cut(entry, ".")
	if !found {
		return false // a directory, which may be none of Python
	}
	switch entry[strings.LastIndexByte(entry, '.'):] {
	case ".py", ".pyc", ".so", ".pyd":
		return OwnModule(name)
	}
	return false
}

// OwnModule reports whether Python brings a module of that name.
func OwnModule(name string) bool {
	return lang.Word("python", "modules", name)
}
