package audit

import (
	"bytes"
	"io"
	"os"
)

// Count counts the decisions about calls of a session in the last bytes of a log, at most limit of
// them. What cannot be read counts as nothing: the result is for a line that is shown in passing.
func Count(path, session string, limit int64) map[string]int {
	counts := map[string]int{}
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return counts
	}
	f, err := os.Open(path)
	if err != nil {
		return counts
	}
	defer f.Close()
	size := info.Size()
	if size > limit {
		if _, err := f.Seek(size-limit, io.SeekStart); err != nil {
			return counts
		}
	}
	data, err := io.ReadAll(io.LimitReader(f, limit))
	if err != nil {
		return counts
	}
	if size > limit { // the first line is a part of one
		data = data[bytes.IndexByte(data, '\n')+1:]
	}
	for line := range bytes.Lines(data) {
		if !bytes.Contains(line, []byte(session)) {
			continue // most lines are not worth decoding
		}
		if e, ok := parse(bytes.TrimRight(line, "\n")); ok && e.Session == session && e.Decision != "" {
			counts[e.Decision]++
		}
	}
	return counts
}
