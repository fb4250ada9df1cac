package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// TestSpecErrors checks that a mistake in a spec is refused with its place and, where there is one,
// the right word.
func TestSpecErrors(t *testing.T) {
	for _, r := range []struct{ yaml, want string }{
		{"rm: {operands: [\"FILE...: delte\"]}",
			`s.yaml:1:17: "delte" is no role (did you mean delete?)`},
		{"rm:\n  optoins: {}", `s.yaml:2:3: unknown key "optoins" (did you mean options?)`},
		{"rm:\n  does: reads\n  plain: -r, -r", "s.yaml:1:1: option -r stands twice in rm"},
		{"rm:\n  does: reads\n  options:\n    \"-r\": recusive",
			`s.yaml:4:11: "recusive" is no property of an option (did you mean recursive?)`},
		{"rm:\n  does: reads\n  options:\n    \"-o=FILE\": wirte",
			`s.yaml:4:16: "wirte" is no property of an option (did you mean write?)`},
		{"rm:\n  does: reads\n  plain: --log-file=F",
			"s.yaml:3:10: option --log-file=F looks as if its argument were more than a name (file)"},
		{"rm:\n  does: reads\n  options:\n    \"-x=PLUGIN\": {}",
			"s.yaml:4:5: option -x=PLUGIN looks as if"},
		{"rm:\n  does: reads\n  options:\n    \"--config=F\": {plain: no}",
			"why is the argument of --config neither a path nor code?"},
		{"rm:\n  does: reads\n  options:\n    \"-W=F\": {passes: ld}",
			"a separator and a command are needed here"},
		{"rm: {does: raeds}", `s.yaml:1:12: "raeds" is no effect (did you mean reads?)`},
		{"rm: {parse: gun, does: reads}", `s.yaml:1:13: "gun" is not one of`},
		{"rm: {plain: -r}", "s.yaml:1:1: nothing says what rm does"},
		{"rm: {does: reads, plain: recursive}", `s.yaml:1:26: "recursive" is no option`},
		{"rm: {does: reads, operands: [FILE]}", `s.yaml:1:30: operand "FILE" has no role`},
		{"rm: {operands: [\"A...: delete\", \"B...: read\"]}",
			"s.yaml:1:1: both A and B of rm take any number of words"},
		{"rm: {operands: [\"A: delete\", \"A: read\"]}", "s.yaml:1:1: operand A stands twice in rm"},
		{"rm: {operands: [\"A...: delete\", \"[B]: read\"]}",
			"s.yaml:1:1: operand B of rm cannot be optional after A..."},
		{"rm: {does: reads, options: {\"-e=P\": {replaces: PATERN}}, operands: [\"PATTERN: none\"]}",
			"replaces PATERN, which is no operand (did you mean PATTERN?)"},
		{"rm: {does: reads, options: {\"-e\": {makes: {F: edit}}}}",
			"changes F, which is neither operand"},
		{"rm: {does: reads, options: {\"-e\": {arg: read}}}", "option -e has no argument"},
		{"rm: {does: reads, when: [{flags: -x, does: exec}]}",
			"a variant of rm names option -x, which it does not have"},
		{"rm: {does: reads, when: [{does: exec}]}", "a variant needs flags or at-most"},
		{"rm: {does: reads, use: std}", "there is no option set .std above"},
		{"rm: {does: reads}\nrm: {does: reads}", `s.yaml:2:1: key "rm" stands in line 1 already`},
		{"git: {does: reads, subcommands: {a: {does: reads}, b: {names: [a], does: reads}}}",
			"subcommand a stands twice in git"},
		{"rm: [", "s.yaml: yaml:"},
		{"", "s.yaml:1: the file is empty"},
	} {
		_, err := parseOne(r.yaml)
		if err == nil || !strings.Contains(err.Error(), r.want) {
			t.Errorf("%s\n got %v\nwant %s", r.yaml, err, r.want)
		}
	}
}

// parseOne reads the only file.
func parseOne(text string) (*specFile, error) {
	r, err := openSpecs("s.yaml", []byte(text))
	if err != nil {
		return nil, err
	}
	return r.file, readSpecs([]*specReader{r})
}

// TestSpecLength holds the files of specs to the length that docs/command-specs.md names.
func TestSpecLength(t *testing.T) {
	files, err := filepath.Glob("../../presets/commands/*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no specs: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(text), "\n"); n > 500 {
			t.Errorf("%s has %d lines: divide it by subject", file, n)
		}
	}
}

// TestDividedSpecs checks what one file takes from another, and adds to it.
func TestDividedSpecs(t *testing.T) {
	const git = ".diff: {plain: -a}\ngit: {does: reads, subcommands: {log: {does: reads}}}\n"
	for _, r := range []struct{ more, want string }{
		{"subcommands: {git: {gc: {writes: [.], use: git.diff}}}", ""},
		{"subcommands: {git: {gc: {writes: [.], use: diff}}}", "there is no option set .diff above"},
		{"subcommands: {git: {log: {does: reads}}}", "subcommand log stands twice in git"},
		{"subcommands: {hg: {log: {does: reads}}}", "more.yaml:1:15: no file has a command hg"},
		{"git: {does: reads}", `command "git" has a spec at git.yaml:2 already`},
	} {
		var files []*specReader
		for _, f := range [][2]string{{"more.yaml", r.more}, {"git.yaml", git}} {
			f, err := openSpecs(f[0], []byte(f[1]))
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
		if r.more[0] == 'g' {
			slices.Reverse(files)
		}
		err := readSpecs(files)
		switch {
		case r.want == "" && (err != nil || len(files[1].file.commands[0].spec.Subs) != 2):
			t.Errorf("%s: %v", r.more, err)
		case r.want != "" && (err == nil || !strings.Contains(err.Error(), r.want)):
			t.Errorf("%s\n got %v\nwant %s", r.more, err, r.want)
		}
	}
}

// TestSpecSyntax checks what each way to write an option and an operand means.
func TestSpecSyntax(t *testing.T) {
	f, err := parseOne(`
.std: {options: {"--help": harmless}}
cp:
  names: [gcp]
  use: std
  options:
    "-t --target-directory=DIR": {arg: write, replaces: DEST}
    "--recursive -r -R": recursive
    "-i[=SUFFIX]": {makes: {SOURCE: edit}}
    "--[no-]edit": exec
    "--arg=NAME+VALUE": read
  plain: -a --archive, -S --suffix=S, -NUM
  operands: ["SOURCE...: read", "DEST: write"]
  when:
    - {flags: [-a], at-most: 1, operands: ["[X]: create"], writes: [.]}
`)
	if err != nil {
		t.Fatal(err)
	}
	s := f.commands[0].spec
	type option struct {
		names string
		arg   command.Arg
		role  fact.Role
		is    command.Trait
		does  command.Does
	}
	want := []option{
		{"-t --target-directory", command.RequiredArg, fact.RoleWrite, 0, 0},
		{"--recursive -r -R", command.NoArg, fact.RoleNone, command.Recursive, 0},
		{"-i", command.OptionalArg, fact.RoleNone, 0, 0},
		{"--edit", command.NoArg, fact.RoleNone, 0, command.DoesExec},
		{"--no-edit", command.NoArg, fact.RoleNone, 0, 0},
		{"--arg", command.TwoArgs, fact.RoleRead, 0, 0},
		{"-a --archive", command.NoArg, fact.RoleNone, 0, 0},
		{"-S --suffix", command.RequiredArg, fact.RoleNone, 0, 0},
		{"-NUM", command.NoArg, fact.RoleNone, 0, 0},
	}
	if len(s.Syntax.Options) != len(want) {
		t.Fatalf("%d options, want %d", len(s.Syntax.Options), len(want))
	}
	for i, w := range want {
		o := &s.Syntax.Options[i]
		if got := (option{strings.Join(o.Names, " "), o.Arg, o.Role, o.Is, o.Does}); got != w {
			t.Errorf("option %d is %v, want %v", i, got, w)
		}
	}
	if s.Syntax.Options[0].Replaces != "DEST" ||
		s.Syntax.Options[2].Makes[0] != (command.Make{Operand: "SOURCE", Role: fact.RoleEdit}) {
		t.Errorf("replaces %q, makes %v", s.Syntax.Options[0].Replaces, s.Syntax.Options[2].Makes)
	}
	if o := s.Syntax.Operands; len(o) != 2 || !o[0].AnyNumber ||
		o[1] != (command.OperandSpec{Name: "DEST", Role: fact.RoleWrite}) {
		t.Errorf("operands %v", o)
	}
	v := s.Syntax.Variants[0]
	if v.AtMost != 2 || !v.HasDoes || v.Effects[0].Path != "." || !v.Operands[0].Optional {
		t.Errorf("variant %v", v)
	}
	if strings.Join(f.commands[0].names, " ") != "cp gcp" || len(s.Syntax.Shared) != 1 {
		t.Errorf("names %v, shared sets %v", f.commands[0].names, s.Syntax.Shared)
	}
}

// TestGenerateSpecs generates twice: the bytes are the same.
func TestGenerateSpecs(t *testing.T) {
	first, second := newOutput(), newOutput()
	for _, o := range []*output{first, second} {
		if err := generateSpecs(config{commands: "../../presets/commands"}, o); err != nil {
			t.Fatal(err)
		}
	}
	if len(first.code) < 10 {
		t.Fatalf("%d files", len(first.code))
	}
	for name, text := range first.code {
		if string(text) != string(second.code[name]) {
			t.Errorf("%s differs between two runs", name)
		}
		if !strings.HasPrefix(string(text), "// Code generated ") ||
			!strings.Contains(string(text), "DO NOT EDIT.") {
			t.Errorf("%s has no header that says it is generated", name)
		}
		if strings.Contains(string(text), "func init()") || strings.Contains(string(text), "map[") {
			t.Errorf("%s has an init function or a map", name)
		}
	}
}
