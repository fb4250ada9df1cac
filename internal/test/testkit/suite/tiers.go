package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// limit ends tests that hang. No test comes near it.
const limit = "-timeout=60m"

// first is the tier that everybody runs before a commit. It needs the Go toolchain, git and the
// utilities of POSIX, and no network once the modules are there.
func first(r *run) {
	setTier("")
	source(r)
	r.do("tests", func() (string, error) { return "", r.report.test("tests", limit, "./...") })
}

// source looks at the source, and builds the programs.
func source(r *run) {
	r.do("gofmt", formatted)
	r.command("go vet", "go", "vet", "./...")
	r.command("staticcheck", "go", "tool", "staticcheck", "./...")
	r.command("generated code", "go", "run", "./cmd/rulegen", "-check")
	r.stop = !r.do("build", build)
}

// Packages whose tests of the second tier run apart from the others: they keep every core busy, or
// count and time what starts and ends on the machine.
var (
	sandboxed = []string{"internal/sandbox/escape", "internal/sandbox/tooltest",
		"internal/decision/confine/confinetest"}
	clients = []string{"internal/test/clienttest"}
)

// raced are the packages in which more than one call or thread is at work: they or their tests
// start goroutines, or call code that does.
var raced = []string{".", "./internal/app/activity", "./internal/app/audit",
	"./internal/app/auditexport", "./internal/lowlevel/batch", "./internal/lowlevel/siblings",
	"./internal/sandbox/egress", "./internal/sandbox/egress/sniff", "./internal/sandbox/history",
	"./internal/app/hook", "./internal/interp", "./internal/project/paths", "./internal/policy",
	"./internal/policy/compile"}

// second is both tiers. Each test runs once: in the second it does all that it does in the first.
func second(r *run) { both(r, "all") }

// nightly is the same, with the long runs.
func nightly(r *run) { both(r, "nightly") }

// setTier has the steps that follow run the tests of a tier: a value of testkit.Tier.
func setTier(name string) {
	if err := os.Setenv(testkit.Tier, name); err != nil {
		panic(err)
	}
}

// both runs both tiers.
func both(r *run, tier string) {
	setTier(tier)
	source(r)
	r.do("bubblewrap", bubblewrap)
	r.do("govulncheck", func() (string, error) { return vulnerabilities(r.tmp) })
	r.do("collector", collector)
	r.do("workflows", workflows)
	r.do("other systems", otherSystems)
	r.do("tests", func() (string, error) {
		list, err := together()
		if err != nil {
			return "", err
		}
		return "", r.report.test("tests", append([]string{limit}, list...)...)
	})
	r.do("sandbox", func() (string, error) {
		return "", r.report.test("sandbox", append([]string{limit, "-p=1"}, paths(sandboxed)...)...)
	})
	r.do("race detector", func() (string, error) { return race(r) })
	r.do("client suite", func() (string, error) {
		return "", r.report.test("client suite", append([]string{limit}, paths(clients)...)...)
	})
}

func paths(list []string) []string {
	out := make([]string, len(list))
	for i, dir := range list {
		out[i] = "./" + dir
	}
	return out
}

// formatted fails if a Go file is not as gofmt writes it.
func formatted() (string, error) {
	out, err := exec.Command("gofmt", "-l", ".").CombinedOutput()
	if err == nil && len(out) > 0 {
		err = fmt.Errorf("run gofmt -w on:\n%s", out)
	}
	return "", err
}

// build makes the programs for all tests of the run.
func build() (string, error) {
	dir := os.Getenv(testkit.BinVariable)
	if err := testkit.Build(testkit.Root(), dir); err != nil {
		return "", err
	}
	if !hasCompiler() {
		return "no C compiler: tests of inline code and the race detector are skipped", nil
	}
	return "", nil
}

func hasCompiler() bool {
	out, err := exec.Command("go", "env", "CC").Output()
	if err != nil || os.Getenv("CGO_ENABLED") == "0" {
		return false
	}
	_, err = exec.LookPath(strings.Fields(string(out) + " cc")[0])
	return err == nil
}

// together are all packages but those that run apart.
func together() ([]string, error) {
	out, err := exec.Command("go", "list", "./...").Output()
	apart := append(slices.Clone(sandboxed), clients...)
	return slices.DeleteFunc(strings.Fields(string(out)), func(pkg string) bool {
		return slices.Contains(apart, short(pkg))
	}), err
}

// bubblewrap says so where it does not work: a skip of what it holds would not be seen.
func bubblewrap() (string, error) {
	if runtime.GOOS != "linux" {
		return "no sandbox and no throwaway worlds on this system", nil
	}
	c := exec.Command("bwrap", "--unshare-all", "--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev",
		"true")
	if c.Run() != nil {
		return "no bubblewrap (bwrap) that works: the enumeration, the world test and the engine " +
			"bwrap are skipped", nil
	}
	return "", nil
}

// race runs the race detector, also on calls that one gate judges at the same time.
func race(r *run) (string, error) {
	if !hasCompiler() {
		return "no C compiler: not run", nil
	}
	return "", errors.Join(r.report.test("race", append([]string{limit, "-race"}, raced...)...),
		r.report.test("race", limit, "-race", "-run=TestConcurrent$", "./internal/app/gate"))
}

// vulnerabilities asks the database of the Go project's security team, over the network.
func vulnerabilities(tmp string) (string, error) {
	get := exec.Command("go", "install", "golang.org/x/vuln/cmd/govulncheck@v1.9.0")
	get.Env = append(os.Environ(), "GOBIN="+tmp)
	if get.Run() != nil {
		return "govulncheck cannot be fetched: nothing was looked up", nil
	}
	out, err := exec.Command(filepath.Join(tmp, "govulncheck"), "./cmd/...").CombinedOutput()
	if err != nil && strings.Contains(string(out), "fetching vulnerabilities") {
		return "the database of vulnerabilities cannot be reached: nothing was looked up", nil
	}
	if err != nil {
		return "", errors.New(string(out))
	}
	return "", nil
}

// collector runs the tests with the OpenTelemetry collector's own receiver, which are a module of
// their own. Copies of go.mod and go.sum take what this module needs anew.
func collector() (string, error) {
	const dir = "internal/app/auditexport/collectortest"
	tmp, err := os.MkdirTemp("", "fencepost-collector-")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(tmp)
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return "", err
		}
		if err := os.WriteFile(filepath.Join(tmp, name), data, 0o600); err != nil {
			return "", err
		}
	}
	run := func(command string, args ...string) error {
		args = append([]string{command, "-mod=mod", "-modfile=" + filepath.Join(tmp, "go.mod")}, args...)
		c := exec.Command("go", args...)
		c.Dir = dir
		return quiet(c)
	}
	if run("list", "-deps", "go.opentelemetry.io/collector/receiver/otlpreceiver") != nil {
		return "the OpenTelemetry collector's modules cannot be fetched: not run", nil
	}
	return "", errors.Join(run("vet", "."), run("test", "."))
}
