package main

import (
	"bufio"
	"bytes"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/violation"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// TestLearnPort: the port of a host that was refused is the one that a program says was refused.
func TestLearnPort(t *testing.T) {
	for _, tt := range []struct {
		output string
		only   bool
		want   string
	}{
		{"curl: (7) Failed to connect to hub.test port 8080 after 0 ms: Couldn't connect to server", false, "hub.test:8080"},
		{"dial tcp 127.1.128.1:8080: connect: connection refused", true, "hub.test:8080"},
		{"Error: connect ECONNREFUSED 127.1.128.1:8080", true, "hub.test:8080"},
		{"dial tcp 127.1.128.1:8080: connect: connection refused", false, "hub.test"},
		{"dial tcp 127.0.0.1:8080: connect: connection refused", true, "hub.test"},
		{"GET http://hub.test:9090/\ndial tcp 127.1.128.1:8080: connect: connection refused", true, "hub.test:8080"},
		{"read tcp 127.0.0.1:36726->127.1.128.2:443: connection reset by peer", true, "hub.test"},
		{"connect to github.test:8080: connection refused", true, "hub.test"},
		{"ConnectionRefusedError: [Errno 111] Connection refused", true, "hub.test"},
	} {
		if got := withPort("hub.test", tt.output, tt.only); got != tt.want {
			t.Errorf("%q, alone %v: %s, want %s", tt.output, tt.only, got, tt.want)
		}
	}
}

// TestLearnProposal: what was opened and refused nevertheless is not proposed, nor what lies in
// something else that is.
func TestLearnProposal(t *testing.T) {
	rights := func(texts ...string) (list []history.Right) {
		for _, text := range texts {
			kind, name, _ := strings.Cut(text, " ")
			list = append(list, history.Right{Kind: kind, Name: name})
		}
		return list
	}
	for _, tt := range []struct {
		more, lacks []history.Right
		status      int
		says        string
		code        int
	}{
		{nil, nil, 0, "It needs nothing more.\n", 0},
		{nil, nil, 2, "Nothing is proposed.\n", 1},
		{nil, rights("port 5432"), 0, "Nothing is proposed.\n", 0},
		{rights("port 5432"), rights("port 5432"), 1, "Nothing is proposed.\n", 1},
		{rights("port 5432", "host a.test"), rights("host a.test"), 1,
			":\n  fencepost sandbox grant port 5432 --project\nGrant", 1},
		{rights("write /h/a/b", "write /h/ab", "write /h/a/", "write /h/a/c/"), nil, 0,
			":\n  fencepost sandbox grant write ~/ab --project\n" +
				"  fencepost sandbox grant write ~/a/ --project\nGrant", 0},
		{rights("device /dev/kvm"), nil, 0, ":\n  in your config, sandbox.devices: [/dev/kvm]\n", 0},
	} {
		var out bytes.Buffer
		l := &learner{stdio: stdio{out: &out}, rightsAt: &rightsAt{judge: &violation.Judge{Home: "/h"}},
			answers: bufio.NewReader(strings.NewReader("\n")), more: tt.more}
		if code := l.propose(tt.status, tt.lacks); code != tt.code || !strings.Contains(out.String(), tt.says) {
			t.Errorf("%v, and refused %v: exit status %d, want %d with %q\n%s", tt.more, tt.lacks, code, tt.code,
				tt.says, &out)
		}
	}
}
