package audit

import (
	"bytes"
	"io"
	"os"
	"slices"
)

// Count counts the decisions about calls of a session in the last bytes of a log, at most limit of
// them. What cannot be read counts as nothing: the result is for a line that is shown in passing.
func Count(path, session string, limit int64) map[string]int {
	counts := map[string]int{}
	for _, e := range recent(path, session, limit, "") {
		counts[e.Decision]++
	}
	return counts
}

// Allowed returns the calls of a session that were allowed, oldest first, as far as the last bytes
// of a log tell, at most limit of them, and no more than the last most.
func Allowed(path, session string, limit int64, most int) []Entry {
	if session == "" {
		return nil
	}
	list := recent(path, session, limit, "allow")
	return list[max(0, len(list)-most):]
}

// Judged returns the call of a session that the agent names so, as it was judged; false if the last
// bytes of a log, at most limit of them, do not hold it.
func Judged(path, session, toolUse string, limit int64) (Entry, bool) {
	if session != "" && toolUse != "" {
		for _, e := range slices.Backward(recent(path, session, limit, "")) {
			if e.ToolUse == toolUse {
				return e, true
			}
		}
	}
	return Entry{}, false
}

// recent are the calls of a session in the last bytes of a log; decision is "" for all.
func recent(path, session string, limit int64, decision string) (list []Entry) {
	for line := range bytes.Lines(tail(path, limit)) {
		if !bytes.Contains(line, []byte(session)) ||
			!bytes.Contains(line, []byte(`"decision":"`+decision)) {
			continue // most lines are not worth decoding
		}
		e, ok := parse(bytes.TrimRight(line, "\n"))
		if ok && e.Session == session && e.Decision != "" && (decision == "" || e.Decision == decision) {
			list = append(list, e)
		}
	}
	return list
}

// tail returns the whole lines in the last bytes of a log; nil where it cannot be read.
func tail(path string, limit int64) []byte {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	size := info.Size()
	if size > limit {
		if _, err := f.Seek(size-limit, io.SeekStart); err != nil {
			return nil
		}
	}
	data, err := io.ReadAll(io.LimitReader(f, limit))
	if err != nil {
		return nil
	}
	if size > limit { // the first line is a part of one
		data = data[bytes.IndexByte(data, '\n')+1:]
	}
	return data
}
