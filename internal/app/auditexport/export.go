// Package auditexport hands the records of the audit log to a destination that a team has already:
// an OpenTelemetry collector or a CSV file. docs/organisation.md describes what arrives.
//
// A run may end at any moment, and the next one goes on where it ended: with each piece that a
// destination takes it keeps how far that was, in the same step where it can. Nothing that stands
// in the log when a run begins is left out, and nothing is handed over twice.
package auditexport

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/fencepost/fencepost/internal/app/audit"
)

// Sink is a destination.
type Sink interface {
	// ended says where earlier runs ended, in the order in which the logs were begun.
	ended(ctx context.Context) (positions, error)
	// put hands over records and keeps how far the log was read with them. Where it fails, the
	// records that it did not keep are handed over again by the next run.
	put(ctx context.Context, list []record) (taken, error)
	// room is the number of records, and of bytes of the log, that put takes best at once.
	room() (records, bytes int)
	// Close ends the use of the destination.
	Close() error
}

// taken is what became of records that were put.
type taken struct {
	records int64
	refused int64  // that the destination will never take
	why     string // what it says about them, or a warning of it
}

// Result is what a run did.
type Result struct {
	Records int64  // that the destination has now, and had not before
	Refused int64  // that the destination refused for good
	Why     string // what it said about them, or a warning of it
	Bad     int    // lines that are no records
	Gap     bool   // the log that was read last is gone: it may have held more than was read
	Changed bool   // a log is not what was read earlier, and was read from its beginning
}

// maxPasses bounds how often the logs are looked through again because one was rotated meanwhile.
const maxPasses = 16

// Run hands over what the log at path and its rotated parts hold beyond what the destination has.
// seen is told how much was read, now and then. The result says what was done even where there is
// an error.
func Run(ctx context.Context, path string, to Sink, seen func(done, total int64)) (Result, error) {
	r := run{ctx: ctx, path: path, to: to, seen: seen, reached: map[string]int64{}}
	r.maxRecords, r.maxBytes = to.room()
	var err error
	if r.ended, err = to.ended(ctx); err != nil {
		return r.Result, err
	}
	err = r.all()
	return r.Result, err
}

// run is one run.
type run struct {
	Result
	ctx  context.Context
	path string
	to   Sink
	seen func(done, total int64)

	ended                positions
	reached              map[string]int64 // in this run, by the name of the log
	list                 []record         // to be put
	bytes                int              // of their lines
	maxRecords, maxBytes int
	read, total          int64 // bytes, for seen
	lines                int
}

// all reads all logs, and again where one was rotated meanwhile, because another one may then have
// been passed over. A log is known by what it holds, so that its name does not matter.
func (r *run) all() error {
	newest := r.ended.newest(r.path)
	r.Gap = newest != ""
	for range maxPasses {
		r.read, r.total = 0, 0
		before := states(r.path)
		for _, s := range before {
			r.total += s.info.Size()
		}
		for _, s := range before {
			log, err := r.log(s.file)
			if err != nil {
				return err
			}
			r.Gap = r.Gap && log != newest
		}
		if err := r.put(); err != nil {
			return err
		}
		if same(before, states(r.path)) {
			break
		}
	}
	if r.seen != nil {
		r.seen(r.total, r.total)
	}
	return nil
}

// log reads what is new in one file, and returns the name of the log that it is; "" for a file that
// is gone, or in which no line has ended yet.
func (r *run) log(file string) (string, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil // rotated in this moment
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	name, err := nameOf(f)
	if err != nil || name == "" {
		return "", err
	}
	start, again := r.reached[name]
	if !again {
		changed := false
		if start, changed, err = r.ended.behind(f, name); err != nil {
			return "", err
		}
		r.Changed = r.Changed || changed
	}
	r.read += start
	return name, r.lineByLine(f, name, start)
}

// lineByLine takes the records of a log from a place on.
func (r *run) lineByLine(f io.ReaderAt, name string, start int64) error {
	lines := audit.LinesFrom(f, start)
	for {
		line, at, err := lines.Next()
		if err == io.EOF {
			return nil // what stands behind the last line end is no line yet
		}
		if err != nil {
			return err
		}
		r.read += lines.At - at
		r.reached[name] = lines.At
		if r.lines++; r.seen != nil && r.lines%1024 == 0 {
			r.seen(r.read, r.total)
		}
		if err := r.line(name, line, at); err != nil {
			return err
		}
	}
}

// line takes one line of the log, without its end.
func (r *run) line(name string, line []byte, at int64) error {
	if len(line) == 0 {
		return nil
	}
	rec, ok := audit.Decode(line)
	if !ok {
		r.Bad++
		return nil
	}
	r.list = append(r.list, record{Record: rec, path: r.path,
		place: place{Log: name, Offset: at, ID: idOf(name, at, line)}})
	r.bytes += len(line)
	if len(r.list) < r.maxRecords && r.bytes < r.maxBytes {
		return nil
	}
	return r.put()
}

// put hands over what was collected.
func (r *run) put() error {
	if err := r.ctx.Err(); err != nil {
		return context.Cause(r.ctx)
	}
	if len(r.list) == 0 {
		return nil
	}
	got, err := r.to.put(r.ctx, r.list)
	r.Records += got.records
	r.Refused += got.refused
	if got.why != "" {
		r.Why = got.why
	}
	if err != nil {
		return err
	}
	r.ended.take(r.list)
	clear(r.list) // the texts of these records need not wait for the next ones
	r.list, r.bytes = r.list[:0], 0
	return nil
}

// state is a file of the log at one moment.
type state struct {
	file string
	info fs.FileInfo
}

// states are the log and its rotated parts that are files, oldest first.
func states(path string) (list []state) {
	for _, file := range audit.Files(path) {
		// A FIFO in a log's place would hold up whoever opens it.
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			list = append(list, state{file, info})
		}
	}
	return list
}

// same reports whether the same files stand under the same names.
func same(a, b []state) bool {
	return slices.EqualFunc(a, b, func(a, b state) bool {
		return a.file == b.file && os.SameFile(a.info, b.info)
	})
}
