//go:build linux

package clienttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/tools/release/releasetest"
)

// TestPlugin: the client takes the plugin of a release, installs it from a catalogue on the disk with the
// programs from a registry on loopback, lets its hook stop a call, and updates it.
func TestPlugin(t *testing.T) {
	client := Client(t, Pinned[0])
	testkit.Installed(t, "npm")
	var first, later releasetest.Kept
	t.Cleanup(first.Remove)
	t.Cleanup(later.Remove)
	name := "fencepost-" + releasetest.Platform()
	old := first.Make(t, "0.1.0", "-targets", releasetest.Here())
	registry := releasetest.Serve(t)
	w := NewWorld(t)
	w.Put("{HOME}/.npmrc", "registry="+registry+"/\n")
	w.Put("README.md", "hello\n")
	claude := func(args ...string) string {
		t.Helper()
		args = append([]string{"DISABLE_AUTOUPDATER=1", "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1",
			"NO_PROXY=127.0.0.1", client, "plugin"}, args...)
		out, err := w.Run("env", args...)
		if err != nil {
			t.Fatalf("%q: %v\n%s", args[4:], err, out)
		}
		return out
	}
	offer := func(dist, version string) {
		t.Helper()
		releasetest.Publish(t, registry, dist, version)
		catalogue, err := os.ReadFile(filepath.Join(dist, "marketplace.json"))
		if err != nil {
			t.Fatal(err)
		}
		w.Put("{HOME}/market/.claude-plugin/marketplace.json", string(catalogue))
	}
	holds := func(version string) {
		t.Helper()
		if out := claude("list"); !strings.Contains(out, "Version: "+version) {
			t.Errorf("want %s:\n%s", version, out)
		}
		r := w.Play(client, Each(Bash("touch {OUT}/x"), Bash("cat README.md")))
		if w.Exists("{OUT}/x") || len(r.Replies) != 2 || !r.Replies[1].Ran() ||
			!strings.Contains(r.Replies[0].Text, "Fencepost") {
			t.Errorf("%s: %v\n%s%s", version, r.Err, r.Stderr, transcript(r))
		}
	}
	offer(old, "0.1.0")
	releasetest.Untar(t, filepath.Join(old, name+"-0.1.0.tgz"), filepath.Join(w.Out, "unpacked"))
	claude("validate", "--strict", w.path("{OUT}/unpacked/package"))
	claude("validate", "--strict", w.path("{HOME}/market"))
	claude("marketplace", "add", w.path("{HOME}/market"))
	claude("install", name+"@fencepost")
	holds("0.1.0")
	offer(later.Make(t, "0.1.1", "-targets", releasetest.Here()), "0.1.1")
	claude("marketplace", "update", "fencepost")
	claude("update", name+"@fencepost")
	holds("0.1.1")
}
