package probe

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/owndir"
	"github.com/fencepost/fencepost/internal/sandbox/probe/report"
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
	dir := filepath.Join(cache, "fencepost")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	parent, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	defer unix.Close(parent)
	fd, err := owndir.Open(parent, "sandbox", owndir.All)
	if err != nil {
		return nil, err
	}
	unix.Close(fd)
	return &store{filepath.Join(dir, "sandbox")}, nil
}

// saved is a report with what it depends on: another key voids it.
type saved struct {
	Key    string         `json:"key"`
	Report *report.Report `json:"report"`
}

const maxReport = 1 << 20

// load returns the saved report; nil if there is none for the key.
func (s *store) load(key string) *report.Report {
	const look = unix.O_RDONLY | unix.O_NOFOLLOW | unix.O_CLOEXEC | unix.O_NONBLOCK
	fd, err := unix.Open(filepath.Join(s.dir, reportFile), look, 0)
	if err != nil {
		return nil
	}
	f := os.NewFile(uintptr(fd), reportFile)
	defer f.Close()
	var st unix.Stat_t
	const own = unix.S_IFREG | 0o600
	if unix.Fstat(fd, &st) != nil || st.Mode != own || int(st.Uid) != os.Geteuid() || st.Nlink != 1 {
		return nil
	}
	var v saved
	err = json.NewDecoder(io.LimitReader(f, maxReport)).Decode(&v)
	if err != nil || v.Report == nil || v.Key != key {
		return nil
	}
	v.Report.Cached = true
	return v.Report
}

// save keeps a report. That it cannot be kept is no error: the next probe takes as long as this
// one.
func (s *store) save(key string, r *report.Report) {
	data, err := json.MarshalIndent(saved{key, r}, "", "  ")
	if err != nil {
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

// keyOf is what a report about a program depends on: the kernel and its settings, this process, the
// program and bubblewrap.
func keyOf(program string) string {
	status := text("/proc/self/status")
	key := []string{text("/proc/sys/kernel/random/boot_id"), release(), fmt.Sprint(os.Geteuid()),
		field(status, "NoNewPrivs"), field(status, "Seccomp"), field(status, "CapBnd"), identity(program)}
	for _, ns := range [...]string{"user", "mnt", "pid"} {
		link, _ := os.Readlink("/proc/self/ns/" + ns)
		key = append(key, link)
	}
	for _, name := range [...]string{"kernel/apparmor_restrict_unprivileged_userns",
		"kernel/unprivileged_userns_clone", "user/max_user_namespaces"} {
		key = append(key, text("/proc/sys/"+name))
	}
	for _, p := range bwrapPlaces {
		key = append(key, identity(p))
	}
	return strings.Join(key, "\n")
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
