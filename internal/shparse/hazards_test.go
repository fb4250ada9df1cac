package shparse_test

import (
	"bytes"
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/paths"
	"github.com/fencepost/fencepost/internal/shparse"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/testkit"
)

func analyzedAs(text string, d dialect.Dialect) *fact.Facts {
	a := &analyze.Analyzer{Specs: commands.Table{},
		Places: paths.New("/home/u/p", "/home/u", "", true), Home: "/home/u", Dialect: d}
	return a.Shell(text, "/home/u/p")
}

func hazardIDs(f *fact.Facts) string {
	var ids []string
	for _, h := range f.Hazards {
		ids = append(ids, h.ID)
	}
	for i := range f.Commands {
		for _, h := range f.Commands[i].Hazards {
			ids = append(ids, h.ID)
		}
	}
	return strings.Join(ids, " ")
}

// boundText is a text that hits the bound of a row whose example only describes it.
func boundText(id string) string {
	switch id {
	case "bound-nesting":
		return strings.Repeat("(", 500)
	case "bound-size":
		return "ls " + strings.Repeat("a", 600<<10)
	case "bound-commands":
		return strings.Repeat("a;", 25000)
	case "bound-steps":
		return strings.Repeat("for i in {1..30}; do ", 2) + ": " + strings.Repeat(`"$a" `, 300) +
			strings.Repeat("; done", 2)
	case "bound-files":
		return "for i in 1; do " + strings.Repeat("ls >a$RANDOM; ", 1) + "done; " + manyFiles()
	}
	return ""
}

func manyFiles() string {
	var b strings.Builder
	for i := range 80 {
		fmt.Fprintf(&b, "ls > f%d; ", i)
	}
	return b.String()
}

// TestHazardTable shows each hazard by its example.
func TestHazardTable(t *testing.T) {
	for _, h := range shparse.HazardTable() {
		if h.ID == "unread" { // no text shows it: see TestUnread
			continue
		}
		text := boundText(h.ID)
		if text == "" {
			text = h.Example
		}
		if ids := hazardIDs(analyzedAs(text, h.Dialect)); !strings.Contains(" "+ids+" ", " "+h.ID+" ") {
			t.Errorf("%.60q: hazards %q, want %s", text, ids, h.ID)
		}
	}
}

// TestValidators shows for each published validator the hazard, or the right reading where there is
// none.
func TestValidators(t *testing.T) {
	list := shparse.Validators()
	if len(list) != 23 {
		t.Errorf("%d validators, want 23", len(list))
	}
	for _, v := range list {
		f := analyzed(v.Example)
		ids := hazardIDs(f)
		if v.Hazard != "" {
			if !strings.Contains(" "+ids+" ", " "+v.Hazard+" ") {
				t.Errorf("%s: %q: hazards %q, want %s", v.Name, v.Example, ids, v.Hazard)
			}
			continue
		}
		if len(f.Hazards) > 0 {
			t.Errorf("%s: %q: hazards %q, want none", v.Name, v.Example, ids)
		}
		if got := readings(f); got != v.Reads {
			t.Errorf("%s: %q is read as\n\t%s, want\n\t%s", v.Name, v.Example, got, v.Reads)
		}
	}
}

func readings(f *fact.Facts) string {
	var list []string
	for i := range f.Commands {
		c := &f.Commands[i]
		if len(c.Argv) == 0 {
			continue
		}
		words := make([]string, len(c.Argv))
		for k := range c.Argv {
			if words[k] = c.Argv[k].Text; c.Argv[k].Kind != fact.Literal {
				words[k] = "…"
			}
		}
		list = append(list, strings.Join(words, " "))
	}
	return strings.Join(list, " | ")
}

// TestInnocent holds ordinary texts that look suspicious to a simple reader to silence.
func TestInnocent(t *testing.T) {
	for _, text := range []string{
		`jq '.a | .b' x.json`, `awk '{print $1}' x`, `grep 'a\|b' x`,
		"git commit -m 'first\n\nsecond # not a comment'",
		"echo 'non-breaking\u00a0space'", "echo \"a\u00a0b \u200b\"",
		"git commit -m 'family \U0001F468\u200d\U0001F469'", "ls # a\u00a0b", "cat <<'E'\na\u00a0b\nE",
		`echo "a;b" 'c|d'`, `rg 'foo\(bar\)' src`, `sed -n '1,5p' x`, `find . -name '*.go'`,
		`echo "it's"`, `test -f x && echo y`, `echo ${HOME}/x`, `ls a\ b`,
		"echo grün 日本 ✓", `git log --format='%h %s' | head -5`, `for f in a b; do echo "$f"; done`, `x=1; echo $((x + 1))`, `cat <<E
plain
E`, `printf '%s\n' "$HOME"`, `set -euo pipefail; ls`, `echo a{b,c}`, `shopt -s nullglob; ls *.go`, `[[ -f x ]] && ls`, `echo '#' "#" \#`,
	} {
		if f := analyzed(text); hazardIDs(f) != "" {
			t.Errorf("%q: hazards %q, want none", text, hazardIDs(f))
		}
	}
}

// TestVisible holds characters that change a word, or the order in which text is seen, to an alarm.
func TestVisible(t *testing.T) {
	for _, text := range []string{"echo hi\u00a0# ; rm x", "git com\u2060mit", "\ufeffrm x",
		"ls src\u2066; rm x \u2069", "echo 'a\u202eb'", "# a \u202e b\nls", "echo \"$(rm\u00a0x)\""} {
		if ids := hazardIDs(analyzed(text)); !strings.Contains(ids, "invisible-character") {
			t.Errorf("%q: hazards %q, want invisible-character", text, ids)
		}
	}
}

// TestHazardDocs holds docs/hazards.md to the tables. Run with FENCEPOST_UPDATE=1 to write it.
func TestHazardDocs(t *testing.T) {
	const file = "../../docs/hazards.md"
	want := document()
	if testkit.Updating() {
		if err := os.WriteFile(file, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(file); err != nil || !bytes.Equal(have, want) {
		t.Errorf("%s is not what the tables say (%v): FENCEPOST_UPDATE=1 go test "+
			"./internal/shparse -run TestHazardDocs", file, err)
	}
}

func document() []byte {
	var b bytes.Buffer
	b.WriteString(`# Hazards

A hazard is a place where a reader of shell text and the shell may disagree, or where nothing can be known. A call with a
hazard is never simply allowed: failures fall under ` + "`onError`" + `, everything else asks. This page is generated from the tables in
internal/shparse/hazards.go; each row is tested.

| id | what it is | why it matters | example |
|---|---|---|---|
`)
	for _, h := range shparse.HazardTable() {
		example := code(h.Example)
		if h.Dialect == dialect.Zsh {
			example += " (zsh)"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s | %s |\n", h.ID, cell(h.Meaning), cell(h.Differs), example)
	}
	b.WriteString(`
The analysis of commands adds ` + "`dynamic-name`, `dynamic-payload`, `dynamic-path`, " +
		"`dynamic-host`, `dynamic-mode`, `unknown-option`, `environment` and `inline-code`, that of " +
		"PowerShell `powershell`, `provider`, `makes-link`, `unknown-cmdlet` and `changed-session`" + `.

## Published validators

What each check of the agent's own validator list is here: a hazard, or the right reading, which makes an alarm moot.

| validator | catches | here | example |
|---|---|---|---|
`)
	for _, v := range shparse.Validators() {
		what := cell(v.Why)
		if v.Hazard != "" {
			what = "hazard `" + v.Hazard + "`: " + what
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s |\n", v.Name, cell(v.Catches), what, code(v.Example))
	}
	b.WriteString(`
## Limits

- A file name that comes from a pattern (` + "`for f in *.txt; do cmd $f; done`" + `) counts as one argument even without quotes.
- Of the forms that only zsh has, these are found but not followed in their order: ` + "`case x { }`" + `, loops over several names
  (` + "`for x y (a b)`" + `), ` + "`{ } always { }`" + ` where the first list holds ` + "`return`, `break`, `continue`, `exit` or `exec`, `f g() { }`" + `.
  So is every such form in a text with a here-document or a backquote, in a substitution inside double quotes, and in a
  text of more than 16 KB or of more than 128 keywords. They ask. How often ` + "`repeat`" + ` repeats is not followed.
- In zsh, flags and modifiers of expansions (` + "`${(s/:/)x}`, `$x:h`" + `), extended patterns and ` + "`emulate`" + ` make a value unknown or ask.
- A NUL byte that a substitution prints ends an argument in zsh; the known end of such a word is kept.
- History expansion is not read: it acts only in interactive shells. ` + "`set -H`" + ` asks.
- ` + "`sh`" + ` is read twice, as bash and as a POSIX shell, wherever the two may differ.
`)
	return b.Bytes()
}

func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// code shows a text as code in a table: what cannot be seen is escaped.
func code(s string) string {
	q := fmt.Sprintf("%+q", s)
	q = strings.NewReplacer(`\"`, `"`, `\\`, `\`, `\u2026`, "…").Replace(q[1 : len(q)-1])
	return "``` " + cell(q) + " ```"
}
