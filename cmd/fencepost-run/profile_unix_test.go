//go:build unix

package main

import (
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// TestProfileFD: a profile that is handed over is all that a run may do, or nothing runs.
func TestProfileFD(t *testing.T) {
	for _, tt := range []struct{ text, flags, wrong string }{
		{`{"write":["/p"],"allow":["a.test"],"scrub":[]}`, "", ""},
		{`{"write":["/p"]}`, "-w /q", "Leave --w out"},
		{`{"write":["/p"]}`, "--report-run /r", ""},
		{`{"writes":["/p"]}`, "", "unknown field"},
		{`{"write":"/p"}`, "", "cannot unmarshal"},
		{`{"write":["/p"]} {}`, "", "behind it"},
		{`{"network":"some"}`, "", "it is one of none, filtered, open"},
		{`{"network":"none","allow":["a.test"]}`, "", "need --net filtered"},
		{`{"localhost":[0]}`, "", "a port is a number"},
		{`{"set":["A"]}`, "", "NAME=VALUE"},
		{`{"scrub":["all"]}`, "", "the classes are"},
		{`{"keep":["*"]}`, "", "names of variables"},
		{`{"write":[""]}`, "", "it is empty"},
		{"", "", "EOF"},
	} {
		r, w, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		_, _ = w.WriteString(tt.text)
		w.Close()
		fd, err := syscall.Dup(int(r.Fd()))
		r.Close()
		if err != nil {
			t.Fatal(err)
		}
		args := strings.Fields("--profile-fd " + strconv.Itoa(fd) + " " + tt.flags + " -- env")
		o, err := parse(args)
		switch {
		case tt.wrong != "":
			if err == nil || !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("%s %s: %v, not %q", tt.text, tt.flags, err, tt.wrong)
			}
		case err != nil || strings.Join(o.Write, " ") != "/p":
			t.Errorf("%s: %+v, %v", tt.text, o, err)
		}
	}
	if o, err := parse([]string{"--profile", `{"hide":["/p"]}`, "--", "env"}); err != nil || o.Hide[0] != "/p" {
		t.Errorf("%+v, %v", o, err)
	}
	if _, err := parse([]string{"--profile", `{"hid":["/p"]}`, "--", "env"}); err == nil {
		t.Error("an unknown key is taken")
	}
	if _, err := parse([]string{"--profile-fd", "999", "--", "env"}); err == nil {
		t.Error("a file that is not open is a profile")
	}
}
