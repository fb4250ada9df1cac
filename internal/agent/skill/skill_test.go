package skill

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

func put(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestTexts: each command of a file is a text of its own, with the arguments in place.
func TestTexts(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	f := Finder{Cwd: project, Project: project, Home: home, Dirs: []string{".claude"}}
	call := fact.Call{Tool: "Skill", Input: []fact.Field{
		{Name: "skill", Text: "a", String: true}, {Name: "args", Text: "x y", String: true}}}
	for _, tt := range []struct{ text, want string }{
		{"Read the code. `ls` is no command.", ""},
		{"Now: !`git status`, and !`ls $ARGUMENTS`", "[git status] [ls x y]"},
		{"```!\nls\npwd\n```\n", "[\nls\npwd\n]"},
		{"!`ls $1`", "? The command in .claude/skills/a/SKILL.md takes a part of the arguments."},
		{"!{git log $ARGUMENTS}", "[git log x y]"},
		{"!{echo {{args}} ${A}}", "[echo x y ${A}]"},
		{"!{a{b{c{d}}}}", "? A command in .claude/skills/a/SKILL.md has braces " +
			"that fencepost cannot follow."},
		{"!`never closed", ""},
		{"---\nname: a\n---\n!`ls`", "[ls]"},
		{"---\nhooks: {}\n---\n!`ls`", "? The header of .claude/skills/a/SKILL.md has hooks or servers. " +
			"The client runs their commands without a call. [ls]"},
		{"---\nname: not closed\n!`ls`", "[ls]"},
	} {
		put(t, filepath.Join(project, ".claude/skills/a/SKILL.md"), tt.text)
		got := ""
		for _, text := range f.Texts(&call) {
			if got != "" {
				got += " "
			}
			if got += "? " + text.Why; text.Why == "" {
				got = got[:len(got)-2] + fmt.Sprintf("[%s]", text.Shell)
			}
		}
		if got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.text, got, tt.want)
		}
	}
}

// TestOwnSkillIsNotRead: what a person has at home is not the project's.
func TestOwnSkillIsNotRead(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	put(t, filepath.Join(home, ".claude/skills/a/SKILL.md"), "!`ls`")
	f := Finder{Cwd: project, Project: project, Home: home, Dirs: []string{".claude"}}
	call := fact.Call{Tool: "Skill", Input: []fact.Field{{Name: "skill", Text: "a", String: true}}}
	if got := f.Texts(&call); len(got) > 0 {
		t.Errorf("got %+v", got)
	}
}

// TestOtherClients finds what the files of other clients have run, by the directories that these
// look in.
func TestOtherClients(t *testing.T) {
	home, project := t.TempDir(), t.TempDir()
	put(t, filepath.Join(project, ".gemini/commands/a.toml"), "prompt = \"\"\"!{cat {{args}}}\"\"\"")
	put(t, filepath.Join(project, ".opencode/command/b.md"), "!`ls`")
	put(t, filepath.Join(project, ".agents/skills/c/SKILL.md"), "---\nhooks: {}\n---\n")
	for name, want := range map[string]int{"a": 1, "b": 0, "c": 1} {
		call := fact.Call{Tool: "Skill", Input: []fact.Field{{Name: "name", Text: name, String: true}}}
		if got := Dirs(".gemini .agents").Preprocessed(&call, project, project, home); len(got) != want {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}
