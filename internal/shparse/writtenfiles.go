package shparse

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// written is a file that the text writes, with what it may then hold.
type written struct {
	path    string
	texts   []string
	unknown bool // it may hold something else, too
	job     bool // it holds numbers of processes that the shell has started, and nothing else
	// what writes it runs at the same time as other commands that do, or is still to write
	shared bool
}

// maxWritten bounds the files that are followed, and the contents of each.
const (
	maxWritten = 64
	maxTexts   = 4
)

// file is what is known of a file that the text has written; nil for any other.
func (fs *files) file(path string) *written {
	for i := range fs.written {
		if f := &fs.written[i]; f.path == path {
			return f
		}
	}
	return nil
}

// WrittenFile returns what a file holds that the text wrote earlier. known is false where it may
// hold anything else.
func (fs *files) WrittenFile(path string) (texts []string, isWritten, known bool) {
	if f := fs.file(path); f != nil {
		return f.texts, true, !f.unknown && !fs.linked
	}
	return nil, false, false
}

// write notes that a file is written: known says that it is with this text.
func (fs *files) write(path, text string, known, appends bool) {
	f := fs.file(path)
	if f == nil {
		if len(fs.written) == maxWritten {
			fs.sh.bound(hazards.BoundFiles, "the text writes more files than fencepost follows")
			return
		}
		fs.written = append(fs.written, written{path: path})
		f = &fs.written[len(fs.written)-1]
		f.unknown = !known || appends || fs.sh.isConditional()
		appends = appends && len(f.texts) > 0
	} else if !appends && !fs.sh.isConditional() {
		f.texts, f.unknown = nil, f.shared
	}
	f.job, fs.text = false, fs.text || known
	shared := fs.sh.flow.async > 0 || fs.names > 0 && fs.severalFiles(path)
	for _, s := range fs.sh.sinks { // a command around this one has its output there
		shared = shared || slices.Contains(s.paths, path)
	}
	if shared {
		f.shared, f.unknown = true, true
	}
	switch {
	case !known:
		f.unknown = true
	case appends:
		old := f.texts
		if fs.sh.isConditional() {
			f.texts = old[:len(old):len(old)]
		} else {
			f.texts = nil
		}
		for _, t := range old {
			f.texts = append(f.texts, t+text)
		}
		f.unknown = f.unknown || fs.sh.flow.loops > 0
	default:
		f.texts = append(f.texts, text)
	}
	if len(f.texts) > maxTexts {
		f.texts, f.unknown = f.texts[:maxTexts], true
	}
}

// wroteJob says of a file that was written just now that it holds the number of a process.
func (fs *files) wroteJob(path string) {
	if f := fs.file(path); f != nil {
		f.job = !f.shared
	}
}

// HoldsJobs reports whether a file holds the numbers of processes that the shell has started, and
// nothing else: echo $! > server.pid.
func (fs *files) HoldsJobs(path string) bool {
	f := fs.file(path)
	return f != nil && f.job && !fs.linked
}

func (fs *files) holdsJobs(w *fact.Word) bool {
	files, ok := fs.absolute(w)
	return ok && len(files) == 1 && fs.HoldsJobs(files[0])
}

// fileText is the content of a file that the text wrote, where it is known for sure.
func (fs *files) fileText(w *fact.Word) (string, bool) {
	if len(fs.written) == 0 {
		return "", false
	}
	files, ok := fs.absolute(w)
	if !ok || len(files) > 1 {
		return "", false
	}
	texts, _, known := fs.WrittenFile(files[0])
	if !known || len(texts) != 1 {
		return "", false
	}
	return texts[0], true
}

// toFile connects standard output to a file.
func (fs *files) toFile(r *fact.Redirect) {
	files, ok := fs.absolute(&r.Target)
	if !ok || strings.HasPrefix(files[0], "/dev/") || strings.HasPrefix(files[0], "/proc/") {
		fs.sh.out.spoil() // it may name the capture itself
		fs.sh.out = nil
		return
	}
	if fs.sh.has(dialect.MultipleRedirects) { // MULTIOS: it goes to both
		fs.sh.out.lose()
	}
	fs.sh.out = &capture{known: true}
	fs.sh.sinks = append(fs.sh.sinks, sink{files, r.Mode == fact.RedirAppend, fs.sh.out})
}

// writeUnknown notes a file that another descriptor writes to.
func (fs *files) writeUnknown(r *fact.Redirect) {
	files, _ := fs.absolute(&r.Target)
	for _, path := range files {
		fs.write(path, "", false, false)
	}
}

// flush records what the statement wrote to files.
func (fs *files) flush(from int) {
	sinks := fs.sh.sinks[from:]
	fs.sh.sinks = fs.sh.sinks[:from]
	for _, s := range sinks {
		text, known := s.out.word()
		outer := fs.sh.flow
		fs.sh.flow.cond += len(s.paths) - 1
		for _, path := range s.paths {
			fs.write(path, text.Text, known, s.appends)
			if s.out.job && !s.appends && len(s.paths) == 1 && !fs.sh.isConditional() {
				fs.wroteJob(path)
			}
		}
		fs.sh.flow = outer
	}
}
