package flags

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/rule/sandboxconf"
	"github.com/fencepost/fencepost/internal/sandbox"
)

// full has a value in each field.
func full() *sandbox.Profile {
	return &sandbox.Profile{Write: []string{"/w", "a b"}, ReadOnly: []string{"/w/x"}, Read: []string{"~/r"},
		Hide: []string{"/h"}, Own: "/o/s", Secrets: "project", GitConfig: true, Exact: true,
		Lift: []string{"/l"}, History: []string{"/w/.git"},
		Network: sandbox.NetFiltered, Allow: []string{"a.test"}, Deny: []string{"b.test"},
		DenyResolved: []string{"10.0.0.0/8"}, Reasons: []sandboxconf.Reason{{Host: "b.test", Text: "ours = no"}},
		Localhost: []int{5432}, Publish: sandboxconf.Publish{Auto: true, Ports: []int{3000}},
		Sockets: []string{"/s"}, Set: []string{"A=b"}, Scrub: []string{}, Keep: []string{"K*"},
		Memory: "4G", Processes: "512", Time: "10m", Devices: []string{"/dev/kvm"},
		KeepAll: true, Tmp: "shared", Background: "kill", Level: sandbox.LevelReduced, Session: "s"}
}

// TestHandOver: what is handed over is what arrives, as JSON and as flags.
func TestHandOver(t *testing.T) {
	want := full()
	if v := reflect.ValueOf(*want); true {
		for i := range v.NumField() {
			if v.Field(i).IsZero() {
				t.Errorf("no value in %s", v.Type().Field(i).Name)
			}
		}
	}
	data, err := want.Encode()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(data)
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s: %+v %v", data, got, err)
	}
	read := &sandbox.Profile{}
	given := Of(want)
	for i := 0; i < len(given); i++ {
		name, value, bare := strings.Cut(strings.TrimLeft(given[i], "-"), "=")
		for _, f := range Known() {
			switch {
			case f.Names[0] != name:
			case f.Bare && !bare:
				err = f.Set(read, "true")
			case f.Bare:
				err = f.Set(read, value)
			default:
				i++
				err = f.Set(read, given[i])
			}
		}
		if err != nil {
			t.Errorf("%s: %v", given[i], err)
		}
	}
	if !reflect.DeepEqual(read, want) {
		t.Errorf("%q: %+v", given, read)
	}
	if _, err := (&sandbox.Profile{Write: []string{"/\xff"}}).Encode(); err == nil {
		t.Error("a name that JSON cannot carry is handed over as another one")
	}
}

// TestEmptyProfileHasDefaults: an empty profile has the values that the page names.
func TestEmptyProfileHasDefaults(t *testing.T) {
	p, err := Decode([]byte("{}"))
	want := &sandbox.Profile{Secrets: "home", Network: sandbox.NetNone, Tmp: "private", Background: "keep",
		Level: sandbox.LevelFull}
	if err != nil || !reflect.DeepEqual(p, want) || len(Of(p)) > 0 {
		t.Errorf("%+v %v", p, err)
	}
	if p, err = Decode([]byte(`{"session": "s"}`)); err != nil || p.Network != sandbox.NetFiltered {
		t.Errorf("nothing serves what the session shares: %+v %v", p, err)
	}
}

// TestPage: the page about fencepost-run has each key.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../../docs/sandbox-run.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[sandbox.Profile]()) {
		key, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !strings.Contains(string(page), "`"+key+"`") {
			t.Errorf("it does not have %s", key)
		}
	}
}
