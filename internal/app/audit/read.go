package audit

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/agent/hookjson"
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

// DoctorSession is the session of the calls that `fencepost doctor` makes up. No agent has made them:
// they are not logged, and those that an earlier version has logged are not read.
const DoctorSession = "doctor"

// Scan reads logs of any size in a bounded memory. It leaves out lines that are not entries (torn by
// a full disk, edited) and fields that this version does not know.
type Scan struct {
	Each func(Entry) error       // called for each entry, oldest first; its error ends the reading
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
	for lines := LinesFrom(f, 0); ; {
		line, at, err := lines.Next()
		if err != nil && err != io.EOF {
			return err
		}
		s.Bytes += lines.At - at
		if err := s.line(line); err != nil {
			return err
		}
		if err == io.EOF {
			return nil
		}
	}
}

// Lines reads a log line by line in a bounded memory.
type Lines struct {
	At  int64 // where the next line begins
	r   *bufio.Reader
	buf []byte
}

// LinesFrom reads from an offset on.
func LinesFrom(f io.ReaderAt, offset int64) *Lines {
	const rest = 1 << 62
	return &Lines{r: bufio.NewReaderSize(io.NewSectionReader(f, offset, rest), 256<<10), At: offset}
}

// Next returns a line without its end, and where it begins. The line is there until the next call.
// Of a line that is too long for an entry only the beginning is there, of more than MaxLine bytes.
// io.EOF: no further line has ended; what stands behind the last one comes with it.
func (l *Lines) Next() (line []byte, at int64, err error) {
	at, l.buf = l.At, l.buf[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		l.At += int64(len(part))
		if len(l.buf) <= MaxLine {
			l.buf = append(l.buf, part...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return bytes.TrimRight(l.buf, "\r\n"), at, err
		}
	}
}

// line decodes one line.
func (s *Scan) line(line []byte) error {
	if len(line) == 0 {
		return nil
	}
	if s.Lines++; s.Seen != nil && s.Lines%perSeen == 0 {
		s.Seen(s.Bytes, s.total)
	}
	whole := len(line) <= MaxLine && line[0] == '{' && line[len(line)-1] == '}'
	if whole && s.Skip != nil && s.Skip(line) {
		return nil
	}
	if whole {
		if e, ok := parse(line); ok {
			if e.Session == DoctorSession {
				return nil
			}
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

// fields reads the members of an object in their order; nil if raw is not an object.
func fields(raw json.RawMessage) []fact.Field {
	list := []fact.Field{}
	_, err := hookjson.EachField(raw, func(name string, value []byte) {
		t, ok := hookjson.TextOf(value)
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
