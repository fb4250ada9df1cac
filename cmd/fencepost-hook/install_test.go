package main

import (
	"bytes"
	"debug/buildinfo"
	"debug/elf"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	modulepkg "golang.org/x/mod/module"
	"golang.org/x/mod/zip"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestInstall: what `go install` gets from a module proxy are the programs that are built of a
// checkout. They differ in the version that they name, and so in where things lie, and in nothing
// else.
func TestInstall(t *testing.T) {
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		t.Skip("programs are compared for Linux on amd64, where operands that lead elsewhere have four bytes")
	}
	testkit.All(t, "builds every program twice")
	const version = "v1.2.3"
	root, err := filepath.Abs(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	proxy := serve(t, root, filepath.Join(dir, "proxy"), version)
	built, installed := filepath.Join(dir, "built"), filepath.Join(dir, "installed")
	for _, d := range []string{built, installed} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	goCommand(t, root, nil, "build", "-trimpath", "-o", built, "./cmd/...")
	goCommand(t, dir, []string{"GOBIN=" + installed, "GOPROXY=" + proxy, "GONOSUMDB=" + module,
		"GOMODCACHE=" + filepath.Join(dir, "modules"), "GOFLAGS=-modcacherw"},
		"install", "-trimpath", module+"/cmd/...@"+version)

	programs, err := os.ReadDir(built)
	if err != nil || len(programs) < 3 {
		t.Fatalf("%d programs were built: %v", len(programs), err)
	}
	for _, p := range programs {
		t.Run(p.Name(), func(t *testing.T) {
			a, b := filepath.Join(built, p.Name()), filepath.Join(installed, p.Name())
			plainModules(t, b, version)
			sameProgram(t, a, b)
		})
	}
}

// serve makes the directory a module proxy that has the module's sources as one version of it, and
// returns what GOPROXY must name: it, and what has other modules.
func serve(t *testing.T, root, dir, version string) string {
	t.Helper()
	at := filepath.Join(dir, filepath.FromSlash(module), "@v")
	if err := os.MkdirAll(at, 0o700); err != nil {
		t.Fatal(err)
	}
	file, err := os.Create(filepath.Join(at, version+".zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	this := modulepkg.Version{Path: module, Version: version}
	if err := zip.CreateFromDir(file, this, root); err != nil {
		t.Fatal(err)
	}
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string]string{version + ".mod": string(mod), "list": version + "\n",
		version + ".info": `{"Version":"` + version + `","Time":"2026-01-01T00:00:00Z"}`} {
		if err := os.WriteFile(filepath.Join(at, name), []byte(data), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cache := strings.TrimSpace(goCommand(t, root, nil, "env", "GOMODCACHE"))
	return "file://" + dir + ",file://" + filepath.Join(cache, "cache", "download") + "," +
		strings.TrimSpace(goCommand(t, root, nil, "env", "GOPROXY"))
}

func goCommand(t *testing.T, dir string, env []string, args ...string) string {
	t.Helper()
	c := exec.Command("go", args...)
	c.Dir = dir
	c.Env = append(append(os.Environ(), "GOFLAGS=", "GOWORK=off"), env...)
	var out, log bytes.Buffer
	c.Stdout, c.Stderr = &out, &log
	if err := c.Run(); err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, log.String())
	}
	return out.String()
}

// plainModules: the program names each module by a version, and none in the place of another.
func plainModules(t *testing.T, exe, version string) {
	t.Helper()
	info, err := buildinfo.ReadFile(exe)
	if err != nil {
		t.Fatal(err)
	}
	if info.Main.Version != version {
		t.Errorf("the program says that it is of version %q", info.Main.Version)
	}
	for _, m := range info.Deps {
		if m.Replace != nil || m.Version == "" || m.Sum == "" {
			t.Errorf("%s %s %q, in its place %v", m.Path, m.Version, m.Sum, m.Replace)
		}
	}
}

// program is what is compared of a program: its code, its data, and where each symbol lies.
type program struct {
	code    *elf.Section
	text    []byte
	data    []*elf.Section
	symbols map[string]elf.Symbol
}

func open(t *testing.T, exe string) program {
	t.Helper()
	f, err := elf.Open(exe)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	list, err := f.Symbols()
	if err != nil {
		t.Fatal(err)
	}
	p := program{code: f.Section(".text"), symbols: map[string]elf.Symbol{}}
	for _, s := range list {
		if typ := elf.ST_TYPE(s.Info); typ == elf.STT_FUNC || typ == elf.STT_OBJECT {
			p.symbols[s.Name] = s
		}
	}
	for _, s := range f.Sections {
		if s.Type == elf.SHT_PROGBITS && s.Flags&elf.SHF_ALLOC != 0 && s != p.code {
			p.data = append(p.data, s)
		}
	}
	if p.text, err = p.code.Data(); err != nil {
		t.Fatal(err)
	}
	return p
}

// operand returns the four bytes at an index of the code.
func (p *program) operand(at int) uint32 {
	return binary.LittleEndian.Uint32(p.text[at:])
}

// target returns the data to which the operand at an index of the code leads; "" if it leads to
// none.
func (p *program) target(at int) string {
	address := p.code.Addr + uint64(at) + 4 + uint64(int64(int32(p.operand(at))))
	for _, s := range p.data {
		if s.Addr <= address && address < s.Addr+s.Size {
			data := make([]byte, min(16, s.Addr+s.Size-address))
			if _, err := s.ReadAt(data, int64(address-s.Addr)); err != nil {
				return ""
			}
			return string(data)
		}
	}
	return ""
}

// sameProgram: two programs have the same symbols of the same sizes, and their code is the same but
// for operands that lead to what lies elsewhere.
func sameProgram(t *testing.T, exe, other string) {
	t.Helper()
	a, b := open(t, exe), open(t, other)
	moved := map[uint32]bool{}
	for name, s := range a.symbols {
		o, ok := b.symbols[name]
		switch {
		case !ok:
			t.Errorf("only one has %s", name)
		case s.Size != o.Size && !namesVersion(name):
			t.Errorf("%s has %d bytes in one and %d in the other", name, s.Size, o.Size)
		default:
			moved[uint32(o.Value-s.Value)] = true
		}
	}
	if len(a.symbols) != len(b.symbols) || len(a.symbols) < 1000 {
		t.Errorf("one has %d symbols, the other %d", len(a.symbols), len(b.symbols))
	}
	if len(a.text) != len(b.text) || a.code.Addr != b.code.Addr {
		t.Fatalf("one has %d bytes of code, the other %d", len(a.text), len(b.text))
	}
	for i := 0; i < len(a.text); i++ {
		if a.text[i] == b.text[i] {
			continue
		}
		end := operandAround(&a, &b, i, moved)
		if end < 0 {
			t.Fatalf("the code differs at byte %d of .text, not by where something lies", i)
		}
		i = end - 1
	}
	t.Logf("%d symbols and %d bytes of code are the same", len(a.symbols), len(a.text))
}

// namesVersion reports whether a symbol holds the version, or the names of files with it.
func namesVersion(name string) bool {
	return name == "go:buildinfo" || name == "runtime.modinfo.str"
}

// operandAround returns the end of an operand around a byte that differs, if it leads to a symbol
// that has moved, or to the same data; else -1.
func operandAround(a, b *program, at int, moved map[uint32]bool) int {
	for start := max(0, at-3); start <= at && start+4 <= len(a.text); start++ {
		if moved[b.operand(start)-a.operand(start)] {
			return start + 4
		}
		if to := a.target(start); to != "" && to == b.target(start) {
			return start + 4
		}
	}
	return -1
}
