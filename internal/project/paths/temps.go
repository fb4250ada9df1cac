package paths

import (
	"math/rand/v2"
	"os"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/owner"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// systemTemps are the directories in which everybody may make files and nobody may take away
// those of others. On macOS each user has one of their own below the last ones.
var systemTemps = [...]string{
	"/tmp", "/var/tmp", "/private/tmp", "/var/folders", "/private/var/folders",
}

// SetTempDir says which directory TMPDIR of the agent names. It counts as a scratch directory
// where it is the user's own below one of the system's, and holds neither the project nor the
// home directory.
func (r *Resolver) SetTempDir(dir string) {
	dir = strings.TrimRight(dir, "/")
	if dir == "" || !isAbs(dir) || clean(dir) != dir || strings.ContainsAny(dir, "*?[") ||
		!plainText(dir) {
		return
	}
	below := false
	for _, root := range systemTemps {
		below = below || subpath.Below(dir, root)
	}
	if !below || subpath.In(r.project, dir) || subpath.In(r.home, dir) ||
		subpath.In(dir, r.project) || subpath.In(r.Start, dir) {
		return
	}
	if info, err := os.Lstat(dir); err == nil && info.IsDir() && info.Mode().Perm()&0o022 == 0 &&
		info.Mode().Perm()&0o300 == 0o300 && owner.Mine(info) {
		r.tempDir = dir
	}
}

// plainText reports whether a path means itself in every shell.
func plainText(s string) bool {
	for i := range len(s) {
		if s[i] <= ' ' || s[i] >= 0x7f || strings.IndexByte("'\"$`\\;&|<>(){}!#~^", s[i]) >= 0 {
			return false
		}
	}
	return true
}

// Nonce is a text that nobody can have written into the call, as it is chosen when it is asked
// for.
func (r *Resolver) Nonce() string {
	if r.nonce == "" {
		r.nonce = strconv.FormatUint(uint64(rand.Uint32()), 36) + "x"
	}
	return r.nonce
}

// MadeDir reports whether a path is that of a directory which mktemp makes in this call.
func (r *Resolver) MadeDir(name string) bool {
	base := name[strings.LastIndexByte(name, '/')+1:]
	return r.nonce != "" && fact.HasStandInDir(base, r.nonce)
}

// TempDir is the directory that TMPDIR names; "" where it does not count.
func (r *Resolver) TempDir() string { return r.tempDir }

// ForTemps reports whether new files can be made in a directory, which is one for temporary
// files.
func (r *Resolver) ForTemps(dir string) bool {
	switch {
	case dir == "/tmp", dir != "" && dir == r.tempDir:
		return true
	case dir != r.scratch:
		return false
	}
	info, err := os.Lstat(dir)
	return os.IsNotExist(err) || err == nil && info.IsDir() && info.Mode().Perm()&0o300 == 0o300
}

// insideTemp reports whether one form of a path lies in a directory that counts as scratch beside
// the scratch directory.
func (r *Resolver) insideTemp(rd *reading) (written, target fact.Tri) {
	if r.tempDir == "" && !fact.HasStandIn(rd.form) {
		return fact.No, fact.No
	}
	if rd.at < 0 {
		return triOf(r.isTemp(rd.written.text)), triOf(rd.known && r.isTemp(rd.target.text))
	}
	dir, rest := splitPattern(rd.written.text, rd.written.at)
	to, ok := r.resolve(dir)
	if mayClimb(rest) || climbs(rd.form[rd.at:]) {
		return fact.No, fact.No
	}
	return triOf(r.isTemp(dir)), triOf(ok && r.isTemp(to))
}

// allTemp reports whether each form of a path lies in such a directory.
func (r *Resolver) allTemp(p *fact.Path) bool {
	if !p.Known {
		return false
	}
	for _, rd := range r.readings(p) {
		if w, t := r.insideTemp(&rd); w.And(t) != fact.Yes {
			return false
		}
	}
	return true
}

func triOf(b bool) fact.Tri {
	if b {
		return fact.Yes
	}
	return fact.No
}

// isTemp reports whether a clean path is, or lies in, something that the line itself has made
// with a random name, or lies in the directory that TMPDIR names.
func (r *Resolver) isTemp(name string) bool {
	if r.tempDir != "" && subpath.Below(name, r.tempDir) {
		return true
	}
	if !fact.HasStandIn(name) {
		return false
	}
	for _, root := range [...]string{"/tmp", "/private/tmp", r.scratch} {
		if root == "" || !subpath.Below(name, root) {
			continue
		}
		if first, _, _ := strings.Cut(name[len(root)+1:], "/"); fact.HasStandIn(first) {
			return true
		}
	}
	return false
}
