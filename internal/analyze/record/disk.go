package record

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/shparse"
)

// IsDirectory is isDir for what several commands of a line may name.
func (a *Call) IsDirectory(name string) bool {
	is, asked := a.dirs[name]
	if !asked {
		is = IsDir(name)
		if a.dirs == nil {
			a.dirs = make(map[string]bool)
		}
		a.dirs[name] = is
	}
	return is
}

// ExpandPattern returns the names that a pattern stands for now. A name with a leading dot needs one in
// the pattern, unless the text sets the option that says otherwise.
func (a *Call) ExpandPattern(pattern string) (names []string, ok bool) {
	if strings.Contains(pattern, "**") {
		return nil, false
	}
	found, err := filepath.Glob(pattern)
	if err != nil || len(found) > maxExpanded {
		return nil, false
	}
	text := strings.ToLower(strings.ReplaceAll(a.Text, "_", ""))
	dots := strings.Contains(text, "dotglob") || strings.Contains(text, "globdots")
	for _, f := range found {
		if dots || !hiddenBy(pattern, f) {
			names = append(names, f)
		}
	}
	return names, true
}

func Exists(name string) bool {
	_, err := os.Lstat(name)
	return err == nil
}

func IsDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

// hiddenBy reports whether a name has a leading dot where the pattern has a pattern character.
func hiddenBy(pattern, name string) bool {
	for name != "" && pattern != "" {
		var p, n string
		p, pattern, _ = strings.Cut(pattern, "/")
		n, name, _ = strings.Cut(name, "/")
		if strings.HasPrefix(n, ".") && !strings.HasPrefix(p, ".") {
			return true
		}
	}
	return false
}

// maxExpanded bounds the names that a pattern stands for.
const maxExpanded = 4096

// ReadSmall returns what a regular file of settings holds.
func ReadSmall(file string) (string, error) {
	info, err := os.Stat(file)
	if err != nil {
		return "", err
	}
	if !info.Mode().IsRegular() || info.Size() > maxSettings {
		return "", fs.ErrInvalid
	}
	data, err := os.ReadFile(file)
	return string(data), err
}

const (
	maxSettings = 64 << 10 // bytes of a file of settings that are read
	maxNames    = 4096     // names of a directory
	MaxOnDisk   = 256      // directories that are looked at where they exist
	maxIgnores  = 1 << 16  // bytes of a file of names that git ignores
)

// NamesIn are the names in a directory; whole is false where there are more than are looked at.
func NamesIn(dir string) (names []string, whole bool, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, true, err
	}
	defer f.Close()
	names, _ = f.Readdirnames(maxNames)
	return names, len(names) < maxNames, nil
}

// SmallFile is the text of a file; "" where it is none, or a large one.
func SmallFile(name string) string {
	info, err := os.Stat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() == 0 || info.Size() > maxIgnores {
		return ""
	}
	data, err := os.ReadFile(name)
	if err != nil {
		return ""
	}
	return string(data)
}

// maxSeen bounds the names among which links are looked for, and maxFound the links.
const (
	MaxSeen  = 1 << 12
	MaxFound = 32
)

func RegularFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// Executable reports whether a path is that of a program of the project: what runs it would run the
// new one.
func Executable(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0
}

// maxText bounds the files that are looked at.
const MaxText = 1 << 20

// Installed reports whether a package manager has put a program where it is: into the person's home
// directory, or into an environment of the project.
func (a *Call) Installed(p *fact.Path) bool {
	if !p.Known || p.Glob || len(p.Dirs) > 1 || a.Places == nil {
		return false
	}
	return envrisk.InstallDir(path.Dir(p.Abs), a.Home, a.Within())
}

// IsDir reports whether a path is that of a directory which is there.
func (a *Call) IsDir(p *fact.Path) bool {
	return p.Known && !p.Glob && len(p.Dirs) <= 1 && a.IsDirectory(p.Abs)
}

// IsText reports whether a path is that of a file which holds text in UTF-8, or of none, and that
// no command before the one that is visited writes.
func (a *Call) IsText(p *fact.Path) bool {
	if !p.Known || p.Glob || len(p.Dirs) > 1 || len(a.Links) > 0 || strings.Contains(a.Text, "done") {
		return false // what stands behind it in a loop may run before
	}
	for k := range a.Facts.Commands {
		c := &a.Facts.Commands[k]
		if a.MakesNames(c) {
			return false
		}
		for e := range c.Effects {
			if w := &c.Effects[e]; (w.Kind == fact.Write || w.Kind == fact.Append) && w.Path.Abs == p.Abs {
				return false
			}
		}
		for e := range c.Redirects {
			if w := &c.Redirects[e]; w.Mode != fact.RedirRead && w.Path.Abs == p.Abs {
				return false
			}
		}
	}
	info, err := os.Stat(p.Abs)
	if os.IsNotExist(err) {
		return true // nothing is said of it but an error
	}
	if err != nil || !info.Mode().IsRegular() || info.Size() > MaxText {
		return false
	} else if info.Size() == 0 {
		return !strings.HasPrefix(p.Abs, "/proc/") // where a read can block
	}
	data, err := os.ReadFile(p.Abs)
	return err == nil && utf8.Valid(data) && bytes.IndexByte(data, 0) < 0
}

// PlainRefs reports whether the branches and tags of a directory's repository have names that are
// words, and no earlier command of the line may have made others.
func (a *Call) PlainRefs(dirs fact.Dirs) bool {
	if a.Places == nil || len(a.Links) > 0 || !dirs.Known || len(dirs.List) != 1 {
		return false
	}
	for k := range a.Facts.Commands {
		if a.MakesNames(&a.Facts.Commands[k]) {
			return false
		}
	}
	for t := a.Facts.Trees; t != nil; t = t.Before {
		if t.Kind == fact.TreeRefs && !a.Facts.Commands[t.Command].ReadOnly {
			return false
		}
	}
	top := a.Places.WorkTree(dirs.List[0])
	if top == "" {
		return false
	}
	head := filelists.OpenHead(top, a.TreeBudget())
	return head != nil && head.PlainRefs()
}

// oddPath reports whether a path may have a name that is no word, or begins with a dash.
func oddPath(p *fact.Path) bool {
	return !p.Known || strings.ContainsAny(p.Abs, " \t\n'\"\\$`;&|<>()!") ||
		!p.Glob && strings.ContainsAny(p.Abs, "*?[{}~#=") || strings.Contains(p.Abs, "/-")
}

// MakesNames reports whether a command may make files whose names are not known, or not plain.
func (a *Call) MakesNames(c *fact.Command) bool {
	for k := range c.Redirects {
		if r := &c.Redirects[k]; !r.Exempt && r.Mode != fact.RedirRead && r.Mode != fact.RedirHere &&
			r.Mode != fact.RedirDup && oddPath(&r.Path) {
			return true
		}
	}
	for k := range c.Effects {
		switch e := &c.Effects[k]; e.Kind {
		case fact.Write, fact.Append:
			if e.Tree && !a.namesFiles(c) || oddPath(&e.Path) {
				return true
			}
		case fact.Exec:
			return true
		}
	}
	return c.Kind == fact.Simple && !c.Known && !shparse.IsBuiltin(c.Name)
}

// namesFiles reports whether a command that copies or moves names each file that it takes, and under
// a plain name: none of them is a directory, whose files get names that the line does not say.
func (a *Call) namesFiles(c *fact.Command) bool {
	sources, _ := CopyOperands(c)
	for k := range sources {
		p := a.Path(c.Dirs, &sources[k])
		if p.Glob || len(p.Dirs) > 1 || oddPath(&p) || strings.HasPrefix(path.Base(p.Abs), "-") {
			return false
		}
		if info, err := os.Lstat(p.Abs); !os.IsNotExist(err) && (err != nil || !info.Mode().IsRegular()) {
			return false
		}
	}
	return len(sources) > 0 && c.Is(fact.Copies)
}
