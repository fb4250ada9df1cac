package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/policy"
)

// ownState is a copy of what a call reads of the user's own: the config, and the records of trust.
// What is measured reads and writes there, so that nothing comes into the user's log, nor among the
// compiled configs.
type ownState struct {
	home string // takes the place of FENCEPOST_HOME
	says string // for people
}

// copyState makes the copy in a directory of its own.
func copyState(opt gate.Options, cwd, temp string) (*ownState, error) {
	dir, err := os.MkdirTemp(temp, "benchmark-own-")
	if err != nil {
		return nil, err
	}
	s := &ownState{home: dir, says: "a copy of the config and the records of trust in a temporary " +
		"directory, with a log of its own"}
	if dir, err = filepath.EvalSymlinks(dir); err == nil {
		s.home = dir
		err = s.fill(opt, cwd)
	}
	if err != nil {
		s.remove()
		return nil, err
	}
	return s, nil
}

func (s *ownState) remove() { os.RemoveAll(s.home) }

func (s *ownState) fill(opt gate.Options, cwd string) error {
	if err := s.copy(os.DirFS(filepath.Join(opt.ConfigHome, confighome.Dir))); err != nil {
		return fmt.Errorf("your config cannot be copied: %w", err)
	}
	opt.ConfigHome = s.home
	p, _, _ := gate.New(opt).Policy(cwd)
	if s.logsOutside(p) {
		if err := s.moveLog(); err != nil {
			return err
		}
		if p, _, _ = gate.New(opt).Policy(cwd); s.logsOutside(p) {
			return fmt.Errorf("the calls would go into the log %s, and this policy does not let it "+
				"be moved; `fencepost bench --suite` measures without your config",
				p.Effective().AuditPath)
		}
		s.says += ", by one file more than your config has"
	}
	if why := p.Failure(); why != "" {
		return fmt.Errorf("a copy of your config does not load, though the config does: %s; "+
			"`fencepost bench --suite` measures without it", why)
	}
	return nil
}

// logsOutside reports whether calls under a policy are logged to a file that is not in the copy.
func (s *ownState) logsOutside(p *policy.Policy) bool {
	set := p.Effective()
	return set.AuditEnabled.Or(true) && set.AuditPath != "" && !subpath.In(set.AuditPath, s.home)
}

// moveLog adds a file to the user's config that has the log in the copy.
func (s *ownState) moveLog() error {
	own := filepath.Join(s.home, confighome.Dir)
	config, single := filepath.Join(own, "fencepost", "config"), filepath.Join(own, "fencepost.yaml")
	if err := os.MkdirAll(config, 0o700); err != nil {
		return err
	}
	if names, _ := os.ReadDir(config); len(names) == 0 {
		err := os.Rename(single, filepath.Join(config, "config.yaml"))
		if errors.Is(err, fs.ErrNotExist) {
			return nil // there is no config of the user's to add to
		}
		if err != nil {
			return err
		}
	}
	// Behind all others: names are read in the order of their bytes.
	return os.WriteFile(filepath.Join(config, "~log.yaml"),
		[]byte("audit: {path: ~/"+confighome.Own+"/logs/audit.jsonl}\n"), 0o600)
}

// copy copies configs and records of trust to files of the user's alone. Links are followed, as they
// are by the hook.
func (s *ownState) copy(from fs.FS) error {
	for _, pattern := range [...]string{"fencepost.yaml", "fencepost/config/*.yaml",
		"fencepost/trust/*"} {
		names, _ := fs.Glob(from, pattern) // the pattern is a right one
		for _, name := range names {
			if info, err := fs.Stat(from, name); err != nil || !info.Mode().IsRegular() {
				continue // neither configs nor records lie deeper
			}
			data, err := fs.ReadFile(from, name)
			to := filepath.Join(s.home, confighome.Dir, filepath.FromSlash(name))
			err = errors.Join(err, os.MkdirAll(filepath.Dir(to), 0o700))
			if err = errors.Join(err, os.WriteFile(to, data, 0o600)); err != nil {
				return err
			}
		}
	}
	return nil
}
