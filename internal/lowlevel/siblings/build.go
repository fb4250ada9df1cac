package siblings

import (
	"errors"
	"io"
	"os"
	"strings"

	"github.com/fencepost/fencepost/gen/build"
)

// Mark is how a program says of which build it is: to another one, as the first that it says, and in
// its own bytes, where Build finds it. It has one length in all builds.
const Mark = markHead + build.ID + "\n"

const markHead = "fencepost build "

// ThisBuild is the id of the build of this program. It is cut out of the mark, so that every program
// that knows its build can be asked by Build.
func ThisBuild() string { return Mark[len(markHead) : len(Mark)-1] }

// Mend is what a person does about programs of several builds.
const Mend = "build or install all four together"

// Programs are the names of all programs of a build.
func Programs() []string {
	return []string{"fencepost", "fencepost-hook", "fencepost-interp", "fencepost-run"}
}

// Build is the id of the build of the program at a path: 32 hexadecimal digits; "" for one that has
// none, as in builds before there were ids. The error is that of reading it. The program is read as
// far as its id, some megabytes, and not started.
func Build(path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	buf := make([]byte, 64<<10)
	for n := 0; ; {
		more, err := io.ReadFull(f, buf[n:])
		n += more
		if id := markIn(string(buf[:n])); id != "" {
			return id, nil
		}
		switch {
		case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
			return "", nil
		case err != nil:
			return "", err
		}
		n = copy(buf, buf[n-len(Mark):]) // it may lie across the end
	}
}

// markIn returns the id in the first mark of a text; "" where there is none.
func markIn(text string) string {
	for {
		i := strings.Index(text, markHead)
		if i < 0 || len(text)-i < len(Mark) {
			return ""
		}
		text = text[i+len(markHead):]
		id := text[:len(build.ID)]
		if text[len(id)] == '\n' && strings.Trim(id, "0123456789abcdef") == "" {
			return id
		}
	}
}

// Foreign reports whether the program at a path, which did not do what it was asked, is of another
// build than this one. said is the beginning of what it has said.
func Foreign(path string, said []byte) bool {
	id := markIn(string(said))
	if id == "" {
		var err error
		if id, err = Build(path); err != nil {
			return false
		}
	}
	return id != build.ID
}

// Others are the paths of the programs beside one, as Near finds them, and of that one, that are of
// another build than this program. What is not there, is no regular file or cannot be read is left
// out.
func Others(exe string) (paths []string) {
	for _, name := range Programs() {
		path, err := Near(exe, name)
		if err != nil {
			continue
		}
		if info, err := os.Stat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if id, err := Build(path); err == nil && id != build.ID {
			paths = append(paths, path)
		}
	}
	return paths
}

// Mixed says which programs beside this one are of another build, and what to do about it; "" where
// none is.
func Mixed() string {
	exe, err := os.Executable()
	if err != nil {
		return ""
	}
	others := Others(exe)
	if len(others) == 0 {
		return ""
	}
	return strings.Join(others, ", ") + " and this program, " + exe + ", are not of the same build: " +
		Mend
}
