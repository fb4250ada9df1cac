package agent

import (
	"bytes"
	"iter"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/owner"
)

// maxProc is the number of bytes of a file below /proc that are read.
const maxProc = 1 << 21

// Ancestors are a process and those above it, at most so many: for each its directory below proc,
// and the command line that it was started with. Only Linux shows them.
func Ancestors(proc string, pid, most int) iter.Seq2[string, []string] {
	return func(yield func(string, []string) bool) {
		for range most {
			dir := proc + "/" + strconv.Itoa(pid)
			args := ProcWords(dir + "/cmdline")
			if len(args) == 0 || !yield(dir, args) {
				return
			}
			if pid = parentPID(dir + "/stat"); pid <= 1 {
				return
			}
		}
	}
}

// ProcWords reads a file of words that each end with a NUL, if it is there and not too long.
func ProcWords(file string) []string {
	data, _ := owner.Read(file, maxProc, owner.Anyone)
	if len(data) == 0 {
		return nil
	}
	return strings.Split(strings.TrimSuffix(string(data), "\x00"), "\x00")
}

// parentPID reads the fourth field of /proc/PID/stat; the second, the name, may hold blanks and
// parentheses (proc(5)).
func parentPID(file string) int {
	data, _ := owner.Read(file, maxProc, owner.Anyone)
	fields := bytes.Fields(data[bytes.LastIndexByte(data, ')')+1:])
	if len(fields) < 2 {
		return 0
	}
	pid, _ := strconv.Atoi(string(fields[1]))
	return pid
}
