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

	"github.com/fencepost/fencepost/internal/fact"
)

// maxLine is the number of bytes of a line that are read; a longer line is no entry.
const maxLine = 1 << 20

// line is an entry as it is written.
type line struct {
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
	Us         int64           `json:"us"`
}

// Read calls fn for each entry of the log, oldest first, until fn returns an error, which it
// returns. Lines that are no entries (torn by a full disk, edited) are left out, as are fields that
// this version does not know.
func Read(path string, fn func(Entry) error) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	r := bufio.NewReaderSize(f, 64<<10)
	var buf []byte
	for long := false; ; {
		part, err := r.ReadSlice('\n')
		if !long {
			buf = append(buf, part...)
		}
		switch {
		case err == bufio.ErrBufferFull:
			long = long || len(buf) > maxLine
			continue
		case err != nil && err != io.EOF:
			return err
		}
		if e, ok := parse(buf); ok && !long {
			if err := fn(e); err != nil {
				return err
			}
		}
		if err == io.EOF {
			return nil
		}
		buf, long = buf[:0], false
	}
}

func parse(data []byte) (Entry, bool) {
	var l line
	if len(data) == 0 || json.Unmarshal(data, &l) != nil || l.Time.IsZero() {
		return Entry{}, false
	}
	e := Entry{
		Time: l.Time, Session: l.Session, ToolUse: l.ToolUse, Cwd: l.Cwd, Mode: l.Mode, Tool: l.Tool,
		Input: fields(l.Input), Normalised: l.Normalised,
		Decision: l.Decision, Reason: l.Reason, Rule: l.Rule, Src: l.Src, Outcome: l.Outcome,
		Took: time.Duration(l.Us) * time.Microsecond,
	}
	return e, true
}

// fields reads an object in order; nil for what is none.
func fields(raw json.RawMessage) []fact.Field {
	d := json.NewDecoder(bytes.NewReader(raw))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	list := []fact.Field{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return list
		}
		var f fact.Field
		f.Name, _ = name.(string)
		var value json.RawMessage
		if d.Decode(&value) != nil {
			return list
		}
		f.Raw = value
		f.String = value[0] == '"' && json.Unmarshal(value, &f.Text) == nil
		list = append(list, f)
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
