package main

import (
	"bytes"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

const module = "github.com/fencepost/fencepost"

// linked are the packages of the program, each with what it imports.
func linked(t *testing.T) map[string][]string {
	t.Helper()
	c := exec.Command("go", "list", "-deps", "-f", `{{.ImportPath}} {{join .Imports " "}}`, ".")
	c.Env = append(os.Environ(), "CGO_ENABLED=0")
	out, err := c.Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	packages := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		f := strings.Fields(line)
		packages[f[0]] = f[1:]
	}
	if len(packages) < 20 {
		t.Fatalf("go list named %d packages only", len(packages))
	}
	return packages
}

// TestLinksOnlyTheGate proves that what people need, and what reads inline code, is not linked into
// the program that starts before each call.
func TestLinksOnlyTheGate(t *testing.T) {
	never := []string{
		"github.com/spf13/", "github.com/smacker/", // command lines, grammars of inline code
		"gopkg.in/", "github.com/BurntSushi/", // readers of configs
		"golang.org/x/perf/", "github.com/aclements/", // statistics
		"flag", "html/", "log", "net", "os/exec", "os/signal", "os/user", "runtime/cgo", "testing",
		"text/template",
		"crypto/ed25519", "crypto/rsa", "crypto/tls", "crypto/x509",
		module + "/internal/lowlevel/sshsig", // the check of a signature is asked of another program
		module + "/bench", module + "/internal/app/activity", module + "/internal/agent/hookfile",
		module + "/internal/agent/setup", module + "/internal/sandbox/egress", module + "/internal/app/replay",
		module + "/internal/sandbox", module + "/internal/app/tune",
		module + "/gen/credentials", module + "/gen/scrub",
	}
	// What is known of confined runs, and what a profile is made of; no part of what confines them.
	but := []string{module + "/internal/sandbox", module + "/internal/sandbox/history",
		module + "/internal/sandbox/report",
		module + "/internal/rule/sandboxconf", module + "/internal/sandbox/envscrub",
		module + "/gen/credentials", module + "/gen/scrub"}
	for pkg := range linked(t) {
		if below(pkg, never) && !slices.Contains(but, pkg) {
			t.Errorf("the program links %s", pkg)
		}
	}
}

// below reports whether a package is one of a list, or below one of them.
func below(pkg string, list []string) bool {
	return slices.ContainsFunc(list, func(dir string) bool {
		dir = strings.TrimSuffix(dir, "/")
		return pkg == dir || strings.HasPrefix(pkg, dir+"/")
	})
}

// TestNoInit proves that no package of this module builds anything before main: it would be done
// before each call.
func TestNoInit(t *testing.T) {
	c := exec.Command(testkit.Program(t, testkit.Hook))
	c.Env = append(os.Environ(), "GODEBUG=inittrace=1", "HOME="+t.TempDir(), "FENCEPOST_HOME=")
	c.Stdin = strings.NewReader(`{"hook_event_name":"Stop"}`)
	var trace bytes.Buffer
	c.Stderr = &trace
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	seen := 0
	for line := range strings.Lines(trace.String()) {
		// init internal/bytealg @0.008 ms, 0 ms clock, 0 bytes, 0 allocs
		f := strings.Fields(line)
		if len(f) < 11 || f[0] != "init" {
			continue
		}
		seen++
		name, allocs := f[1], f[9]
		if strings.HasSuffix(name, "/internal/lowlevel/bigstack") && allocs == "0" {
			continue // saves more than it costs
		}
		// A package without package-level work has no init task at all; main always has one.
		if strings.HasPrefix(name, "github.com/fencepost/") || name == "main" && allocs != "0" {
			t.Errorf("%s is initialised when the program starts: %s", name, strings.TrimSpace(line))
		}
	}
	if seen == 0 {
		t.Errorf("no trace of initialisation was printed:\n%s", trace.String())
	}
}
