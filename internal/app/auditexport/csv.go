package auditexport

import (
	"bufio"
	"bytes"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strconv"
	"strings"
)

// csvFile is a CSV file. How far the log was read stands in its rows.
type csvFile struct {
	f     *os.File
	found positions
	end   int64 // of the rows that are whole
}

// OpenCSV opens a file that an earlier export wrote, or makes it. Where that export was
// interrupted, the row that it did not end is taken away; its record comes with this export.
func OpenCSV(path string) (Sink, error) {
	if err := owned(path); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		return nil, err
	}
	c := &csvFile{f: f}
	if err := lockFile(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s: another export writes to it (%w)", path, err)
	}
	if err := c.begin(path); err != nil {
		return nil, errors.Join(err, c.Close())
	}
	return c, nil
}

// begin finds the end of the rows that are whole, and goes there.
func (c *csvFile) begin(path string) error {
	info, err := c.f.Stat()
	if err != nil {
		return err
	}
	if err := c.scan(info.Size()); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if c.end < info.Size() {
		if err := c.f.Truncate(c.end); err != nil {
			return err
		}
	}
	if c.end > 0 {
		_, err = c.f.Seek(c.end, io.SeekStart)
		return err
	}
	return c.write([][]string{columns()})
}

// errNotOurs says that a file is not what an export wrote.
var errNotOurs = errors.New("this file was not written by `fencepost audit export --csv`, or was " +
	"changed since; name another one")

// scan reads the rows.
func (c *csvFile) scan(size int64) error {
	r := csv.NewReader(bufio.NewReaderSize(io.NewSectionReader(c.f, 0, size), 256<<10))
	r.ReuseRecord, r.FieldsPerRecord = true, len(columns())
	last := map[string]int{} // by log, its place in found
	for {
		row, err := r.Read()
		at := r.InputOffset()
		switch {
		case err == io.EOF:
			return nil
		case err != nil && at < size:
			return fmt.Errorf("%w (%v)", errNotOurs, err)
		}
		whole, endErr := c.endsLine(at)
		if endErr != nil {
			return endErr
		}
		switch {
		case !whole || err != nil && !errors.Is(err, csv.ErrFieldCount):
			return c.torn(size) // the file ends within this row
		case err != nil:
			return fmt.Errorf("%w (%v)", errNotOurs, err)
		case c.end == 0:
			if !slices.Equal(row, columns()) {
				return fmt.Errorf("%w (its first line is another one)", errNotOurs)
			}
		default:
			if err := c.note(row, last); err != nil {
				return err
			}
		}
		c.end = at
	}
}

// maxTorn bounds what is taken away. No more than this was on its way when an export was
// interrupted; a quote that somebody took out can make all that follows look like one row.
const maxTorn = 32 << 20

// torn accepts that what stands behind the whole rows is the beginning of one, if it can be.
func (c *csvFile) torn(size int64) error {
	if size-c.end > maxTorn {
		return errNotOurs
	}
	if c.end > 0 {
		return nil
	}
	head := []byte(strings.Join(columns(), ",") + "\n")
	begin := make([]byte, min(size, int64(len(head))))
	if _, err := c.f.ReadAt(begin, 0); err != nil {
		return err
	}
	if size > int64(len(head)) || !bytes.HasPrefix(head, begin) {
		return errNotOurs
	}
	return nil
}

// endsLine reports whether a line ends at an offset.
func (c *csvFile) endsLine(at int64) (bool, error) {
	if at == 0 {
		return false, nil
	}
	var last [1]byte
	_, err := c.f.ReadAt(last[:], at-1)
	return last[0] == '\n', err
}

// note keeps the place of a record.
func (c *csvFile) note(row []string, last map[string]int) error {
	names := columns()
	field := func(name string) string { return row[slices.Index(names, name)] }
	offset, err := strconv.ParseInt(field("log_offset"), 10, 64)
	if err != nil || offset < 0 {
		return fmt.Errorf("%w (a row has no place in the log)", errNotOurs)
	}
	log := field("log")
	n, ok := last[log]
	if !ok {
		n = len(c.found)
		log = strings.Clone(log)
		last[log] = n
		c.found = append(c.found, position{})
	}
	c.found[n].place = place{Log: strings.Clone(field("log")), Offset: offset,
		ID: strings.Clone(field("id"))}
	return nil
}

func (c *csvFile) ended(context.Context) (positions, error) { return slices.Clone(c.found), nil }

func (c *csvFile) room() (records, bytes int) { return 4096, 8 << 20 }

func (c *csvFile) put(_ context.Context, list []record) (taken, error) {
	rows := make([][]string, len(list))
	for i := range list {
		rows[i] = list[i].texts()
		for n := range rows[i] {
			rows[i][n] = cell(rows[i][n])
		}
	}
	if err := c.write(rows); err != nil {
		return taken{}, err
	}
	return taken{records: int64(len(list))}, nil
}

// cell keeps a spreadsheet from taking a text that an agent wrote for a formula: such a text, and
// one that begins with a quote itself, gets a quote in front.
func cell(text string) string {
	if text != "" && strings.IndexByte("=+-@\t\r'", text[0]) >= 0 {
		return "'" + text
	}
	return text
}

// write appends rows. They are on the disk when it returns.
func (c *csvFile) write(rows [][]string) error {
	var buf bytes.Buffer
	if err := csv.NewWriter(&buf).WriteAll(rows); err != nil {
		return err
	}
	n, err := c.f.Write(buf.Bytes())
	if err == nil {
		err = c.f.Sync()
	}
	if err != nil && n > 0 { // a full disk: the next export takes a torn row away if this fails
		_ = c.f.Truncate(c.end)
	}
	if err != nil {
		return err
	}
	c.end += int64(n)
	return nil
}

func (c *csvFile) Close() error { return c.f.Close() }

// owned makes a file that only this user can read, as the log is, unless there is one. What is no
// file cannot be gone on with.
func owned(path string) error {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if err == nil {
		return f.Close()
	}
	if !errors.Is(err, fs.ErrExist) {
		return err
	}
	info, err := os.Stat(path)
	if err == nil && !info.Mode().IsRegular() {
		return errors.New(path + " is no regular file")
	}
	return err
}
