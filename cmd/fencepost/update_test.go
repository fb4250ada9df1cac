package main

import (
	"path/filepath"
	"strings"
	"testing"
)

// TestUpdate: where the programs lie, and whose they are, says what updates them.
func TestUpdate(t *testing.T) {
	home, _ := workplace(t)
	t.Setenv("GOPATH", "/work/go:/other")
	t.Setenv("GOBIN", "/gobin")
	checkout := filepath.Join(home, "src")
	for name, text := range map[string]string{"src": "module " + module + "\n\ngo 1.26\n",
		"fork": "module example.com/other\n"} {
		if err := putFile(filepath.Join(home, name, "go.mod"), text); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ exe, owner, want string }{
		{"/opt/homebrew/Cellar/fencepost/0.1.0/bin/fencepost", "", "brew upgrade fencepost"},
		{"/nix/store/abc-fencepost/bin/fencepost", "", "nix profile upgrade"},
		{"/usr/lib/node_modules/fencepost/node_modules/@fencepost/linux-x64/fencepost", "", "npm install -g"},
		{"/home/eve/.claude/plugins/cache/market/fencepost-linux-x64/0.1.0/fencepost", "", "claude plugin update"},
		{filepath.Join(checkout, "bin", "fencepost"), "", "cd " + checkout + " && git pull && ./build.sh"},
		{filepath.Join(home, "fork", "bin", "fencepost"), "", "copied there"},
		{"/usr/bin/fencepost", "/usr/bin/dpkg -S", "sudo apt install ./fencepost_*.deb"},
		{"/usr/bin/fencepost", "/usr/bin/rpm -qf", "sudo rpm -U"},
		{"/usr/bin/fencepost", "/sbin/apk info --who-owns", "sudo apk add"},
		{"/usr/bin/fencepost", "", "copied there"},
		{filepath.Join(home, "go", "bin", "fencepost"), "", "go install " + module},
		{"/other/bin/fencepost", "", "go install " + module},
		{"/gobin/fencepost", "", "go install " + module},
		{filepath.Join(home, ".local", "bin", "fencepost"), "", "all four programs to " + home},
	} {
		came, how := wayOf(tt.exe, func(argv []string) bool {
			return strings.Join(argv, " ") == tt.owner+" "+tt.exe
		})
		if !strings.Contains(came+": "+how, tt.want) {
			t.Errorf("%s: %s: %s, want %s", tt.exe, came, how, tt.want)
		}
	}
	if code, out, _ := cli("", "update"); code != exitOK || !strings.Contains(out, "To update:\n  ") {
		t.Errorf("exit status %d, %s", code, out)
	}
}
