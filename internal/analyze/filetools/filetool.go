package filetools

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
)

// FileHazards looks at the file that a file tool would read or change: one that is too large for a
// transcript or becomes so, or binary and taken for text. A file that cannot be looked at changes
// nothing.
func FileHazards(call *fact.Call, cwd, home string) []fact.Hazard {
	tool := agent.ToolOf(call.Tool)
	name := call.Text(tool.Field)
	if name == "" || !tool.HasPath() {
		return nil
	}
	path := name
	if rest, ok := strings.CutPrefix(name, "~/"); ok && home != "" {
		path = filepath.Join(home, rest)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(cwd, path)
	}
	switch tool.Kind {
	case agent.Read:
		info, err := os.Stat(path)
		switch {
		case err != nil || !info.Mode().IsRegular() || shown(name):
		case info.Size() > maxFile:
			return record.Hazard(hazards.FileSize, name, "The file is larger than 10 MB")
		case info.Size() > 0 && !record.Source(name) && holdsNUL(path):
			return record.Hazard(hazards.BinaryFile, name, "The file is binary, and is not shown as text")
		}
	case agent.Write:
		if len(call.Text("content")) > maxFile {
			return record.Hazard(hazards.FileSize, name, "The content is larger than 10 MB")
		}
	case agent.Edit:
		info, err := os.Stat(path)
		regular := err == nil && info.Mode().IsRegular() // opening a pipe could block
		if regular && info.Size() > 0 && holdsNUL(path) {
			return record.Hazard(hazards.BinaryFile, name,
				"The file is binary, and editing it as text would damage it")
		}
		size := int64(0)
		if regular {
			size = info.Size()
		}
		if size+grows(call, path, size) > maxFile {
			return record.Hazard(hazards.FileSize, name, "The file would be larger than 10 MB")
		}
	}
	return nil
}

const (
	maxFile   = 10 << 20 // bytes that a file tool reads or writes without a question
	binaryTop = 8 << 10  // bytes in which a NUL makes a file binary
)

// grows is by how much an edit makes a file of that size larger at most.
func grows(call *fact.Call, path string, size int64) int64 {
	if edits, ok := call.Get("edits"); ok {
		return int64(len(edits.Raw))
	}
	old, text := call.Text("old_string"), call.Text("new_string")+call.Text("new_source")
	more := int64(len(text) - len(old))
	all, ok := call.Get("replace_all")
	if more <= 0 || !ok || string(all.Raw) != "true" || old == "" || size > maxFile {
		return max(more, 0)
	}
	if size+size/int64(len(old))*more <= maxFile {
		return 0 // however often the text stands there
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return more
	}
	return int64(bytes.Count(data, []byte(old))) * more
}

// holdsNUL reports whether a file has a NUL near its begin, which a text in UTF-16 with its mark
// may have. A file of the kernel, which has no size, could block: /proc/kmsg.
func holdsNUL(path string) bool {
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
	top = top[:n]
	if bytes.HasPrefix(top, []byte{0xff, 0xfe}) || bytes.HasPrefix(top, []byte{0xfe, 0xff}) {
		return false
	}
	return bytes.IndexByte(top, 0) >= 0
}

// shown reports whether the Read tool shows files of that kind in another way than as text.
func shown(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".svg", ".ico", ".tif", ".tiff", ".heic",
		".avif", ".pdf", ".ipynb":
		return true
	}
	return false
}
