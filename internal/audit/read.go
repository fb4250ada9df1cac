package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/agent/wire"
	"github.com/fencepost/fencepost/internal/fact"
)

// MaxLine is the number of bytes of a line that are read; a longer line is no entry.
const MaxLine = 1 << 20

// Record is an entry as it is written.
type Record struct {
	Time       time.Time       `json:"ts"`
	Session    string          `json:"sid"`
	ToolUse    string          `json:"tid"`
	Cwd        string          `json:"cwd"`
	Mode       string          `json:"mode"`
	Tool       string          `json:"tool"`
	Input      json.RawMessage `json:"input"`
	Normalised string          `json:"normalised"`
	Decision   string          `json:"decision"`
	Reason     string          `json:"reason"`
	Rule       string          `json:"rule"`
	Src        string          `json:"src"`
	Outcome    string          `json:"outcome"`
	Sandbox    string          `json:"sandbox"`
	Us         int64           `json:"us"`
}

// Read calls fn for each entry of the log, oldest first, until fn returns an error, which it
// returns. Lines that are no entries (torn by a full disk, edited) are left out, as are fields that
// this version does not know.
func Read(path string, fn func(Entry) error) error {
	s := Scan{Each: fn}
	return s.file(path)
}

// Scan reads logs of any size in a bounded memory.
type Scan struct {
	Each func(Entry) error       // called for each entry, oldest first
	Skip func(line []byte) bool  // lines that need not be decoded; nil for none
	Seen func(done, total int64) // how many bytes were read, now and then; nil for nobody

	Lines int   // that were read
	Bad   int   // that are no entries
	Bytes int64 // that were read

	total int64
}

// perSeen is the number of lines between two calls of Seen.
const perSeen = 4096

// Files reads the files one after another. One that was rotated away meanwhile is left out.
func (s *Scan) Files(files []string) error {
	for _, file := range files {
		if info, err := os.Stat(file); err == nil {
			s.total += info.Size()
		}
	}
	for _, file := range files {
		if err := s.file(file); err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	if s.Seen != nil {
		s.Seen(s.Bytes, s.total)
	}
	return nil
}

func (s *Scan) file(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 64<<10)
	var buf []byte
	for long := false; ; {
		part, err := r.ReadSlice('\n')
		s.Bytes += int64(len(part))
		if !long {
			buf = append(buf, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			long = long || len(buf) > MaxLine
			continue
		case err != nil && err != io.EOF:
			return err
		}
		if err := s.line(buf, long); err != nil {
			return err
		}
		if err == io.EOF {
			return nil
		}
		buf, long = buf[:0], false
	}
}

// line decodes one line. long: it is too long for an entry, and only its beginning is there.
func (s *Scan) line(line []byte, long bool) error {
	line = bytes.TrimRight(line, "\r\n")
	if len(line) == 0 {
		return nil
	}
	if s.Lines++; s.Seen != nil && s.Lines%perSeen == 0 {
		s.Seen(s.Bytes, s.total)
	}
	whole := !long && line[0] == '{' && line[len(line)-1] == '}'
	if whole && s.Skip != nil && s.Skip(line) {
		return nil
	}
	if whole {
		if e, ok := parse(line); ok {
			return s.Each(e)
		}
	}
	s.Bad++
	return nil
}

// Decode reads one line of the log, without its end; false: it is no entry.
func Decode(data []byte) (Record, bool) {
	var l Record
	if len(data) == 0 || json.Unmarshal(data, &l) != nil || l.Time.IsZero() {
		return Record{}, false
	}
	return l, true
}

func parse(data []byte) (Entry, bool) {
	l, ok := Decode(data)
	if !ok {
		return Entry{}, false
	}
	e := Entry{
		Time: l.Time, Session: l.Session, ToolUse: l.ToolUse, Cwd: l.Cwd, Mode: l.Mode, Tool: l.Tool,
		Input: fields(l.Input), Normalised: l.Normalised,
		Decision: l.Decision, Reason: l.Reason, Rule: l.Rule, Src: l.Src, Outcome: l.Outcome,
		Sandbox: l.Sandbox,
		Took:    time.Duration(l.Us) * time.Microsecond,
	}
	return e, true
}

// fields reads an object in order; nil for what is none.
func fields(raw json.RawMessage) []fact.Field {
	list := []fact.Field{}
	_, err := wire.EachField(raw, func(name string, value []byte) {
		t, ok := wire.TextOf(value)
		list = append(list, fact.Field{Name: name, Raw: value, Text: t.Value, String: ok})
	})
	if err != nil {
		return nil
	}
	return list
}

// Files returns the log and its rotated parts that exist, oldest first.
func Files(path string) []string {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return nil
	}
	var numbers []int
	log := false
	for _, e := range entries {
		suffix, ok := strings.CutPrefix(e.Name(), filepath.Base(path))
		if !ok {
			continue
		}
		if suffix == "" {
			log = true
		} else if n, err := strconv.Atoi(strings.TrimPrefix(suffix, ".")); err == nil &&
			suffix == "."+strconv.Itoa(n) && n > 0 {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	var files []string
	for _, n := range slices.Backward(numbers) {
		files = append(files, numbered(path, n))
	}
	if log {
		files = append(files, path)
	}
	return files
}
