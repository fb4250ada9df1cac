package siblings

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// The test program is the other program, when it is started with one of these words.
func TestMain(m *testing.M) {
	if len(os.Args) == 2 && programs[os.Args[1]] != nil {
		programs[os.Args[1]]()
		os.Exit(0)
	}
	os.Exit(m.Run())
}

var programs = map[string]func(){
	"echo":        func() { _, _ = io.Copy(os.Stdout, os.Stdin) },
	"environment": func() { os.Stdout.WriteString(strings.Join(os.Environ(), "\n")) },
	"fails":       func() { os.Stdout.WriteString("so far"); os.Exit(3) },
	"crashes":     func() { panic("on purpose") },
	"silent":      func() { time.Sleep(time.Minute) },
	"deaf":        func() { os.Stdout.WriteString("x"); time.Sleep(time.Minute) },
	"hangs":       func() { os.Stdout.Close(); os.Stdin.Close(); time.Sleep(time.Minute) },
}

func begin(t *testing.T, what string, limit time.Duration) *Process {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	var deadline time.Time
	if limit > 0 {
		deadline = time.Now().Add(limit)
	}
	p, err := Start(exe, []string{"beside", what}, []string{"MORE=1"}, deadline)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

func TestProcess(t *testing.T) {
	t.Setenv("LD_PRELOAD", "")
	t.Setenv("SECRET", "s")
	for _, limit := range []time.Duration{0, time.Minute} {
		for _, tt := range []struct {
			what, in, out string
			ok            bool
		}{
			{"echo", "hello", "hello", true},
			{"echo", "", "", true},
			{"fails", "", "so far", false},
			{"fails", "not read", "so far", false},
			{"crashes", "", "", false},
		} {
			p := begin(t, tt.what, limit)
			_, _ = p.Write([]byte(tt.in))
			p.CloseWrite()
			// input that was not read may cut the answer short, and the status says the rest
			out, err := io.ReadAll(p)
			if got := string(out); got != tt.out || err != nil && tt.in != "not read" {
				t.Errorf("%s of %q says %q, %v", tt.what, tt.in, got, err)
			}
			if ok := p.Wait(); ok != tt.ok {
				t.Errorf("%s of %q succeeded: %v", tt.what, tt.in, ok)
			}
			if p.Wait() {
				t.Errorf("%s of %q succeeded twice", tt.what, tt.in)
			}
		}
	}
	p := begin(t, "environment", time.Minute)
	out, err := io.ReadAll(p)
	env := string(out)
	if err != nil || strings.Contains(env, "SECRET") || strings.Contains(env, "LD_PRELOAD") ||
		!strings.Contains(env, "GOMEMLIMIT=") || !strings.Contains(env, "MORE=1") {
		t.Errorf("the environment is %q, %v", env, err)
	}
}

// More than the system keeps for a program on its way is told and heard whole.
func TestProcessLong(t *testing.T) {
	p := begin(t, "echo", time.Minute)
	in := strings.Repeat("0123456789abcdef", 256<<10)
	go func() {
		_, _ = p.Write([]byte(in))
		p.CloseWrite()
	}()
	out, err := io.ReadAll(p)
	if err != nil || string(out) != in {
		t.Errorf("%d of %d bytes, %v", len(out), len(in), err)
	}
}

// A program that says nothing, reads nothing or does not end takes no longer than the deadline.
func TestProcessDeadline(t *testing.T) {
	const limit = 300 * time.Millisecond
	tests := []struct {
		what string
		do   func(p *Process) error
	}{
		{"silent", func(p *Process) error { _, err := io.ReadAll(p); return err }},
		{"deaf", func(p *Process) error { _, err := p.Write(make([]byte, 8<<20)); return err }},
		{"hangs", func(p *Process) error {
			if _, err := io.ReadAll(p); err != nil {
				return err
			}
			if p.Wait() {
				return errors.New("it succeeded")
			}
			return os.ErrDeadlineExceeded
		}},
	}
	for _, tt := range tests {
		start := time.Now()
		err := tt.do(begin(t, tt.what, limit))
		if took := time.Since(start); !errors.Is(err, os.ErrDeadlineExceeded) || took > 20*time.Second {
			t.Errorf("%s: %v after %v", tt.what, err, took)
		}
	}
}

// A program that was ended reads and says no more, and may be ended twice.
func TestProcessClose(t *testing.T) {
	for range 30 {
		p := begin(t, "silent", time.Minute)
		p.Close()
		if _, err := p.Read(make([]byte, 1)); err == nil {
			t.Error("a program that was ended says something")
		}
		if p.Wait() {
			t.Error("a program that was ended succeeded")
		}
		p.Close()
	}
}

func TestStartFails(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.WriteFile(plain, []byte("no program"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{filepath.Join(dir, "none"), plain, dir} {
		p, err := Start(path, []string{"x"}, nil, time.Time{})
		if err == nil {
			p.Close()
			t.Errorf("%s could be started", path)
		} else if runtime.GOOS != "windows" && strings.Contains(err.Error(), dir) {
			t.Errorf("%v names the path, which whoever asks knows", err)
		}
	}
}
