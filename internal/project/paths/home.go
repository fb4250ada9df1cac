package paths

import (
	"io"
	"os"
	"path"
	"runtime"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

const maxPasswd = 4 << 20 // bytes of /etc/passwd that are read

// Home returns the home directory of a user, as ~user means it. It reads the passwd file itself:
// os/user costs every start of the program, and the shell's answer for a local account is the same.
// False for a user who is not in it.
func Home(user string) (string, bool) {
	if user == "" || strings.ContainsAny(user, "/:\n\x00") {
		return "", false
	}
	if dir, ok := homeIn("/etc/passwd", user); ok {
		return dir, true
	}
	if runtime.GOOS == "darwin" { // accounts are in a directory service there
		dir := "/Users/" + user
		if _, err := os.Lstat(dir); err == nil {
			return dir, true
		}
	}
	return "", false
}

// OwnHome returns the home directory of the user who runs this program as the passwd file has it,
// whatever the environment says. False where it does not: for accounts of a directory service.
func OwnHome() (string, bool) {
	uid := os.Getuid()
	if uid < 0 {
		return "", false
	}
	return homeOf("/etc/passwd", 2, strconv.Itoa(uid))
}

func homeIn(passwd, user string) (string, bool) { return homeOf(passwd, 0, user) }

// homeOf returns the home directory of the first account with that value in a field of passwd(5):
// name, password, uid, gid, gecos, home, shell.
func homeOf(passwd string, field int, value string) (string, bool) {
	f, err := os.Open(passwd)
	if err != nil {
		return "", false
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxPasswd))
	if err != nil {
		return "", false
	}
	for line := range strings.SplitSeq(string(data), "\n") {
		fields := strings.Split(line, ":")
		if len(fields) <= field || fields[field] != value {
			continue
		}
		if len(fields) < 6 || !isAbs(fields[5]) {
			return "", false
		}
		return clean(fields[5]), true
	}
	return "", false
}

// HoldsHome reports whether a directory is somebody's home directory, or one above them.
func HoldsHome(dir, home string) bool {
	if home = anchor(home); home != "" && subpath.In(home, dir) {
		return true
	}
	switch dir {
	case "/", "/home", "/Users", "/root":
		return true
	}
	switch path.Dir(dir) {
	case "/home", "/Users":
		return true
	}
	return false
}
