package filelists

import (
	"io"
	"os"
	"path/filepath"
	"time"
)

// maxOutput bounds what is read of a program's output.
const maxOutput = 32 << 20

// systemDirs are where the programs of the system lie. PATH is not asked: it can lead into the
// project.
var systemDirs = [...]string{"/usr/bin", "/bin", "/usr/local/bin", "/opt/homebrew/bin",
	"/run/current-system/sw/bin"}

// systemProgram returns the path of a program of the system, or "".
func systemProgram(name string) string {
	for _, dir := range systemDirs {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return path
		}
	}
	return ""
}

// run returns what a program prints, given the environment and nothing of this process's own. It is
// os/exec in small, which would cost every start of this program. ok is false where the program
// fails, is late or says too much.
func run(argv, env []string, dir, stdin string, until time.Time) (out string, ok bool) {
	in, err := input(stdin)
	if err != nil {
		return "", false
	}
	from, to, err := os.Pipe()
	if err != nil {
		in.Close()
		return "", false
	}
	defer from.Close()
	p, err := os.StartProcess(argv[0], argv, &os.ProcAttr{Dir: dir, Env: env, Files: []*os.File{in,
		to, nil}})
	to.Close()
	in.Close()
	if err != nil {
		return "", false
	}
	if from.SetReadDeadline(until) != nil && !until.IsZero() {
		timer := time.AfterFunc(time.Until(until), func() { _ = p.Kill() })
		defer timer.Stop()
	}
	data, err := io.ReadAll(io.LimitReader(from, maxOutput+1))
	if err != nil || len(data) > maxOutput {
		_ = p.Kill()
		_, _ = p.Wait()
		return "", false
	}
	state, err := p.Wait()
	return string(data), err == nil && state.Success()
}

// input is a file that a program reads a text from. What it does not read is thrown away when it has
// ended.
func input(text string) (*os.File, error) {
	if text == "" {
		return os.Open(os.DevNull)
	}
	from, to, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	go func() {
		_, _ = io.WriteString(to, text)
		to.Close()
	}()
	return from, nil
}
