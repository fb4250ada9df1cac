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

// sink is a redirection of standard output to a file.
type sink struct {
	paths   []string // more than one where the shell may be in several directories
	appends bool
	out     *capture
}

// Wrote says that a file may hold something that is not known from now on.
func (in *Interp) Wrote(path string) { in.write(path, "", false, false) }

// WroteText says that text was written to a file.
func (in *Interp) WroteText(path, text string, appends bool) { in.write(path, text, true, appends) }

// Writes reports whether the text has written a file so far.
func (in *Interp) Writes() bool { return len(in.files) > 0 }

// Repeats reports whether the current command may run more than once.
func (in *Interp) Repeats() bool { return in.loops > 0 }

// WrittenFile returns what a file holds that the text wrote earlier. known is false where it may
// hold anything else.
func (in *Interp) WrittenFile(path string) (texts []string, isWritten, known bool) {
	for i := range in.files {
		if f := &in.files[i]; f.path == path {
			return f.texts, true, !f.unknown && !in.linked
		}
	}
	return nil, false, false
}

func (in *Interp) write(path, text string, known, appends bool) {
	var f *written
	for i := range in.files {
		if in.files[i].path == path {
			f = &in.files[i]
		}
	}
	if f == nil {
		if len(in.files) == maxWritten {
			in.bound(hazards.BoundFiles, "the text writes more files than fencepost follows")
			return
		}
		in.files = append(in.files, written{path: path, unknown: appends || in.maybe()})
		f = &in.files[len(in.files)-1]
		appends = appends && len(f.texts) > 0
	} else if !appends && !in.maybe() {
		f.texts, f.unknown = nil, f.shared
	}
	f.job = false
	if in.async > 0 || in.writing(path) || in.names > 0 && in.severalFiles(path) {
		f.shared, f.unknown = true, true
	}
	switch {
	case !known:
		f.unknown = true
	case appends:
		old := f.texts
		if in.maybe() {
			f.texts = old[:len(old):len(old)]
		} else {
			f.texts = nil
		}
		for _, t := range old {
			f.texts = append(f.texts, t+text)
		}
		f.unknown = f.unknown || in.loops > 0
	default:
		f.texts = append(f.texts, text)
	}
	if len(f.texts) > maxTexts {
		f.texts, f.unknown = f.texts[:maxTexts], true
	}
}

// maybe reports whether the current command runs only on some ways, or more than once.
func (in *Interp) maybe() bool {
	return in.loops > 0 || in.cond > 0 || in.st.Has(dialect.NoClobber) || in.leftEarly()
}

// writing reports whether a command around the current one has its output in the same file.
func (in *Interp) writing(path string) bool {
	for i := range in.sinks {
		if slices.Contains(in.sinks[i].paths, path) {
			return true
		}
	}
	return false
}

// Linked says that from now on the names of files may stand for files that have other names, too.
func (in *Interp) Linked() { in.linked = true }

// wroteJob says of a file that was written just now that it holds the number of a process.
func (in *Interp) wroteJob(path string) {
	for i := range in.files {
		if f := &in.files[i]; f.path == path {
			f.job = !f.shared
		}
	}
}

// HoldsJobs reports whether a file holds the numbers of processes that the shell has started, and
// nothing else: echo $! > server.pid.
func (in *Interp) HoldsJobs(path string) bool {
	for i := range in.files {
		if f := &in.files[i]; f.path == path {
			return f.job && !in.linked
		}
	}
	return false
}

func (in *Interp) holdsJobs(w *fact.Word) bool {
	files, ok := in.abs(w)
	return ok && len(files) == 1 && in.HoldsJobs(files[0])
}

// fileText is the content of a file that the text wrote, where it is known for sure.
func (in *Interp) fileText(w *fact.Word) (string, bool) {
	if len(in.files) == 0 {
		return "", false
	}
	files, ok := in.abs(w)
	if !ok || len(files) > 1 {
		return "", false
	}
	texts, _, known := in.WrittenFile(files[0])
	if !known || len(texts) != 1 {
		return "", false
	}
	return texts[0], true
}

// abs lists the absolute paths that a word may name.
func (in *Interp) abs(w *fact.Word) ([]string, bool) {
	switch {
	case !w.Known() || w.Text == "":
		return nil, false
	case w.Text[0] == '/':
		return []string{cleanDir(w.Text)}, true
	case !in.st.Dirs.Known || len(in.st.Dirs.List) == 0:
		return nil, false
	}
	list := make([]string, len(in.st.Dirs.List))
	for i, dir := range in.st.Dirs.List {
		list[i] = cleanDir(dir + "/" + w.Text)
	}
	return list, true
}

// toFile connects standard output to a file.
func (in *Interp) toFile(r *fact.Redirect) {
	files, ok := in.abs(&r.Target)
	if !ok || strings.HasPrefix(files[0], "/dev/") || strings.HasPrefix(files[0], "/proc/") {
		in.out.spoil() // it may name the capture itself
		in.out = nil
		return
	}
	if in.dialect.Has(dialect.MultipleRedirects) { // MULTIOS: it goes to both
		in.out.lose()
	}
	in.out = &capture{known: true}
	in.sinks = append(in.sinks, sink{files, r.Mode == fact.RedirAppend, in.out})
}

// flush records what the statement wrote to files.
func (in *Interp) flush(from int) {
	sinks := in.sinks[from:]
	in.sinks = in.sinks[:from]
	for _, s := range sinks {
		text, known := s.out.word()
		outer := in.flow
		in.cond += len(s.paths) - 1
		for _, path := range s.paths {
			in.write(path, text.Text, known, s.appends)
			if s.out.job && !s.appends && len(s.paths) == 1 && !in.maybe() {
				in.wroteJob(path)
			}
		}
		in.flow = outer
	}
}

// echoesJob recognises echo $!.
func echoesJob(c *fact.Command) bool {
	return c.Argv[0].Text == "echo" && len(c.Argv) == 2 && c.Argv[1].IsJob()
}
