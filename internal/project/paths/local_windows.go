package paths

import (
	"errors"
	"io/fs"
	"os"
	"strings"
)

// onWindows is whether CON is a device in every directory, and files have short names.
const onWindows = true

// native turns a Windows path, or a path as the MSYS shells write it (/c/dir), into the form that
// this package uses: forward slashes, an optional volume such as C:, no trailing dots or blanks and
// no stream names in components.
func native(p string) string {
	p = withoutDevice(strings.ReplaceAll(p, `\`, "/"))
	if len(p) >= 2 && p[0] == '/' && isLetter(p[1]) && (len(p) == 2 || p[2] == '/') {
		p = p[1:2] + ":/" + strings.TrimPrefix(p[2:], "/")
	}
	vol := volume(p)
	comps := strings.Split(p[len(vol):], "/")
	for i, c := range comps {
		if c == "." || c == ".." {
			continue
		}
		c, _, _ = strings.Cut(c, ":")
		comps[i] = strings.TrimRight(c, ". ")
	}
	return strings.ToUpper(vol) + strings.Join(comps, "/")
}

func isAbs(p string) bool { return strings.HasPrefix(p[len(volume(p)):], "/") }

func volume(p string) string {
	if len(p) >= 2 && p[1] == ':' && isLetter(p[0]) {
		return p[:2]
	}
	return ""
}

func readlink(name string) link {
	if target, err := os.Readlink(name); err == nil {
		return link{kind: isLink, target: target}
	}
	switch _, err := os.Lstat(name); {
	case err == nil:
		return link{kind: noLink}
	case errors.Is(err, fs.ErrNotExist):
		return link{kind: missing}
	}
	return link{kind: unreadable}
}

type identity struct{ names uint64 }

// fileID is not asked here: a link count would cost opening each file.
func fileID(string) (id identity, several bool) { return identity{}, false }
