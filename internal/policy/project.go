package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
)

// This file asks the file system where the config is. It runs before every call of the agent, so
// each function says what it costs in system calls. os.IsNotExist knows all errors of package os,
// and needs no tables of interfaces as errors.Is does.

const (
	claudeDir = ".claude"
	ownDir    = "fencepost"
	confDir   = "config"
	ownFile   = "fencepost.yaml"
)

// Project is the directory whose files a call may be about.
type Project struct {
	Dir string // absolute where Is
	Is  bool   // false: . contains nothing there
	Git bool   // it holds .git; false: it does not, or nobody has looked

	linked bool     // its .git is no directory
	found  *located // what Find has seen of its config; nil: it has not looked
	from   *located // the same of the directory in which the search began
}

// Find returns the project of a call: the home directory, its ancestors and the root are never one.
//
// The project is claudeProjectDir (the variable CLAUDE_PROJECT_DIR) if that is set, else the
// nearest ancestor of cwd that holds a config or .git, else cwd. cwd should be absolute; if it is
// not, there is no project.
//
// Cost: for each directory from cwd up to the project two lstat (.claude, .git), where .claude
// exists up to three calls more; then one to compare the result with the home directory.
func (h *Home) Find(cwd, claudeProjectDir string) Project {
	if claudeProjectDir != "" {
		if !filepath.IsAbs(claudeProjectDir) {
			claudeProjectDir = filepath.Join(cwd, claudeProjectDir)
		}
		dir := filepath.Clean(claudeProjectDir)
		return Project{Dir: dir, Is: filepath.IsAbs(dir) && !h.atOrAbove(dir)}
	}
	return h.FindFrom(cwd)
}

// FindFrom returns the project of an agent that was started in a directory, which may lie deep in a
// repository: the nearest ancestor that holds a config or .git, or the directory itself, which is
// the project where there is none.
//
// Cost: that of Find.
func (h *Home) FindFrom(cwd string) Project {
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
	return Project{Dir: cwd, Is: !h.atOrAbove(cwd), found: p.from, from: p.from}
}

// ByConfig reports whether nothing but a config says that the directory is the project: it has no
// .git. It costs an lstat where there is a config.
func (p *Project) ByConfig() bool {
	return p.found != nil && len(p.found.files) > 0 && !exists(filepath.Join(p.Dir, ".git"))
}

// Beyond returns the project of cwd as it would be if that one, which Find or Beyond returned, had
// no config: a file that nobody has trusted does not decide how far the project reaches, nor hide
// the config of the one around it.
func (h *Home) Beyond(p Project, cwd string) Project {
	if around := h.nearest(filepath.Dir(p.Dir)); around.Is {
		around.from = p.from
		return around
	}
	cwd = filepath.Clean(cwd)
	return Project{Dir: cwd, Is: !h.atOrAbove(cwd), found: &bare, from: p.from}
}

// Home is the home directory by all its names, as they are when NewHome is called. It may be used
// by several goroutines.
type Home struct {
	dirs  []string // as written and, where that differs, resolved
	once  sync.Once
	infos []fs.FileInfo // of the directories and all above them; written by once
}

// NewHome costs one lstat per component of the home directory, and as many stats more when directories
// are compared. home is "" where there is none.
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

// nearest returns the nearest ancestor of dir, or dir itself, that holds a config or .git and is no
// home directory.
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
			git, linked = gitIn(dir)
		}
		if config || git {
			if h.atOrAbove(dir) {
				return Project{from: from}
			}
			return Project{Dir: dir, Is: true, Git: git, linked: linked, found: found, from: from}
		}
		dir = parent
	}
}

// AtOrAbove reports whether dir is the root, the home directory or an ancestor of it, which are
// never a place to work in. It costs a stat of dir.
func (h *Home) AtOrAbove(dir string) bool { return h.atOrAbove(filepath.Clean(dir)) }

// atOrAbove reports whether dir is the root, the home directory or an ancestor of it. Directories
// are compared as files, because links and file systems that fold case give one directory many
// names. It costs a stat of dir.
func (h *Home) atOrAbove(dir string) bool {
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
	h.once.Do(h.stat)
	return slices.ContainsFunc(h.infos,
		func(other fs.FileInfo) bool { return os.SameFile(info, other) })
}

func (h *Home) stat() {
	for _, dir := range append(slices.Clone(h.dirs), string(filepath.Separator)) {
		for {
			if info, err := os.Stat(dir); err == nil {
				h.infos = append(h.infos, info)
			}
			parent := filepath.Dir(dir)
			if parent == dir {
				break
			}
			dir = parent
		}
	}
}

// gitIn reports whether a directory holds .git, and whether that is the file or link of a work tree
// that belongs to another one. It costs one lstat.
func gitIn(dir string) (there, linked bool) {
	info, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil, err == nil && !info.IsDir()
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
	folder   bool    // there is a .claude
}

var (
	nothing located                 // shared by all places where there is no .claude; never changed
	bare    = located{folder: true} // by those where there is one without a config
)

// empty reports whether there is no config, nor anything in its place.
func (l *located) empty() bool { return l == &nothing || l == &bare }

// locate returns the config files of the layer whose .claude lies in dir: the YAML files of
// .claude/fencepost/config, sorted by name, or else .claude/fencepost.yaml, or none. What is there
// but cannot be read is a problem.
//
// Cost: one lstat where there is no .claude; with it an lstat of .claude/fencepost and of
// .claude/fencepost.yaml, and where the former exists one of .claude/fencepost/config.
func locate(dir string) *located {
	claude := filepath.Join(dir, claudeDir)
	there, err := isDir(claude)
	switch {
	case errors.Is(err, errNotDir):
		return &nothing // a file of that name is somebody else's
	case err != nil:
		return &located{folder: true, problem: unreadable(claude, err)}
	case !there:
		return &nothing
	}
	var files []string
	var warnings []Problem
	own := filepath.Join(claude, ownDir)
	if there, err = isDir(own); err != nil {
		return &located{folder: true, problem: unreadable(own, err)}
	}
	if there {
		conf := filepath.Join(own, confDir)
		files, warnings, err = listConfig(conf)
		if err != nil {
			return &located{folder: true, problem: unreadable(conf, err)}
		}
		if len(files) > 0 {
			return &located{folder: true, files: files, warnings: warnings}
		}
	}
	file := filepath.Join(claude, ownFile)
	switch _, err := os.Lstat(file); {
	case err == nil:
		return &located{folder: true, files: []string{file}, warnings: warnings}
	case !os.IsNotExist(err):
		return &located{folder: true, warnings: warnings, problem: unreadable(file, err)}
	case len(warnings) == 0:
		return &bare
	}
	return &located{folder: true, warnings: warnings}
}

// placeError is what can be in the place of a directory or file.
type placeError string

const (
	errNotDir   placeError = "it is not a directory"
	errDangling placeError = "it is a link to nothing"
	errNotOwn   placeError = "somebody else can write it"
	errNoTrust  placeError = "it is no record of trust"
)

// Errors of ReadRegular.
const (
	ErrNotFile  placeError = "it is not a regular file"
	ErrTooLarge placeError = "it is too large"
)

func (e placeError) Error() string { return string(e) }

// isDir reports whether path is a directory or a link to one. It costs an lstat, for a link a stat
// more.
func isDir(path string) (bool, error) {
	info, err := os.Lstat(path)
	if os.IsNotExist(err) {
		return false, nil
	}
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		info, err = os.Stat(path)
		if os.IsNotExist(err) {
			return false, errDangling
		}
	}
	switch {
	case err != nil:
		return false, err
	case !info.IsDir():
		return false, errNotDir
	}
	return true, nil
}

// listConfig lists the YAML files of a directory by name. Hidden files are left out, as a shell's
// *.yaml does: editors keep locks and backups under such names. It costs an lstat and, where the
// directory exists, an open and its listing.
func listConfig(conf string) (files []string, warnings []Problem, err error) {
	switch _, err := os.Lstat(conf); {
	case os.IsNotExist(err):
		return nil, nil, nil
	case err != nil:
		return nil, nil, err
	}
	entries, err := os.ReadDir(conf)
	if os.IsNotExist(err) {
		return nil, nil, errDangling
	}
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

// unreadable is the problem of a config that is there and cannot be read.
func unreadable(path string, err error) Problem {
	text := err.Error()
	var perr *fs.PathError
	if errors.As(err, &perr) {
		text = perr.Err.Error()
	}
	return Problem{File: path, Text: "the config cannot be read: " + text, Mend: "mend or remove it"}
}
