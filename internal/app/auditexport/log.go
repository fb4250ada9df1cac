package auditexport

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"slices"

	"github.com/fencepost/fencepost/internal/app/audit"
)

// record is a record of the log with its place.
type record struct {
	audit.Record
	place
	path string // of the log
}

// place is where a record stands.
type place struct {
	Log    string `json:"log"`    // name of the log, from its first line
	Offset int64  `json:"offset"` // where the record's line begins
	ID     string `json:"id"`     // of the record: from its log, its place and its line
}

// nameBytes is how much of a log's first line makes its name.
const nameBytes = 4096

// nameOf is the name of a log: it depends on what it begins with, and not on what the file is
// called, because that changes with each rotation. "" if its first line has not ended.
func nameOf(f io.ReaderAt) (string, error) {
	buf := make([]byte, nameBytes)
	n, err := f.ReadAt(buf, 0)
	if err != nil && err != io.EOF {
		return "", err
	}
	buf = buf[:n]
	if end := bytes.IndexByte(buf, '\n'); end >= 0 {
		buf = buf[:end+1]
	} else if n < nameBytes {
		return "", nil
	}
	sum := sha256.Sum256(buf)
	return hex.EncodeToString(sum[:8]), nil
}

// idOf is the id of a record: the same in every run and for every destination. Its place is a part
// of it, because two calls may leave lines that do not differ.
func idOf(log string, offset int64, line []byte) string {
	h := sha256.New()
	h.Write([]byte("fencepost audit record 1\n" + log))
	h.Write(binary.BigEndian.AppendUint64(nil, uint64(offset)))
	h.Write(line)
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// positions say how far logs were read: for each the last record that was handed over. The oldest
// log stands first.
type positions []position

type position struct {
	place
	path string // of the log; "" if that is not known
}

// take notes records that were handed over.
func (p *positions) take(list []record) {
	for i := range list {
		rec := &list[i]
		n := slices.IndexFunc(*p, func(old position) bool { return old.Log == rec.Log })
		if n < 0 {
			n = len(*p)
			*p = append(*p, position{})
		}
		(*p)[n] = position{rec.place, rec.path}
	}
	// Logs that were rotated away long ago do not come back.
	const most = 4096
	*p = slices.Delete(*p, 0, max(0, len(*p)-most))
}

// newest is the name of the newest of the logs at path that were read; "" if there is none.
func (p positions) newest(path string) string {
	for _, at := range slices.Backward(p) {
		if at.path == "" || at.path == path {
			return at.Log
		}
	}
	return ""
}

// behind is where the first line stands that was not read. changed: the record that was read last
// is not where it was.
func (p positions) behind(f io.ReaderAt, log string) (offset int64, changed bool, err error) {
	n := slices.IndexFunc(p, func(at position) bool { return at.Log == log })
	if n < 0 {
		return 0, false, nil
	}
	lines := audit.LinesFrom(f, p[n].Offset)
	line, at, err := lines.Next()
	switch {
	case err == io.EOF || err == nil && idOf(log, at, line) != p[n].ID:
		return 0, true, nil
	case err != nil:
		return 0, false, err
	}
	return lines.At, false, nil
}
