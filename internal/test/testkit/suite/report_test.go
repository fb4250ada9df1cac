package main

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestReport reads what go test -json prints, and holds the tables that are made of it.
func TestReport(t *testing.T) {
	const module = "github.com/fencepost/fencepost"
	var out strings.Builder
	p := newReport(&out)
	p.read("tests", strings.NewReader(strings.ReplaceAll(`
{"Action":"run","Package":"M/a","Test":"TestGood"}
{"Action":"output","Package":"M/a","Test":"TestGood","Output":"    a_test.go:3: quiet\n"}
{"Action":"pass","Package":"M/a","Test":"TestGood","Elapsed":0.1}
{"Action":"output","Package":"M/a","Test":"TestSkipped","Output":"    a_test.go:9: there is no zsh\n"}
{"Action":"output","Package":"M/a","Test":"TestSkipped","Output":"--- SKIP: TestSkipped (0.00s)\n"}
{"Action":"skip","Package":"M/a","Test":"TestSkipped","Elapsed":0}
{"Action":"pass","Package":"M/a","Elapsed":1.5}
not JSON
{"Action":"output","Package":"M/b","Test":"TestBad","Output":"    b_test.go:3: got 1, want 2\n"}
{"Action":"fail","Package":"M/b","Test":"TestBad","Elapsed":0.2}
{"Action":"fail","Package":"M/b","Elapsed":2.5}
{"Action":"output","Package":"M/d","Test":"TestEnds","Output":"panic: d ended\n"}
{"Action":"fail","Package":"M/d","Elapsed":0.1}
{"Action":"build-output","ImportPath":"M/c","Output":"c.go:1:1: syntax error\n"}
{"Action":"build-fail","ImportPath":"M/c"}
{"Action":"output","Package":"M/c","Output":"FAIL M/c [build failed]\n"}
{"Action":"fail","Package":"M/c","Elapsed":0}
{"Action":"skip","Package":"M/none","Elapsed":0}
`, "M/", module+"/")))
	if !p.tables() {
		t.Error("tables do not say that something failed")
	}
	p.sum()
	for _, want := range []string{"ok   a 1.5s\n", "FAIL b 2.5s\n", "b_test.go:3: got 1, want 2",
		"c.go:1:1: syntax error", "[build failed]", "not JSON\n", "panic: d ended", "there is no zsh (a TestSkipped)",
		"\n1 passed, 3 failed, 1 skipped\n"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the report lacks %q", want)
		}
	}
	for _, not := range []string{"quiet", "none"} {
		if strings.Contains(out.String(), not) {
			t.Errorf("the report has %q", not)
		}
	}
	if t.Failed() {
		t.Log(out.String())
	}
}

// TestReportAllGood: nothing is said to have failed where nothing has.
func TestReportAllGood(t *testing.T) {
	var out strings.Builder
	p := newReport(&out)
	p.read("tests", strings.NewReader(`{"Action":"pass","Package":"p","Test":"T","Elapsed":0}
{"Action":"pass","Package":"p","Elapsed":0.1}
`))
	if p.tables() {
		t.Error("something is said to have failed")
	}
}

// TestSeparatePackagesExist: what runs apart is a package of this module, and does not run with the others.
func TestSeparatePackagesExist(t *testing.T) {
	t.Chdir("../../../..")
	list, err := together()
	if err != nil || len(list) < 50 {
		t.Fatalf("%d packages: %v", len(list), err)
	}
	for _, dir := range append(slices.Clone(sandboxed), clients...) {
		if _, err := os.Stat(dir); err != nil || slices.Contains(list, "github.com/fencepost/fencepost/"+dir) {
			t.Errorf("%s: %v", dir, err)
		}
	}
}

// TestStepsFail: a step that fails makes the run fail, and ends it where later ones need it.
func TestStepsFail(t *testing.T) {
	r := &run{report: newReport(&strings.Builder{})}
	ran := false
	r.stop = !r.command("fails", "false")
	r.do("later", func() (string, error) { ran = true; return "", nil })
	if r.end() == 0 || ran {
		t.Errorf("steps %+v", r.steps)
	}
}
