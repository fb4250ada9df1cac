package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/daemons"
)

// TestDaemonMistakes holds what rulegen says about a mistake in the list of services.
func TestDaemonMistakes(t *testing.T) {
	for _, r := range []struct{ table, want string }{
		{"daemons:\n  - {service: a service, programs: [a, b c]}\n", ""},
		{"daemon: []\n", `1:1: unknown key "daemon" (did you mean daemons?)`},
		{"daemons:\n  - {service: x, program: [a]}\n", `unknown key "program" (did you mean programs?)`},
		{"daemons:\n  - {programs: [a]}\n", "2:5: the entry needs a service and its programs"},
		{"daemons:\n  - {service: x, programs: [a b c]}\n", `"a b c" is no name of a program`},
		{"daemons:\n  - {service: x, programs: [/bin/a]}\n", `"/bin/a" is no name of a program`},
		{"daemons:\n  - {service: x, programs: [a, a]}\n", "a stands at presets/daemons.yaml:2 already"},
		{"daemons:\n  - {service: x, programs: [a]}\nports: {x: [1], y: [2, 1]}\n", "1 stands at presets/daemons.yaml:3"},
		{"daemons:\n  - {service: x, programs: [a]}\nports: {x: [65536]}\n", `"65536" is no port`},
		{"daemons:\n  - {service: x., programs: [a]}\n", "without a full stop"},
	} {
		dir := t.TempDir()
		write(t, filepath.Join(dir, daemonsYAML), r.table)
		err := generateTables(config{presets: dir}, newOutput())
		if (err == nil) != (r.want == "") || err != nil && !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s: got %v, want %q", r.table, err, r.want)
		}
	}
}

// TestDaemons takes every name from the list.
func TestDaemons(t *testing.T) {
	var table daemonTable
	if found, err := loadTable(config{presets: "../../presets"}, daemonsYAML, &table); !found {
		t.Fatal(err)
	}
	var names []string
	for _, d := range table.Daemons {
		for _, name := range d.Programs {
			if got := daemons.Of(name); got != string(d.Service) {
				t.Errorf("%s: %q, want %q", name, got, d.Service)
			}
		}
		names = append(names, d.Programs...)
	}
	for _, name := range []string{"docker", "systemctl", "crontab", "at", "tmux", "launchctl"} {
		if !slices.Contains(names, name) {
			t.Errorf("%s is missing", name)
		}
	}
	for _, p := range table.Ports {
		for _, number := range p.Value {
			if n, _ := strconv.ParseUint(number, 10, 16); daemons.At(uint16(n)) != p.Key {
				t.Errorf("%s: %s", number, daemons.At(uint16(n)))
			}
		}
	}
	if got := daemons.At(3000); got != "" {
		t.Errorf("3000: %s", got)
	}
	if got := daemons.Of("make"); got != "" {
		t.Errorf("make: %q", got)
	}
	if _, err := os.Stat("../../gen/daemons/daemons.go"); err != nil {
		t.Error(err)
	}
}
