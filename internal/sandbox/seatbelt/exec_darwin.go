package seatbelt

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"

	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Exec becomes the command, in the sandbox. It returns only if that fails.
func Exec(in *Input) error {
	info, err := os.Lstat(Program)
	if err != nil {
		return fmt.Errorf("%s: %w", Program, err)
	}
	if st, ok := info.Sys().(*syscall.Stat_t); !ok || st.Uid != 0 || info.Mode()&0o022 != 0 {
		return fmt.Errorf("%s is not used: it does not belong to root alone", Program)
	}
	if os.Getenv("APP_SANDBOX_CONTAINER_ID") != "" {
		return &plan.Error{What: "this process is already in a sandbox of macOS, which allows no other in it",
			Mend: "Run fencepost-run outside of it"}
	}
	if in.Temp == nil {
		in.Temp = Temp()
	}
	if err := os.Chdir(in.Plan.Dir); err != nil {
		return err
	}
	if err := closeOthers(); err != nil {
		return err
	}
	return syscall.Exec(Program, Args(in, Generate(in)), in.Plan.Env)
}

// Temp are this user's own directories for temporary files and caches, T and C beside each other
// below /private/var/folders.
func Temp() []string {
	dir, err := filepath.EvalSymlinks(os.TempDir())
	if err != nil || !strings.HasPrefix(dir, "/private/var/folders/") || filepath.Base(dir) != "T" {
		return []string{}
	}
	return []string{dir, filepath.Join(filepath.Dir(dir), "C")}
}

// closeOthers leaves the command no open files but the standard streams.
func closeOthers() error {
	list, err := os.ReadDir("/dev/fd")
	if err != nil {
		return err
	}
	for _, e := range list {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
	return nil
}
