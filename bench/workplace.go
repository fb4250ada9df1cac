package bench

import (
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/policy"
)

// Workplace is a home directory with a project for each config, in a directory of its own.
type Workplace struct {
	Dir  string
	Home string
}

// Temp is where workplaces are made: where their paths are as long on every machine, because paths
// are allocated, too.
func Temp() string {
	const tmp = "/tmp"
	if info, err := os.Stat(tmp); runtime.GOOS != "windows" && err == nil && info.IsDir() {
		return tmp
	}
	return os.TempDir()
}

// NewWorkplace makes the directories below parent. Their name does not hold that of the program: such
// paths are looked at more closely, and those of nearly all projects are not.
func NewWorkplace(parent string, classes []Class) (*Workplace, error) {
	dir, err := os.MkdirTemp(parent, "benchmark-calls-")
	if err != nil {
		return nil, err
	}
	w := &Workplace{Dir: dir, Home: filepath.Join(dir, "home")}
	for _, c := range classes {
		if err := w.project(c.Config); err != nil {
			w.Remove()
			return nil, err
		}
	}
	return w, nil
}

func (w *Workplace) project(c Config) error {
	dir := w.Project(c)
	if err := os.MkdirAll(filepath.Join(dir, ".git"), 0o755); err != nil {
		return err
	}
	text := c.text()
	if text == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Join(dir, confighome.Dir), 0o755); err != nil {
		return err
	}
	file := filepath.Join(dir, confighome.File)
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		return err
	}
	return w.trust(c)
}

// trust records that the person trusts the config of a project, as those who measure their own have
// done.
func (w *Workplace) trust(c Config) error {
	dir := w.Project(c)
	p, _, _ := gate.New(gate.Options{Home: w.Home}).Stranger(dir)
	return policy.WriteTrust(w.ConfigHome(c),
		&policy.Trust{Project: policy.ResolveProject(dir), Config: p.ConfigSum()})
}

// ConfigHome is where the person's config and records of trust lie. Without a config in the project
// there is nothing: what the others have in it would cost their calls something, too.
func (w *Workplace) ConfigHome(c Config) string {
	switch {
	case c == NoConfig:
		return w.Home
	case c.edited():
		return filepath.Join(w.Dir, c.dir()) // what is compiled there is thrown away again
	}
	return filepath.Join(w.Dir, "trust")
}

// Project returns the directory of the project with that config.
func (w *Workplace) Project(c Config) string { return filepath.Join(w.Home, "work", c.dir()) }

// Hook returns the gate, fencepost-hook, as the agent starts it for a call of the class.
func (w *Workplace) Hook(exe string, c *Class) Command {
	dir := w.Project(c.Config)
	env := []string{"HOME=" + w.Home, "FENCEPOST_HOME=" + w.ConfigHome(c.Config), "SHELL=/bin/bash",
		"PATH=/usr/local/bin:/usr/bin:/bin"}
	if root := os.Getenv("SystemRoot"); root != "" {
		env = append(env, "SystemRoot="+root) // without it Windows starts no program
	}
	return Command{Argv: []string{exe}, Dir: dir, Env: env, In: c.input(dir)}
}

// gate judges the call of a class in this process.
func (w *Workplace) gate(c *Class) *gate.Gate {
	return gate.New(gate.Options{Home: w.Home, ConfigHome: w.ConfigHome(c.Config),
		Shell: "/bin/bash", Timeout: 10 * time.Second})
}

// Remove removes the directories.
func (w *Workplace) Remove() { os.RemoveAll(w.Dir) }
