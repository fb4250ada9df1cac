package command_test

import (
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// FuzzResolve resolves random command lines: no panic, and facts that hold together.
func FuzzResolve(f *testing.F) {
	for _, seed := range []string{
		"ls -la src", "git -C d stash drop", "find . -name '*.o' -exec rm {} ; -delete", "tar cfz x",
		"env -S 'a \"b' c",
		"bash -ceo pipefail $X", "xargs -I{} sh -c {}{}", "sed s/[/x f", "awk '{print >'", "dd if= of",
		"kubectl -n", "npm -C",
		"sudo -u", "env -", "rm $@ --", "git config --get", "curl ::", "curl https://[", "sort -o",
		"timeout $@", "find -exec",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, line string) {
		if len(line) > 2000 {
			return
		}
		c := resolve(line)
		for _, fl := range c.Flags {
			if fl.Value >= len(c.Operands) {
				t.Fatalf("%q: flag %s has the argument %d of %d", line, fl.Name, fl.Value, len(c.Operands))
			}
		}
		if c.ReadOnly {
			for _, e := range c.Effects {
				if e.Kind != fact.Read {
					t.Fatalf("%q: read-only with the effect %s", line, e.Kind)
				}
			}
			if len(c.Nested) > 0 || len(c.Hazards) > 0 {
				t.Fatalf("%q: read-only with a nested program or a hazard", line)
			}
		}
		if n := len(words(line)); len(c.Operands) > 20*n || len(c.Effects) > 40*n+10 {
			t.Fatalf("%q: %d operands and %d effects of %d words", line, len(c.Operands), len(c.Effects), n)
		}
	})
}

// TestTable resolves a bare call of every command with a spec.
func TestTable(t *testing.T) {
	names := commands.Table{}.Names()
	if len(names) < 250 {
		t.Errorf("%d names have a spec", len(names))
	}
	for _, name := range names {
		c := &fact.Command{Invocation: fact.Invocation{Argv: []fact.Word{fact.Lit(name)},
			Dirs: fact.Dirs{List: []string{"/p"}, Known: true}}}
		x := command.Resolver{Specs: commands.Table{}, Input: command.Input{Paths: lexical{}}}
		x.Resolve(c)
		if !c.Known || c.Name != name || len(c.Canon) != 1 {
			t.Errorf("%s: known %v, name %s, canonical %s", name, c.Known, c.Name, show(c.Canon))
		}
	}
}

// TestSubWord checks where the value of an option stands in the script: the /tmp rewriting replaces
// it there.
func TestSubWord(t *testing.T) {
	for _, r := range []struct{ line, written string }{
		{"sort --output=/tmp/x a", "/tmp/x"},
		{"sort -o/tmp/x a", "/tmp/x"},
		{"sort --output='/tmp/x' a", "'/tmp/x'"},
		{"sort '--output=/tmp/x' a", ""},
		{"frob --out=/tmp/x", "/tmp/x"},
	} {
		c := resolve(r.line)
		w := c.Operands[c.Flags[0].Value].Word
		if w.Written != r.written || r.line[w.Start:w.End] != r.written {
			t.Errorf("%s: the value is written %q at %d-%d, want %q", r.line, w.Written, w.Start, w.End,
				r.written)
		}
	}
}

// nowhere answers without allocating, so that the benchmark measures Resolve alone.
type nowhere struct{}

func (nowhere) Path(fact.Dirs, *fact.Word) fact.Path { return fact.Path{} }

func TestAllocations(t *testing.T) {
	argv := words("ls -la src")
	n := testing.AllocsPerRun(100, func() {
		c := fact.Command{Invocation: fact.Invocation{Argv: argv,
			Dirs: fact.Dirs{List: []string{"/p"}, Known: true}}}
		x := command.Resolver{Specs: commands.Table{}, Input: command.Input{Paths: nowhere{}}}
		x.Resolve(&c)
	})
	if n > 20 { // most of them decode the spec
		t.Errorf("resolving ls -la src allocates %v times", n)
	}
}

func BenchmarkResolve(b *testing.B) {
	argv := words("git -C sub log --oneline -20 --stat")
	b.ReportAllocs()
	for b.Loop() {
		c := fact.Command{Invocation: fact.Invocation{Argv: argv,
			Dirs: fact.Dirs{List: []string{"/p"}, Known: true}}}
		x := command.Resolver{Specs: commands.Table{}, Input: command.Input{Paths: nowhere{}}}
		x.Resolve(&c)
	}
}

// FuzzDecode reads anything as a spec: it is read as far as it is one.
func FuzzDecode(f *testing.F) {
	spec := &command.Spec{Name: "tool",
		Syntax: command.Syntax{Options: []command.Option{{Names: []string{"-a", "--all"},
			Does: command.DoesExec, Lang: "sed"}},
			Operands: []command.OperandSpec{{Name: "f", AnyNumber: true}},
			Variants: []command.Variant{{Flags: []string{"-a"}}}},
		Programs: command.ProgramSpec{StartupFiles: []string{".rc"}},
		Subs:     []*command.Spec{{Name: "push", Aliases: []string{"p"}}}}
	f.Add(command.Encode(spec, nil))
	f.Add(command.EncodeOptions(spec.Syntax.Options))
	f.Fuzz(func(t *testing.T, record string) {
		s := command.Decode(record, record)
		for _, name := range []string{"-a", "--all", "", "~"} {
			s.Option(name)
			if sub := s.Sub(name); sub != nil {
				sub.Sub("p")
			}
		}
		command.NamesIn(record)
	})
}
