package command_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/lowlevel/codec"
)

// TestIndex looks up what was encoded, by each of its names.
func TestIndex(t *testing.T) {
	shared := &command.OptionSet{Options: []command.Option{{Names: []string{"--shared", "-s"},
		Arg: command.RequiredArg}, {Names: []string{"-a"}}}}
	spec := &command.Spec{
		Name: "tool",
		Syntax: command.Syntax{
			Options: []command.Option{
				{Names: []string{"-z"}, Does: command.DoesExec},
				{Names: []string{"--all", "-a"}, Is: command.Recursive},
				{Names: []string{"-z", "--zz"}}, // the second of that name is never found by it
			},
			Shared: []*command.OptionSet{shared},
		},
		Subs: []*command.Spec{{Name: "push", Aliases: []string{"p", "up"}}, {Name: "a"},
			{Name: "pull", Subs: []*command.Spec{{Name: "deep"}}}},
	}
	data := command.Encode(spec, func(*command.OptionSet) int { return 7 })
	var sets codec.TableWriter
	for range 7 {
		sets.Add("", "")
	}
	sets.Add(command.EncodeOptions(shared.Options), "")
	got := command.Decode(data, sets.Text())
	for name, first := range map[string]string{"-z": "-z", "--all": "--all", "-a": "--all",
		"--zz": "-z", "--shared": "--shared", "-s": "--shared"} {
		if o := got.Option(name); o == nil || o.Names[0] != first {
			t.Errorf("option %s: %+v", name, o)
		}
	}
	for _, name := range []string{"", "-", "-b", "--al", "--allx", "~"} {
		if o := got.Option(name); o != nil {
			t.Errorf("option %q: %+v", name, o)
		}
	}
	for name, first := range map[string]string{"push": "push", "p": "push", "up": "push", "a": "a",
		"pull": "pull"} {
		if s := got.Sub(name); s == nil || s.Name != first {
			t.Errorf("subcommand %s: %+v", name, s)
		}
	}
	for _, name := range []string{"", "pus", "pushh", "z"} {
		if s := got.Sub(name); s != nil {
			t.Errorf("subcommand %q: %+v", name, s)
		}
	}
	if s := got.Sub("pull").Sub("deep"); s == nil || s.Name != "deep" {
		t.Errorf("subcommand of a subcommand: %+v", s)
	}
	if o := got.Option("-z"); o.Does != command.DoesExec {
		t.Errorf("of two options of a name the first is found: %+v", o)
	}
}
