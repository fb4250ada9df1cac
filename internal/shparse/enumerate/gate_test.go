//go:build unix

package enumerate

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fencepost/fencepost"
)

// config is the default gate, and allows the commands that the tables use as harmless ones. It
// knows no marker.
const config = `import: [recommended]
redirect: {tmp: false}
tools:
  bash:
    discourageChaining: false
    allow: [echo, "true", "false", cat, ls, sleep, test, nosuch, print, kill, autoload, vared,
      functions, whence, zparseopts, zmodload, zstyle, enable, complete, compgen, bind, caller,
      hash, wait, history, disown, stat]
`

// judges is a gate for each shell.
type judges struct {
	dir   string
	gates map[byte]*fencepost.Gate
}

func newJudges(t testing.TB) *judges {
	t.Helper()
	base, err := os.MkdirTemp("/var/tmp", "enumerate-") // not below /tmp, which rules treat specially
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(base) })
	home := filepath.Join(base, "home")
	j := &judges{dir: filepath.Join(home, "project"), gates: map[byte]*fencepost.Gate{}}
	furnish(j.dir)
	for _, dir := range []string{".git", ".claude"} {
		if err := os.Mkdir(filepath.Join(j.dir, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(j.dir, ".claude", "fencepost.yaml")
	if err := os.WriteFile(file, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	for shell, path := range map[byte]string{'b': "/bin/bash", 'z': "/bin/zsh", 'd': "/bin/bash"} {
		gate, err := fencepost.Open(fencepost.Options{Trusted: true, Home: home, Shell: path,
			Timeout: 20 * time.Second})
		if err != nil {
			t.Fatal(err)
		}
		j.gates[shell] = gate
	}
	return j
}

// judge is what the gate says about a text.
func (j *judges) judge(shell byte, text string) fencepost.Verdict {
	v, err := j.gates[shell].CheckBash(context.Background(), text, j.dir)
	if err != nil {
		panic(err)
	}
	return v
}
