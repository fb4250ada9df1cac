package policy

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/lowlevel/digest"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
)

// Trust is what a person has said of a project's config. A record of it is a small file in the
// person's own folder, which the guard keeps the agent from writing:
//
//	fencepost trust 1
//	project "/home/eve/work/shop"
//	config 9f86d081884c7d65…
//	directory "/home/eve/work/shared"
//	environment 2c26b46b68ffc68f…
//
// The name of the file is the sum of the project's path, so that one project is looked up with one
// open.
type Trust struct {
	Project     string   // absolute, links resolved
	Config      string   // sum of the files of the project's config (Sum)
	Directories []string // that the project's settings of the agent ask for; absolute, links resolved

	// Environments are the sums of what these settings set for the agent's commands, one for each
	// directory with such a file (EnvironmentSum).
	Environments []string
}

const (
	trustDir    = "trust"
	trustHead   = "fencepost trust 1"
	maxTrust    = 64 << 10 // bytes of a record
	maxPathText = 8 << 10  // bytes of a path in one
)

// TrustFile is the file with the record of a project, whose path has to be resolved. home is the
// directory whose .claude holds the person's config.
func TrustFile(home, project string) string {
	return filepath.Join(home, confighome.Own, trustDir, digest.Text(project))
}

// Encode returns the record as it is written.
func (t *Trust) Encode() []byte {
	var b strings.Builder
	b.Grow(len(trustHead) + len(t.Project) + len(t.Config) + 32)
	b.WriteString(trustHead + "\nproject " + strconv.Quote(t.Project) + "\n")
	b.WriteString("config " + t.Config + "\n")
	for _, dir := range t.Directories {
		b.WriteString("directory " + strconv.Quote(dir) + "\n")
	}
	for _, sum := range t.Environments {
		b.WriteString("environment " + sum + "\n")
	}
	return []byte(b.String())
}

// ParseTrust reads a record. It refuses everything that Encode does not write exactly so: no other
// program writes there.
func ParseTrust(data []byte) (*Trust, error) {
	if len(data) > maxTrust {
		return nil, errNoTrust
	}
	text, ended := strings.CutSuffix(string(data), "\n")
	head, rest, _ := strings.Cut(text, "\n")
	if !ended || head != trustHead {
		return nil, errNoTrust
	}
	t := &Trust{}
	for n := 0; rest != ""; n++ {
		var line string
		line, rest, _ = strings.Cut(rest, "\n")
		key, value, _ := strings.Cut(line, " ")
		switch {
		case n == 0 && key == "project":
			t.Project = unquotedPath(value)
			if t.Project == "" {
				return nil, errNoTrust
			}
		case n == 1 && key == "config" && isSum(value):
			t.Config = value
		case n > 1 && key == "directory":
			dir := unquotedPath(value)
			if dir == "" {
				return nil, errNoTrust
			}
			t.Directories = append(t.Directories, dir)
		case n > 1 && key == "environment" && isSum(value):
			t.Environments = append(t.Environments, value)
		default:
			return nil, errNoTrust
		}
	}
	if t.Config == "" || string(t.Encode()) != string(data) {
		return nil, errNoTrust
	}
	return t, nil
}

// unquotedPath returns the absolute path that a quoted text names, or "".
func unquotedPath(quoted string) string {
	path, err := strconv.Unquote(quoted)
	if err != nil || len(path) > maxPathText || strings.IndexByte(path, 0) >= 0 ||
		!filepath.IsAbs(path) || filepath.Clean(path) != path {
		return ""
	}
	return path
}

func isSum(s string) bool {
	if len(s) != 2*digest.Size {
		return false
	}
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// source is one file of a layer as it was read.
type source struct {
	file string
	data []byte
	sum  string // OwnSum, where it is known already
}

// sum is the sum of the files of a project's config: their names below the project and what they
// hold.
func sum(project string, files []source) string {
	var texts [][]byte
	for _, f := range files {
		name, err := filepath.Rel(project, f.file)
		if err != nil {
			name = f.file
		}
		name = filepath.ToSlash(name)
		if name == confighome.File && len(files) == 1 && f.sum != "" {
			return f.sum
		}
		texts = append(texts, []byte(name), f.data)
	}
	return digest.List(texts...)
}

// OwnSum is the sum of the config of a project with a single file, which holds data. The compiled
// form keeps it: for a long config it would take longer than all else that a call does.
func OwnSum(data []byte) string { return digest.List([]byte(confighome.File), data) }

// ResolveProject returns the path under which a project is trusted: without links, so that all
// names of one directory are one project; "" for none.
func ResolveProject(project string) string {
	if !filepath.IsAbs(project) {
		return ""
	}
	real, err := filepath.EvalSymlinks(project)
	if err != nil {
		return ""
	}
	return real
}

// trusted reports whether a person has trusted the config with that sum in a project, or in the main
// work tree of a project that is a linked work tree. changed: the person has trusted another content.
func trusted(home, project, config string) (ok, changed bool) {
	if !filepath.IsAbs(home) || project == "" {
		return false, false // a relative one would be the project's own, or whatever the call stands in
	}
	// Mostly no component of the path is a link, and then it is not resolved.
	t := ReadTrust(home, project)
	if t == nil || t.Config != config {
		if project = ResolveProject(project); project == "" {
			return false, false
		}
		t = ReadTrust(home, project)
	}
	if t != nil {
		if t.Config == config {
			return true, false
		}
		changed = true
	}
	if main := mainWorkTree(project); main != "" {
		if t := ReadTrust(home, main); t != nil && t.Config == config {
			return true, false
		}
	}
	return false, changed
}

// ReadTrust returns the record of a project whose path is resolved; nil if there is none that counts.
// The file has to be the person's own and no link, and nobody else may be able to write it.
func ReadTrust(home, project string) *Trust {
	data, err := owner.Read(TrustFile(home, project), maxTrust, owner.Own)
	if err != nil {
		return nil
	}
	t, err := ParseTrust(data)
	if err != nil || t.Project != project {
		return nil
	}
	return t
}

// WriteTrust writes a record, in a directory that only the person can read, so that it is whole or
// not there.
func WriteTrust(home string, t *Trust) error {
	data := t.Encode()
	if _, err := ParseTrust(data); err != nil {
		return err
	}
	return owner.Write(TrustFile(home, t.Project), data)
}

// RevokeTrust removes a record. It reports whether there was one.
func RevokeTrust(home, project string) (bool, error) {
	err := os.Remove(TrustFile(home, project))
	if os.IsNotExist(err) {
		return false, nil
	}
	return err == nil, err
}
