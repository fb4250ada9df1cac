package gatetest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// Files are names with contents.
type Files map[string]string

// Names are the names, sorted.
func (f Files) Names() []string { return slices.Sorted(maps.Keys(f)) }

// Write puts the files below a directory.
func (f Files) Write(t testing.TB, dir string) {
	t.Helper()
	f.write(t, dir, 0o644)
}

// WritePrograms puts the files below a directory, as programs.
func (f Files) WritePrograms(t testing.TB, dir string) {
	t.Helper()
	f.write(t, dir, 0o755)
}

func (f Files) write(t testing.TB, dir string, mode os.FileMode) {
	t.Helper()
	for _, name := range f.Names() {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(f[name]), mode); err != nil {
			t.Fatal(err)
		}
	}
}

// Zip is an archive with the files.
func (f Files) Zip(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range f.Names() {
		m, err := w.Create(name)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := m.Write([]byte(f[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Tar is an archive with the files.
func (f Files) Tar(t testing.TB) string {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, name := range f.Names() {
		h := &tar.Header{Name: name, Mode: 0o644, Size: int64(len(f[name]))}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		if _, err := w.Write([]byte(f[name])); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Gzip is a text, compressed.
func Gzip(t testing.TB, text string) string {
	t.Helper()
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	if _, err := w.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// Mkdir makes directories below the project.
func (w *World) Mkdir(t testing.TB, names ...string) {
	t.Helper()
	for _, name := range names {
		if err := os.MkdirAll(filepath.Join(w.Project, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// Link makes a symbolic link in the project.
func (w *World) Link(t testing.TB, to, name string) {
	t.Helper()
	if err := os.Symlink(to, filepath.Join(w.Project, name)); err != nil {
		t.Fatal(err)
	}
}

// NoRepository takes the directory .git away, which is empty in a new world.
func (w *World) NoRepository(t testing.TB) {
	t.Helper()
	if err := os.RemoveAll(filepath.Join(w.Project, ".git")); err != nil {
		t.Fatal(err)
	}
}

// Git runs git in the project, with no settings but a name. It skips the test where there is no git.
func (w *World) Git(t testing.TB, words ...string) {
	t.Helper()
	needGit(t)
	w.run(t, exec.Command("git", words...))
}

// Sh runs lines of sh in the project, which end with the first that fails.
func (w *World) Sh(t testing.TB, text string) {
	t.Helper()
	if strings.Contains(text, "git") {
		needGit(t)
	}
	w.run(t, exec.Command("sh", "-ec", text))
}

func (w *World) run(t testing.TB, c *exec.Cmd) {
	t.Helper()
	c.Dir = w.Project
	c.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + w.Home, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a",
		"GIT_COMMITTER_EMAIL=a@example.org", "GIT_CONFIG_COUNT=1",
		"GIT_CONFIG_KEY_0=init.defaultBranch", "GIT_CONFIG_VALUE_0=master"}
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s", c, err, out)
	}
}

func needGit(t testing.TB) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("there is no git")
	}
}
