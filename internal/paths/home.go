package paths

import (
	"io"
	"os"
	"runtime"
	"strings"
)

const maxPasswd = 4 << 20 // bytes of /etc/passwd that are read

// Home returns the home directory of a user, as ~user means it. It reads the passwd file itself: os/user costs
// every start of the program, and the shell's answer for a local account is the same. False for a user who is not
// in it.
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

func homeIn(passwd, user string) (string, bool) {
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
		name, rest, ok := strings.Cut(line, ":")
		if !ok || name != user {
			continue
		}
		fields := strings.Split(rest, ":") // password, uid, gid, gecos, home, shell
		if len(fields) < 5 || !isAbs(fields[4]) {
			return "", false
		}
		return clean(fields[4]), true
	}
	return "", false
}
