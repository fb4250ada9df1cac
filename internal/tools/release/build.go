package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

const allTargets = "linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64"

// target is a system and a processor, by Go's names.
type target struct {
	OS, Arch string
	inline   bool // its fencepost-interp reads code
}

func (t *target) String() string { return t.OS + "-" + t.Arch }

func (t *target) exe() string {
	if t.OS == "windows" {
		return ".exe"
	}
	return ""
}

// programs are the names of the files of the four programs.
func (t *target) programs() (names []string) {
	for _, name := range siblings.Programs() {
		names = append(names, name+t.exe())
	}
	return names
}

func readTargets(list string) (targets []target, err error) {
	for _, word := range strings.Fields(list) {
		if !strings.Contains(" "+allTargets+" ", " "+word+" ") {
			return nil, fmt.Errorf("no such target: %q; there are %s", word, allTargets)
		}
		system, arch, _ := strings.Cut(word, "/")
		targets = append(targets, target{OS: system, Arch: arch})
	}
	return targets, nil
}

// build makes the programs of all targets.
func (r *release) build() error {
	for i := range r.targets {
		t := &r.targets[i]
		fmt.Println("==", t)
		err := r.compile(t, "", "", "./cmd/fencepost", "./cmd/fencepost-hook", "./cmd/fencepost-run")
		if err != nil {
			return err
		}
		if err := r.helper(t); err != nil {
			return err
		}
		if !t.inline {
			fmt.Println("   fencepost-interp reads no code: there is no C compiler for it here")
		}
	}
	return nil
}

// helper makes fencepost-interp, or takes the one that another machine has built.
func (r *release) helper(t *target) error {
	name := interp.HelperName + t.exe()
	if data, err := os.ReadFile(filepath.Join(r.helpers, t.String(), name)); r.helpers != "" && err == nil {
		t.inline = true
		return os.WriteFile(filepath.Join(r.tmp, t.String(), name), data, 0o755)
	}
	cc := compiler(t)
	static := ""
	if t.OS != "darwin" {
		static = " -linkmode external -extldflags -static"
	}
	if t.inline = cc != ""; !t.inline {
		static = ""
	}
	return r.compile(t, cc, static, "./cmd/"+interp.HelperName)
}

// compilers are the cross compilers of Debian.
var compilers = map[string]string{"linux-amd64": "x86_64-linux-gnu-gcc",
	"linux-arm64": "aarch64-linux-gnu-gcc", "windows-amd64": "x86_64-w64-mingw32-gcc"}

// compiler is a C compiler for a target: one that a variable such as CC_linux_arm64 names, that of
// this machine, or a cross compiler; "" if there is none.
func compiler(t *target) string {
	cc := os.Getenv("CC_" + t.OS + "_" + t.Arch)
	if cc == "" {
		cc = compilers[t.String()]
		if t.OS == runtime.GOOS && t.Arch == runtime.GOARCH {
			cc = "cc"
		}
	}
	if _, err := exec.LookPath(strings.Fields(cc + " -")[0]); err != nil {
		return ""
	}
	return cc
}

// compile builds programs, with cgo if a compiler is named. Nothing of this machine gets into them:
// not the directory, not the settings of the go command.
func (r *release) compile(t *target, cc, ldflags string, programs ...string) error {
	args := []string{"build", "-trimpath", "-buildvcs=true", "-ldflags=-s -w" + ldflags, "-o",
		filepath.Join(r.tmp, t.String()) + string(filepath.Separator)}
	c := exec.Command("go", append(args, programs...)...)
	c.Env = append(os.Environ(), "GOFLAGS=", "GOEXPERIMENT=", "GOAMD64=v1", "GOARM64=v8.0", "GOOS="+t.OS,
		"GOARCH="+t.Arch, "CGO_CFLAGS=-O2 -g0", "CGO_LDFLAGS=", "CGO_ENABLED=0", "CC="+cc)
	if cc != "" {
		c.Env = append(c.Env, "CGO_ENABLED=1")
	}
	c.Stdout, c.Stderr = os.Stdout, os.Stderr
	return c.Run()
}

// texts puts what a person reads beside the programs of each target.
func (r *release) texts() error {
	completions := filepath.Join(r.tmp, "completions")
	if err := os.Mkdir(completions, 0o755); err != nil {
		return err
	}
	for shell, file := range map[string]string{"bash": "fencepost.bash", "zsh": "_fencepost",
		"fish": "fencepost.fish", "powershell": "fencepost.ps1"} {
		text, err := output("go", "run", "./cmd/fencepost", "completion", shell)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(completions, file), []byte(text+"\n"), 0o644); err != nil {
			return err
		}
	}
	licenses, err := thirdParty()
	if err != nil {
		return err
	}
	for i := range r.targets {
		t := &r.targets[i]
		dir := filepath.Join(r.tmp, t.String())
		from := map[string]string{"completions": completions, "man": "cmd/fencepost/man",
			"LICENSE": "LICENSE", "CHANGELOG.md": "CHANGELOG.md"}
		if t.OS == "linux" {
			from["apparmor/fencepost-run"] = "packaging/apparmor/fencepost-run"
		}
		for to, source := range from {
			if err := copyTree(source, filepath.Join(dir, to)); err != nil {
				return err
			}
		}
		for name, text := range map[string]string{"LICENSES.txt": licenses, "README.txt": r.readme(t, byHand)} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				return err
			}
		}
	}
	return nil
}

const byHand = `Keep the four programs in one directory of your PATH. Then run:

    fencepost install
    fencepost doctor
`

// readme is the text that lies beside the programs. how says how they are installed.
func (r *release) readme(t *target, how string) string {
	inline := "fencepost-interp reads inline Python and JavaScript for the hook."
	if !t.inline {
		inline = "fencepost-interp was built without a C compiler and reads no code. fencepost asks about\n" +
			"inline Python and JavaScript (python3 -c, node -e), and `fencepost doctor` says so."
	}
	return "# fencepost " + r.Version + " for " + t.OS + " on " + t.Arch + "\n\n" + how + "\n" + inline +
		"\nLICENSES.txt holds the licenses of what the programs are made of.\n"
}

var licenseFile = regexp.MustCompile(`(?i)^(license|licence|copying|notice|patents)[^/]*$`)

// thirdParty is the text of the licenses of all modules that any program is built from, and of Go.
func thirdParty() (string, error) {
	const format = "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}"
	seen := map[string]bool{}
	goroot, err := output("go", "env", "GOROOT")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	lines := []string{"Go\t" + goroot}
	for _, word := range strings.Fields(allTargets) {
		system, arch, _ := strings.Cut(word, "/")
		if arch != "amd64" {
			continue // the processor changes nothing of it
		}
		c := exec.Command("go", "list", "-deps", "-f", format, "./cmd/fencepost", "./cmd/fencepost-hook",
			"./cmd/fencepost-run", "./cmd/fencepost-interp")
		c.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=1")
		c.Stderr = os.Stderr
		out, err := c.Output()
		if err != nil {
			return "", err
		}
		lines = append(lines, strings.Split(string(out), "\n")...)
	}
	for _, line := range lines {
		module, dir, ok := strings.Cut(line, "\t")
		if !ok || seen[module] {
			continue
		}
		seen[module] = true
		files, err := os.ReadDir(dir)
		if err != nil {
			return "", err
		}
		n := b.Len()
		for _, f := range files {
			if f.IsDir() || !licenseFile.MatchString(f.Name()) {
				continue
			}
			text, err := os.ReadFile(filepath.Join(dir, f.Name()))
			if err != nil {
				return "", err
			}
			fmt.Fprintf(&b, "==== %s: %s\n\n%s\n\n", module, f.Name(), strings.TrimSpace(string(text)))
		}
		if b.Len() == n {
			return "", fmt.Errorf("%s has no license", module)
		}
	}
	return b.String(), nil
}

// copyTree copies a file or a directory.
func copyTree(from, to string) error {
	info, err := os.Stat(from)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return os.CopyFS(to, os.DirFS(from))
	}
	data, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	return os.WriteFile(to, data, 0o644)
}
