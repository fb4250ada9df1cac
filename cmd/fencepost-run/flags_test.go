package main

import (
	"flag"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/sandbox/flags"
)

// TestEnvKeepFlag: the names of --env-keep stand behind it or in a word of their own, and a command
// is not taken for them.
func TestEnvKeepFlag(t *testing.T) {
	for _, tt := range []struct {
		args, names, command string
		all                  bool
	}{
		{"-- env", "", "env", false},
		{"--env-keep -- env", "", "env", true},
		{"--env-keep env", "", "env", true},
		{"--env-keep=A,B_* -- env", "A,B_*", "env", false},
		{"--env-keep=a -- env", "a", "env", false},
		{"--env-keep A,B -- env", "A,B", "env", false},
		{"--env-keep A -w . -- env", "A", "env", false},
		{"-env-keep A --env-keep B -- env", "A,B", "env", false},
		{"--env-keep -w . --env-keep A --env-keep B -- env", "A,B", "env", true},
		{"--env-keep A -w . --env-keep -- env", "A", "env", true},
		{"--env-keep -- A -x", "", "A -x", true},
		{"--env-keep make -j4", "", "make -j4", true},
		{"--env-keep R script", "", "R script", true},
		{"-w . make --env-keep A -x", "", "make --env-keep A -x", false},
		{"-- --env-keep A -x", "", "--env-keep A -x", false},
		{"-w=--env-keep A -x", "", "A -x", false},
	} {
		o, err := parse(strings.Fields(tt.args))
		if err != nil {
			t.Errorf("%s: %v", tt.args, err)
			continue
		}
		names, command := strings.Join(o.Keep, ","), strings.Join(o.command, " ")
		if names != tt.names || command != tt.command || o.KeepAll != tt.all {
			t.Errorf("%s: names %q, all %v, command %q", tt.args, names, o.KeepAll, command)
		}
	}
	for _, wrong := range []string{"*", "A,", "", "A=b", "A B", "1A", "$A"} {
		if _, err := parse([]string{"--env-keep=" + wrong, "--", "env"}); err == nil {
			t.Errorf("%q is taken", wrong)
		}
	}
}

// TestWordsOfFlags: what is wrong with a flag is said in the words of flags.
func TestWordsOfFlags(t *testing.T) {
	for _, tt := range [][]string{
		{"write --net open", "-n", "*"},
		{"with --localhost 5432", "-n", "localhost"},
		{"write -n before each", "-n", "a.test,b.test"},
		{"--localhost names the port 53", "--localhost", "53"},
		{"--publish names the port 80", "--publish", "80"},
		{"leave it with --localhost", "--localhost", "3000", "--publish", "3000"},
		{"--publish names the port 8080", "--publish", "8080", "-n", "*.good.test:8080"},
		{"write the addresses one by one", "-n", "10.0.0.0/8"},
		{`write "x.test:443"`, "-n", "https://x.test/"},
		{"--deny: ", "--net", "filtered", "--deny", "10.0.0.0/8"},
		{"no --deny has this entry", "--net", "filtered", "--deny", "a.test", "--reason", "b.test=x"},
		{"10.0.0.0/8", "--net", "filtered", "--deny-resolved", "a.test"},
	} {
		o, err := parse(slices.Concat(tt[1:], []string{"--", "true"}))
		if err != nil {
			t.Fatal(err)
		}
		_, err = o.newNetwork()
		if err == nil || !strings.Contains(err.Error(), tt[0]) || strings.Contains(err.Error(), "sandbox.") {
			t.Errorf("%q: %v", tt[1:], err)
		}
	}
}

// TestFlagsOfProfiles are those that a config's settings become.
func TestFlagsOfProfiles(t *testing.T) {
	for _, tt := range []struct {
		args, wrong string
		classes     []string
		set         []string
	}{
		{"-- env", "", nil, nil},
		{"--scrub none -- env", "", []string{}, nil},
		{"--scrub agent,session -- env", "", []string{"agent", "session"}, nil},
		{"--scrub agent --scrub ci -- env", "", []string{"agent", "ci"}, nil},
		{"--scrub all -- env", "the classes are", nil, nil},
		{"--scrub agent, -- env", "the classes are", nil, nil},
		{"--set A=b --set C= -- env", "", nil, []string{"A=b", "C="}},
		{"--set A=b=c -- env", "", nil, []string{"A=b=c"}},
		{"--set A -- env", "NAME=VALUE", nil, nil},
		{"--set =b -- env", "NAME=VALUE", nil, nil},
		{"--set A*=b -- env", "NAME=VALUE", nil, nil},
		{"--net open --deny a.test -- env", "need --net filtered", nil, nil},
		{"--net open --deny-resolved 10.0.0.0/8 -- env", "need --net filtered", nil, nil},
		{"--deny a.test -- env", "", nil, nil},
		{"--reason a.test -- env", "write an entry of --deny", nil, nil},
		{"--read-only= -- env", "it is empty", nil, nil},
	} {
		o, err := parse(strings.Fields(tt.args))
		switch {
		case tt.wrong != "":
			if err == nil || !strings.Contains(err.Error(), tt.wrong) {
				t.Errorf("%s: %v, not %q", tt.args, err, tt.wrong)
			}
		case err != nil:
			t.Errorf("%s: %v", tt.args, err)
		case !slices.Equal(o.Scrub, tt.classes) || (o.Scrub == nil) != (tt.classes == nil):
			t.Errorf("%s: classes %q", tt.args, o.Scrub)
		case !slices.Equal(o.Set, tt.set):
			t.Errorf("%s: variables %q", tt.args, o.Set)
		}
	}
}

// TestBuildFlag: nothing is run for a program of another build.
func TestBuildFlag(t *testing.T) {
	if _, err := parse([]string{"--build", siblings.ThisBuild(), "--", "env"}); err != nil {
		t.Error(err)
	}
	for _, other := range []string{"x", siblings.ThisBuild()[1:], siblings.ThisBuild() + "0"} {
		if _, err := parse([]string{"--build", other, "--", "env"}); err == nil ||
			!strings.Contains(err.Error(), "of another build") || !strings.Contains(err.Error(), siblings.Mend) {
			t.Errorf("%s: %v", other, err)
		}
	}
}

// TestNamesOfFlags: a flag is read by the names of earlier versions, too.
func TestNamesOfFlags(t *testing.T) {
	o, err := parse(strings.Fields("--keep a --read-only b --mask c --hide d -- env"))
	if err != nil || strings.Join(o.ReadOnly, " ") != "a b" || strings.Join(o.Hide, " ") != "c d" {
		t.Errorf("%+v: %v", o, err)
	}
}

// TestUsageNamesEachFlag: the text of -h has a line for each flag, by its first name.
func TestUsageNamesEachFlag(t *testing.T) {
	second := map[string]bool{}
	for _, f := range flags.Known() {
		for _, name := range f.Names[1:] {
			second[name] = true
		}
	}
	fs := flag.NewFlagSet("", flag.ContinueOnError)
	new(options).define(fs)
	fs.VisitAll(func(f *flag.Flag) {
		named := strings.Contains(usage, "-"+f.Name+" ") || strings.Contains(usage, "-"+f.Name+":")
		if !named && !second[f.Name] && f.Name != "version" {
			t.Errorf("the usage does not name -%s", f.Name)
		}
	})
}
