// Package assist asks the program for people what the one that judges calls cannot do, since it
// links no library for it: to compile a config, to read YAML of the project, and to search with an
// expression that looks behind or back.
package assist

import (
	"errors"
	"io"
	"os"
	"runtime"
	"time"

	"github.com/fencepost/fencepost/internal/beside"
)

// Program is who is asked.
const Program = "fencepost"

// Command is its command, which is for this package alone. Behind it stands one of:
//
//	compile STORE FILE   standard input holds the config; prints it compiled, and keeps it in STORE
//	yaml STORE           standard input is YAML; prints the tree of tasks.ReadYAML, and keeps it
//	match, remove        standard input is the length of an expression in 4 bytes, big endian, the
//	                     expression and a text; prints 1 or 0, or what is left
//
// A status that is not 0 means that it could not be done.
const Command = "assist"

// Bounds.
const (
	compileLimit = 5 * time.Second
	yamlLimit    = time.Second
	searchLimit  = 250 * time.Millisecond
	maxAnswer    = 64 << 20 // bytes
)

var (
	errFailed = errors.New(Program + " beside this program did not do it")
	errSize   = errors.New(Program + " beside this program said too much")
)

// ask starts the program, gives it the input and returns what it prints.
func ask(limit time.Duration, input []byte, args ...string) ([]byte, error) {
	path, err := beside.Find(Program)
	if err != nil {
		return nil, errors.New(Program + ", which has to do it, is not beside this program")
	}
	r := running{}
	defer r.close()
	if err := r.start(path, args); err != nil {
		return nil, err
	}
	r.limit(limit)
	// What cannot be written is seen in the status: the program reads all before it answers.
	_, _ = r.in.Write(input)
	r.in.Close()
	out, err := io.ReadAll(io.LimitReader(r.out, maxAnswer+1))
	if err != nil {
		return nil, err
	}
	if len(out) > maxAnswer {
		return nil, errSize
	}
	state, err := r.proc.Wait()
	r.proc = nil
	if err != nil || !state.Success() {
		return nil, errFailed
	}
	return out, nil
}

// running is the program while it works.
type running struct {
	proc    *os.Process
	in, out *os.File
}

// start starts it with nothing of this process's environment.
func (r *running) start(path string, args []string) error {
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	defer inRead.Close()
	r.in = inWrite
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		return err
	}
	defer outWrite.Close()
	r.out = outRead
	env := []string{"GOGC=off", "GOMEMLIMIT=400MiB", "GOTRACEBACK=none"}
	if runtime.GOOS == "windows" {
		env = append(env, "SYSTEMROOT="+os.Getenv("SYSTEMROOT"))
	}
	r.proc, err = os.StartProcess(path, append([]string{Program, Command}, args...),
		&os.ProcAttr{Env: env, Files: []*os.File{inRead, outWrite, nil}})
	return err
}

// limit ends the conversation after a time. Where pipes know no deadline the process is ended
// instead, which ends it as well.
func (r *running) limit(d time.Duration) {
	end := time.Now().Add(d)
	if r.in.SetWriteDeadline(end) != nil || r.out.SetReadDeadline(end) != nil {
		p := r.proc
		time.AfterFunc(d, func() { _ = p.Kill() })
	}
}

// close ends what still runs, and collects it.
func (r *running) close() {
	if r.in != nil {
		r.in.Close()
	}
	if r.out != nil {
		r.out.Close()
	}
	if r.proc != nil {
		_ = r.proc.Kill()
		_, _ = r.proc.Wait()
	}
}
