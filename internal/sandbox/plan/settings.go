package plan

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
)

// sshConfig are the settings of ssh for the whole machine.
const sshConfig = "/etc/ssh/ssh_config"

// most is how many files of settings are taken.
const mostSettings = 32

// settings finds the files that ssh's settings include. ssh ends where one of them belongs neither to
// root nor to who runs it, and in the namespace of another user than root those of root are nobody's.
// So the run gets copies, of those that are root's and that nobody else can write.
func (b *builder) settings() {
	if b.r.UID == 0 || b.p.Net == sandbox.NetNone {
		return
	}
	var found []string
	b.included(sshConfig, &found)
	for _, p := range found {
		b.add(Step{Do: Replace, Path: p, Type: File, Text: b.fs.Text(p)})
	}
}

// included adds what a file includes, and what that does.
func (b *builder) included(file string, found *[]string) {
	for line := range strings.Lines(b.fs.Text(file)) {
		for _, glob := range includes(line) {
			b.glob("/", split(subpath.From(path.Dir(sshConfig), glob)), func(p string, _ Type) {
				to, ok := b.fs.Resolve(p)
				if !ok || slices.Contains(*found, to) || len(*found) == mostSettings ||
					b.rootOf(to) != "" || b.hides[to] != nil || b.inHidden(to) || !b.fs.Roots(to) {
					return
				}
				*found = append(*found, to)
				b.included(to, found)
			})
		}
	}
}

// includes are the files that a line of ssh's settings names.
func includes(line string) []string {
	line = strings.TrimSpace(line)
	const word = "include"
	if len(line) <= len(word) || !strings.EqualFold(line[:len(word)], word) ||
		!strings.ContainsRune(" \t=\"", rune(line[len(word)])) {
		return nil
	}
	line, _, _ = strings.Cut(line[len(word):], "#")
	var out []string
	for _, f := range strings.Fields(strings.Replace(line, "=", " ", 1)) {
		if f = strings.Trim(f, `"`); f != "" && f[0] != '~' {
			out = append(out, f)
		}
	}
	return out
}
