//go:build linux

package liveruns

import (
	"os"
	"slices"
	"strconv"
	"strings"
)

// Running is a process of a run.
type Running struct {
	Pid     int    `json:"pid"`
	Command string `json:"command"`
}

// Processes are those of a run besides the first.
func (e *Entry) Processes() []Running {
	if !e.First.Alive() {
		return nil
	}
	dir, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer dir.Close()
	names, _ := dir.Readdirnames(-1)
	parents := map[int]int{}
	for _, n := range names {
		if pid, err := strconv.Atoi(n); err == nil {
			if _, parent, ok := stat(pid); ok {
				parents[pid] = parent
			}
		}
	}
	var out []Running
	for pid := range parents {
		for up, steps := parents[pid], 0; up > 1 && steps < len(parents); up, steps = parents[up], steps+1 {
			if up == e.First.Pid {
				line, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cmdline")
				out = append(out, Running{pid, strings.TrimSpace(strings.ReplaceAll(string(line), "\x00", " "))})
				break
			}
		}
	}
	slices.SortFunc(out, func(a, b Running) int { return a.Pid - b.Pid })
	return out
}

// Ports are those at which something listens at localhost, or at all addresses, in the network
// namespace of a process.
func Ports(pid int) []uint16 {
	var out []uint16
	for _, file := range [...]string{"tcp", "tcp6"} {
		b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/net/" + file)
		if err != nil {
			continue
		}
		for line := range strings.Lines(string(b)) {
			if port, ok := listens(line); ok && !slices.Contains(out, port) {
				out = append(out, port)
			}
		}
	}
	slices.Sort(out)
	return out
}

// near are the addresses that localhost reaches, as the kernel writes them: in the byte order of the
// machine. Both orders are here.
var near = [...]string{"00000000", "0100007F", "7F000001",
	"00000000000000000000000000000000",
	"00000000000000000000000001000000", "00000000000000000000000000000001",
	"0000000000000000FFFF00000100007F", "00000000000000000000FFFF7F000001"}

// listens reads a line of /proc/net/tcp.
func listens(line string) (port uint16, ok bool) {
	f := strings.Fields(line)
	const local, state, listening = 1, 3, "0A"
	if len(f) <= state || f[state] != listening {
		return 0, false
	}
	addr, text, _ := strings.Cut(f[local], ":")
	n, err := strconv.ParseUint(text, 16, 16)
	return uint16(n), err == nil && slices.Contains(near[:], addr)
}
