package analyze

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

const (
	maxFile   = 10 << 20 // bytes that a file tool reads or writes without a question
	binaryTop = 8 << 10  // bytes in which a NUL makes a file binary
)

// fileHazards looks at the file that a file tool would read or change: one that is too large for a transcript, or binary
// and edited as text. A file that cannot be looked at changes nothing.
func fileHazards(call *fact.Call, cwd string) []fact.Hazard {
	name := call.Text("file_path")
	if name == "" {
		return nil
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(cwd, path)
	}
	switch call.Tool {
	case "Read":
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Size() > maxFile && !shown(name) {
			return hazard("file-size", name, "the file is larger than 10 MB")
		}
	case "Write":
		if len(call.Text("content")) > maxFile {
			return hazard("file-size", name, "the content is larger than 10 MB")
		}
	case "Edit", "MultiEdit":
		if binary(path) {
			return hazard("binary-file", name, "the file is binary, and editing it as text would damage it")
		}
	}
	return nil
}

func hazard(id, text, why string) []fact.Hazard {
	return []fact.Hazard{{ID: id, Kind: fact.Suspect, Text: text, Why: why}}
}

// shown reports whether the Read tool shows files of that kind in another way than as text.
func shown(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".svg", ".ico", ".tif", ".tiff", ".heic", ".avif", ".pdf", ".ipynb":
		return true
	}
	return false
}

// binary reports whether a regular file has a NUL near its begin.
func binary(path string) bool {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return false // opening a pipe could block
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	top := make([]byte, binaryTop)
	n, err := io.ReadFull(f, top)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return false
	}
	return bytes.IndexByte(top[:n], 0) >= 0
}

// Missing reports whether there is certainly nothing at a path.
func (a *Analyzer) Missing(p *fact.Path) bool { return a.Places != nil && a.Places.Missing(p) }

// HomeDir is the home directory of the user, for files that commands find there.
func (a *Analyzer) HomeDir() string { return a.Home }
