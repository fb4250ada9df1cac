package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
)

// This file asks the file system where the config is. It runs before every call of the agent, so
// each function says what it costs in system calls. os.IsNotExist knows all errors of package os,
// and needs no tables of interfaces as errors.Is does.

// Project is the directory whose files a call may be about.
type Project struct {
	Dir string // absolute where Is
	Is  bool   // false: . contains nothing there
	Git bool   // it holds .git; false: it does not, or nobody has looked

	linked bool     // its .git is no directory
	found  *located // what Find has seen of its config; nil: it has not looked
	from   *located // the same of the directory in which the search began
}

// Find returns the project of a call. It is where the agent says that it was started; if the agent
// does not say so, the nearest ancestor of cwd, or cwd itself, that holds a config or .git; else cwd.
// The home directory, its ancestors and the root are never a project, nor is a cwd that is relative.
//
// Cost: for each directory from cwd up to the project two lstat (.claude, .git), where .claude
// exists up to three calls more; then one to compare the result with the home directory.
func (h *Home) Find(cwd, started string) Project {
	if started != "" {
		if !filepath.IsAbs(started) {
			started = filepath.Join(cwd, started)
		}
		dir := filepath.Clean(started)
		return Project{Dir: dir, Is: filepath.IsAbs(dir) && !h.AtOrAbove(dir)}
	}
	if !filepath.IsAbs(cwd) {
		return Project{Dir: cwd}
	}
	cwd = filepath.Clean(cwd)
	p := h.nearest(cwd)
	if p.Is {
		return p
	}
	// The agent may stand in a link to a directory of the project.
	if real, err := filepath.EvalSymlinks(cwd); err == nil && real != cwd {
		if p := h.nearest(real); p.Is {
			return p
		}
	}
	return Project{Dir: cwd, Is: !h.AtOrAbove(cwd), found: p.from, from: p.from}
}

// ByConfig reports whether only a config says that the directory is the project: there is no .git.
// It costs an lstat where there is a config.
func (p *Project) ByConfig() bool {
	return p.found != nil && len(p.found.files) > 0 && !exists(filepath.Join(p.Dir, ".git"))
}

// Beyond returns the project of cwd as it would be if p, which Find or Beyond returned, had no
// config: a file that nobody has trusted does not decide how far the project reaches, nor hide the
// config of the project around it.
func (h *Home) Beyond(p Project, cwd string) Project {
	if around := h.nearest(filepath.Dir(p.Dir)); around.Is {
		around.from = p.from
		return around
	}
	cwd = filepath.Clean(cwd)
	return Project{Dir: cwd, Is: !h.AtOrAbove(cwd), found: &bare, from: p.from}
}

// Home is the home directory by all its names at the time of NewHome. Several goroutines may use it.
type Home struct {
	dirs  []string // as written and, where that differs, resolved
	once  sync.Once
	infos []fs.FileInfo // of the directories and all above them; written by once
}

// NewHome returns the home directory; home is "" where there is none. It costs one lstat for each
// component of the path, and the first comparison of directories as many stats.
func NewHome(home string) *Home {
	h := &Home{}
	if home == "" || !filepath.IsAbs(home) {
		return h
	}
	home = filepath.Clean(home)
	h.dirs = append(h.dirs, home)
	if real, err := filepath.EvalSymlinks(home); err == nil && real != home {
		h.dirs = append(h.dirs, real)
	}
	return h
}

// nearest returns the nearest ancestor of dir, or dir itself, that holds a config or .git and is not
// a home directory.
func (h *Home) nearest(dir string) Project {
	var from *located
	for {
		parent := filepath.Dir(dir)
		if parent == dir || slices.Contains(h.dirs, dir) {
			// from here on everything is the home directory or above it, or the root
			return Project{from: from}
		}
		found := locate(dir)
		if from == nil {
			from = found
		}
		config := len(found.files) > 0 || found.problem.Text != ""
		git, linked := false, false
		if !config {
			info, err := os.Lstat(filepath.Join(dir, ".git"))
			git, linked = err == nil, err == nil && !info.IsDir()
		}
		if config || git {
			if h.AtOrAbove(dir) {
				return Project{from: from}
			}
			return Project{Dir: dir, Is: true, Git: git, linked: linked, found: found, from: from}
		}
		dir = parent
	}
}

// AtOrAbove reports whether dir is the root, the home directory or an ancestor of it, which are
// never a place to work in. It compares directories as files, because links and file systems that
// fold case give one directory many names. It costs a stat of dir.
func (h *Home) AtOrAbove(dir string) bool {
	dir = filepath.Clean(dir)
	for _, home := range h.dirs {
		if dir == home || strings.HasPrefix(home, strings.TrimSuffix(dir,
			string(filepath.Separator))+string(filepath.Separator)) {
			return true
		}
	}
	if filepath.Dir(dir) == dir {
		return true
	}
	info, err := os.Stat(dir)
	if err != nil {
		return false
	}
	h.once.Do(func() {
		for _, dir := range append(slices.Clone(h.dirs), string(filepath.Separator)) {
			for parent := filepath.Dir(dir); ; parent = filepath.Dir(dir) {
				if info, err := os.Stat(dir); err == nil {
					h.infos = append(h.infos, info)
				}
				if parent == dir {
					break
				}
				dir = parent
			}
		}
	})
	return slices.ContainsFunc(h.infos,
		func(other fs.FileInfo) bool { return os.SameFile(info, other) })
}

// exists costs one lstat. What cannot be asked about does not exist.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// located is what locate finds.
type located struct {
	files    []string
	warnings []Problem
	problem  Problem // of a config that is there and cannot be read; the zero Problem if there is none
	there    bool    // there is a config, or something in its place
	folder   bool    // there is a .claude
}

var (
	nothing located                 // shared by all places where there is no .claude; never changed
	bare    = located{folder: true} // by those where there is one without a config
)

// locate returns the config files of the layer whose .claude lies in dir: the YAML files of
// .claude/fencepost/config, sorted by name, or else .claude/fencepost.yaml, or none. What is there
// but cannot be read is a problem.
//
// Cost: one lstat where there is no .claude; with it an lstat of .claude/fencepost and of
// .claude/fencepost.yaml, and where the former exists one of .claude/fencepost/config.
func locate(dir string) *located {
	path := filepath.Join(dir, confighome.Dir)
	there, err := isDir(path)
	if !there && err == nil || err == errNotDir {
		return &nothing // a file of that name is somebody else's
	}
	l := &located{there: true, folder: true}
	for _, name := range [...]string{confighome.Own, confighome.Config} {
		if there {
			path = filepath.Join(dir, name)
			there, err = isDir(path)
		}
	}
	if there {
		l.files, l.warnings, err = listConfig(path)
	}
	if err == nil && len(l.files) == 0 {
		path = filepath.Join(dir, confighome.File)
		_, err = os.Lstat(path)
		switch {
		case err == nil:
			l.files = []string{path}
		case os.IsNotExist(err):
			if err = nil; len(l.warnings) == 0 {
				return &bare
			}
		}
	}
	if err != nil {
		l.problem = unreadable(path, err)
	}
	return l
}

// placeError is what can be in the place of a directory or file.
type placeError string

const (
	errNotDir  placeError = "it is not a directory"
	errNoTrust placeError = "it is no record of trust"
)

func (e placeError) Error() string { return string(e) }

// isDir reports whether path is a directory or a link to one. It costs an lstat, and a stat for a link.
func isDir(path string) (bool, error) {
	info, err := os.Lstat(path)
	if os.IsNotExist(err) {
		return false, nil
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		info, err = os.Stat(path)
	}
	switch {
	case err != nil:
		return false, err
	case !info.IsDir():
		return false, errNotDir
	}
	return true, nil
}

// listConfig lists the YAML files of a directory by name. It leaves out hidden files, as a shell's
// *.yaml does: editors keep locks and backups under such names.
func listConfig(conf string) (files []string, warnings []Problem, err error) {
	entries, err := os.ReadDir(conf)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case strings.HasPrefix(name, "."):
		case strings.HasSuffix(name, ".yaml"):
			files = append(files, filepath.Join(conf, name))
		case strings.HasSuffix(name, ".yml"):
			warnings = append(warnings, Problem{File: filepath.Join(conf, name),
				Text: "this file is not read", Mend: "rename it to .yaml"})
		}
	}
	return files, warnings, nil
}

// unreadable is the problem of a config that cannot be read, although its name is there.
func unreadable(path string, err error) Problem {
	text := err.Error()
	var perr *fs.PathError
	switch {
	case os.IsNotExist(err):
		text = "it is a link to nothing"
	case errors.As(err, &perr):
		text = perr.Err.Error()
	}
	return Problem{File: path, Text: "the config cannot be read: " + text, Mend: "correct it or remove it"}
}
