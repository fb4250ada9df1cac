//go:build unix

package interp

import (
	"bufio"
	"encoding/binary"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

// The test program is the helper itself, when it is started with one of these names.
func TestMain(m *testing.M) {
	mode, err := os.ReadFile(os.Args[0] + ".mode")
	if err != nil {
		os.Exit(m.Run())
	}
	helper(string(mode))
}

// helper behaves like a helper that works, or in one of the ways in which one can fail.
func helper(mode string) {
	switch mode {
	case "dead":
		os.Exit(3)
	case "garbage":
		os.Stdout.WriteString(strings.Repeat("garbage\n", 10))
	case "build":
		os.Stdout.WriteString(strings.Replace(Greeting, siblings.ThisBuild(),
			strings.Repeat("0", len(siblings.ThisBuild())), 1))
	case "slow":
		time.Sleep(time.Minute)
	case "cut":
		os.Stdout.WriteString(Greeting + "\x00\x00\x01\x00abc")
	case "huge":
		os.Stdout.WriteString(Greeting + "\x7f\xff\xff\xff")
	case "malformed":
		os.Stdout.WriteString(Greeting + "\x00\x00\x00\x02\xff\xff")
	case "works":
		err := Serve(os.Stdin, bufio.NewWriter(os.Stdout), func(r Request) *Facts {
			return &Facts{Problem: r.Lang + " " + r.Home + " " + r.Code}
		})
		if err != nil {
			os.Exit(1)
		}
	case "no compiler":
		_ = Serve(os.Stdin, bufio.NewWriter(os.Stdout),
			func(Request) *Facts { return &Facts{Problem: NoCompiler} })
	case "environment":
		_ = Serve(os.Stdin, bufio.NewWriter(os.Stdout),
			func(Request) *Facts { return &Facts{Problem: strings.Join(os.Environ(), " ")} })
	}
	os.Exit(0)
}

// install makes a copy of the test program that behaves in a way.
func install(t *testing.T, mode string) string {
	t.Helper()
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), HelperName)
	data, err := os.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, data, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func ask(t *testing.T, mode string, codes ...string) (answers []*Facts, err error) {
	t.Helper()
	path := install(t, mode)
	if err := os.WriteFile(HelperName+".mode", []byte(mode), 0o644); err != nil {
		t.Fatal(err)
	}
	limit := 10 * time.Second
	if mode == "slow" {
		limit = 300 * time.Millisecond
	}
	c := &Client{Helper: path, Deadline: time.Now().Add(limit)}
	defer c.Close()
	for _, code := range codes {
		c.Ask(&Request{Lang: "python", Code: code, Home: "/h"})
	}
	for range codes {
		f, err := c.Answer()
		if err != nil {
			return answers, err
		}
		answers = append(answers, f)
	}
	return answers, nil
}

// Every way in which the helper can fail is told apart, and says what to do.
func TestBrokenHelper(t *testing.T) {
	t.Chdir(t.TempDir())
	tests := []struct{ mode, want string }{
		{"dead", "ended without an answer"},
		{"garbage", "cannot be read"},
		{"build", "is of another build than fencepost; build or install all four together"},
		{"no compiler", "was built without a C compiler"},
		{"slow", "took too long"},
		{"cut", "cannot be read"},
		{"huge", "cannot be read"},
		{"malformed", "cannot be read"},
	}
	for _, tt := range tests {
		t.Run(tt.mode, func(t *testing.T) {
			_, err := ask(t, tt.mode, "print(1)")
			if err == nil || !strings.Contains(err.Error(), tt.want) ||
				!strings.Contains(err.Error(), HelperName) {
				t.Errorf("got %v, want %q in it", err, tt.want)
			}
		})
	}
	c := &Client{Helper: filepath.Join(t.TempDir(), "none")}
	c.Ask(&Request{Lang: "python", Code: "print(1)"})
	if _, err := c.Answer(); err == nil || !strings.Contains(err.Error(), "cannot be started") {
		t.Errorf("missing helper: %v", err)
	}
	earlier := filepath.Join(t.TempDir(), HelperName)
	if err := os.WriteFile(earlier, []byte("#!/bin/sh\nexit 1\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	c = &Client{Helper: earlier}
	c.Ask(&Request{Lang: "python", Code: "print(1)"})
	if _, err := c.Answer(); err == nil || !strings.Contains(err.Error(), "is of another build") {
		t.Errorf("a helper of before there were builds: %v", err)
	}
	c = &Client{}
	c.Ask(&Request{Lang: "python", Code: "print(1)"})
	if _, err := c.Answer(); err == nil || !strings.Contains(err.Error(), "is not beside fencepost") {
		t.Errorf("no helper beside the program: %v", err)
	}
	c = &Client{}
	c.Ask(&Request{Lang: "python", Code: strings.Repeat("a", MaxCode+1)})
	if _, err := c.Answer(); err == nil || !strings.Contains(err.Error(), "longer than the limit") {
		t.Errorf("too much code: %v", err)
	}
}

func TestHelper(t *testing.T) {
	t.Chdir(t.TempDir())
	long := strings.Repeat("b", 200_000)
	for _, codes := range [][]string{
		{"a"}, {"a", long, "", "c"},
		// answers of which none fits into the way to the gate, which reads none before all is sent
		{long, long, long, long, long}, slices.Repeat([]string{long[:3000]}, 60),
	} {
		got, err := ask(t, "works", codes...)
		if err != nil || len(got) != len(codes) {
			t.Fatalf("%d of %d answers, %v", len(got), len(codes), err)
		}
		for i, f := range got {
			if f.Problem != "python /h "+codes[i] {
				t.Errorf("answer %d is %.40q", i, f.Problem)
			}
		}
	}
}

// What the environment says, LD_PRELOAD for one, does not reach the helper.
func TestEnvironment(t *testing.T) {
	t.Chdir(t.TempDir())
	t.Setenv("LD_PRELOAD", "")
	t.Setenv("SECRET", "s")
	got, err := ask(t, "environment", "x")
	if err != nil {
		t.Fatal(err)
	}
	if env := got[0].Problem; strings.Contains(env, "SECRET") || strings.Contains(env, "LD_PRELOAD") ||
		!strings.Contains(env, "GOMEMLIMIT") {
		t.Errorf("the helper's environment is %q", env)
	}
}

// The helper says of which build it is before it looks at who asks, and answers nobody of another
// one.
func TestServeForeign(t *testing.T) {
	for _, greeting := range []string{"", "fencepost-interp a\n", strings.Repeat("x", len(Greeting)),
		Greeting[:len(Greeting)-2] + "-\n"} {
		var out strings.Builder
		ask := EncodeRequest(&Request{Lang: "python", Code: "print(1)"})
		in := greeting + string(binary.BigEndian.AppendUint32(nil, uint32(len(ask)))) + string(ask)
		err := Serve(strings.NewReader(in), bufio.NewWriter(&out), func(Request) *Facts {
			t.Errorf("%q: it answers", greeting)
			return &Facts{}
		})
		if err == nil || out.String() != Greeting {
			t.Errorf("%q: it says %q, %v", greeting, out.String(), err)
		}
	}
}
