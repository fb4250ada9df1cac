package audit

import (
	"bufio"
	"bytes"
	"io"
	"math"
	"os"
	"slices"
)

// Count counts the decisions about calls of a session in the last bytes of a log, at most limit of
// them. What cannot be read counts as nothing: the result is for a line that is shown in passing.
func Count(path, session string, limit int64) map[string]int {
	counts := map[string]int{}
	for _, e := range recent(path, session, limit, "", math.MaxInt) {
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
	return recent(path, session, limit, "allow", most)
}

// Judged returns the call of a session that the agent names so, as it was judged; false if the last
// bytes of a log, at most limit of them, do not hold it.
func Judged(path, session, toolUse string, limit int64) (Entry, bool) {
	if session != "" && toolUse != "" {
		for _, e := range slices.Backward(recent(path, session, limit, "", math.MaxInt)) {
			if e.ToolUse == toolUse {
				return e, true
			}
		}
	}
	return Entry{}, false
}

// AskedOf returns the calls of a session that a person was asked about, from at most limit bytes at a
// log's end. Whether a call ran is looked for behind the first entry that holds the text rule. The log
// is read in pieces: memory that is used for the first time costs more than the search.
func AskedOf(path, session, rule string, limit int64) (list []Asked) {
	f, size := openTail(path, limit)
	if f == nil {
		return nil
	}
	defer f.Close()
	p := NewPairs(func(a Asked) { list = append(list, a) })
	r := bufio.NewReaderSize(f, 16<<10)
	partial, waits := size > limit, false
	for {
		line, err := r.ReadSlice('\n')
		if err == bufio.ErrBufferFull {
			var rest []byte
			line = slices.Clone(line)
			rest, err = r.ReadBytes('\n')
			line = append(line, rest...)
		}
		if err != nil {
			break // what has no end is a part of a line
		}
		ask := bytes.Contains(line, []byte(`"decision":"ask"`))
		switch {
		case partial:
			partial = false // the first line is a part of one
		case !ask && !waits, !bytes.Contains(line, []byte(session)):
		case !p.Skip(line):
			waits = waits || ask && bytes.Contains(line, []byte(rule))
			if e, ok := parse(line[:len(line)-1]); ok && e.Session == session {
				p.Add(&e)
			}
		}
	}
	p.End()
	return list
}

// recent are the last calls of a session in the last bytes of a log, at most most of them, oldest
// first; decision is "" for all.
func recent(path, session string, limit int64, decision string, most int) (list []Entry) {
	data := tail(path, limit)
	for len(data) > 0 && len(list) < most {
		start := bytes.LastIndexByte(data[:len(data)-1], '\n') + 1
		line := data[start:]
		data = data[:start]
		if !bytes.Contains(line, []byte(session)) ||
			!bytes.Contains(line, []byte(`"decision":"`+decision)) {
			continue // most lines are not worth decoding
		}
		e, ok := parse(bytes.TrimRight(line, "\n"))
		if ok && e.Session == session && e.Decision != "" && (decision == "" || e.Decision == decision) {
			list = append(list, e)
		}
	}
	slices.Reverse(list)
	return list
}

// tail returns the whole lines in the last bytes of a log; nil where it cannot be read.
func tail(path string, limit int64) []byte {
	f, size := openTail(path, limit)
	if f == nil {
		return nil
	}
	defer f.Close()
	data := make([]byte, min(size, limit))
	n, err := io.ReadFull(f, data)
	if err != nil && err != io.ErrUnexpectedEOF {
		return nil
	}
	data = data[:n]
	if size > limit { // the first line is a part of one
		data = data[bytes.IndexByte(data, '\n')+1:]
	}
	return data
}

// openTail opens a log at its last bytes, at most limit of them, and says how long it is; nil where
// it cannot be read.
func openTail(path string, limit int64) (*os.File, int64) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, 0
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, 0
	}
	if _, err := f.Seek(max(info.Size()-limit, 0), io.SeekStart); err != nil {
		f.Close()
		return nil, 0
	}
	return f, info.Size()
}
