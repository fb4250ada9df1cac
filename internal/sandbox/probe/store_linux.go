package probe

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"
)

// store keeps the last report, in a directory of this user alone.
type store struct{ dir string }

const reportFile = "report.json"

// openStore returns the user's own, made if it is not there. One that others can change, or that is
// no directory, is not used.
func openStore() (*store, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return nil, err
	}
	dir := filepath.Join(cache, "fencepost", "sandbox")
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return nil, err
	}
	if err := os.Mkdir(dir, 0o700); err != nil && !errors.Is(err, os.ErrExist) {
		return nil, err
	}
	var st unix.Stat_t
	if err := unix.Lstat(dir, &st); err != nil {
		return nil, err
	}
	if !private(&st, unix.S_IFDIR, 0o700) {
		return nil, fmt.Errorf("%s is not a directory of this user alone", dir)
	}
	return &store{dir}, nil
}

// private reports whether a file is of a kind, of this user and of no rights for others.
func private(st *unix.Stat_t, kind, mode uint32) bool {
	return st.Mode&unix.S_IFMT == kind && st.Mode&0o7777&^mode == 0 && int(st.Uid) == os.Geteuid()
}

// saved is a report with what it depends on.
type saved struct {
	Key    key     `json:"key"`
	Report *Report `json:"report"`
}

// key is what a report depends on: another one voids it.
type key struct {
	Boot     string `json:"boot"`
	Kernel   string `json:"kernel"`
	Program  string `json:"program"`  // where it is, and when it was written
	Hash     string `json:"hash"`     // of the program
	Settings string `json:"settings"` // of the kernel, and of this process
	Bwrap    string `json:"bwrap"`
}

const maxReport = 1 << 20

// load returns the saved report; nil if there is none for the key.
func (s *store) load(now key) *Report {
	const look = unix.O_RDONLY | unix.O_NOFOLLOW | unix.O_CLOEXEC | unix.O_NONBLOCK
	fd, err := unix.Open(filepath.Join(s.dir, reportFile), look, 0)
	if err != nil {
		return nil
	}
	f := os.NewFile(uintptr(fd), reportFile)
	defer f.Close()
	var st unix.Stat_t
	if unix.Fstat(fd, &st) != nil || !private(&st, unix.S_IFREG, 0o600) || st.Nlink != 1 {
		return nil
	}
	var v saved
	if json.NewDecoder(io.LimitReader(f, maxReport)).Decode(&v) != nil || v.Report == nil {
		return nil
	}
	if v.Key.Program == now.Program {
		now.Hash = v.Key.Hash // not written since
	} else {
		now.hash()
		now.Program = v.Key.Program
	}
	if v.Key != now || now.Hash == "" {
		return nil
	}
	v.Report.Cached = true
	return v.Report
}

// save keeps a report. That it cannot be kept is no error: the next probe takes as long as this
// one.
func (s *store) save(k key, r *Report) {
	k.hash()
	data, err := json.MarshalIndent(saved{k, r}, "", "  ")
	if err != nil || k.Hash == "" {
		return
	}
	f, err := os.CreateTemp(s.dir, ".report-") // 0600
	if err != nil {
		return
	}
	_, err = f.Write(data)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), filepath.Join(s.dir, reportFile))
	}
	if err != nil {
		_ = os.Remove(f.Name())
	}
}

// keyOf is what a report about a program depends on now, but for its hash.
func keyOf(program string) key {
	status := text("/proc/self/status")
	settings := []string{fmt.Sprint(os.Geteuid()), field(status, "NoNewPrivs"), field(status, "Seccomp"),
		field(status, "CapBnd")}
	for _, ns := range [...]string{"user", "mnt", "pid"} {
		link, _ := os.Readlink("/proc/self/ns/" + ns)
		settings = append(settings, link)
	}
	for _, name := range [...]string{"kernel/apparmor_restrict_unprivileged_userns",
		"kernel/unprivileged_userns_clone", "user/max_user_namespaces"} {
		settings = append(settings, name+"="+text("/proc/sys/"+name))
	}
	k := key{Boot: text("/proc/sys/kernel/random/boot_id"), Kernel: release(), Program: identity(program),
		Settings: strings.Join(settings, " ")}
	for _, p := range bwrapPlaces {
		k.Bwrap += identity(p) + " "
	}
	return k
}

// identity is a file, and when it was last written. A program cannot set the time of the change.
func identity(path string) string {
	var st unix.Stat_t
	if unix.Stat(path, &st) != nil {
		return path + " -"
	}
	return fmt.Sprintf("%s %d:%d %d %o %d.%d %d.%d", path, st.Dev, st.Ino, st.Size, st.Mode,
		st.Mtim.Sec, st.Mtim.Nsec, st.Ctim.Sec, st.Ctim.Nsec)
}

// hash reads the program, whose path comes first in its identity.
func (k *key) hash() {
	path, _, _ := strings.Cut(k.Program, " ")
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	h := sha256.New()
	if _, err := io.Copy(h, f); err == nil {
		k.Hash = hex.EncodeToString(h.Sum(nil))
	}
}
