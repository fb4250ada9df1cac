package syntax_test

import (
	"strings"
	"testing"

	mvdan "mvdan.cc/sh/v3/syntax"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
	"github.com/fencepost/fencepost/internal/shparse/syntax"
)

// TestPanicIsNoParse: a text on which the parser library panics is one that does not parse. What
// stands before it is found.
func TestPanicIsNoParse(t *testing.T) {
	const trouble = "cat <<\"$E[\nx"
	if _, err := syntax.ParseFile(syntax.NewParser(mvdan.LangZsh), trouble); err == nil {
		t.Error("the library reads the text now: find another one that troubles it, or do without survive")
	}
	if r := syntax.Read("rm a\n"+trouble, dialect.Zsh); r.Err == nil || len(r.Stmts) != 1 {
		t.Errorf("%d statements, error %v", len(r.Stmts), r.Err)
	}
}

// TestStatementsBeforeAnError counts the statements before an error.
func TestStatementsBeforeAnError(t *testing.T) {
	for _, row := range []struct {
		text    string
		shell   dialect.Dialect
		stmts   int
		refused bool
	}{
		{"a; b", dialect.Bash, 2, false},
		{"a; b; (", dialect.Bash, 2, true},
		{"[[ -f x ]] && a", dialect.Bash, 1, false},
		{"a; )", dialect.POSIX, 1, true},
		{"cat <(a)", dialect.Bash, 1, false},
		{"echo *(.)", dialect.Zsh, 1, false},
		{"repeat 3 ls", dialect.Zsh, 1, false},
		{"if a; then b", dialect.Bash, 0, true},
	} {
		if r := syntax.Read(row.text, row.shell); len(r.Stmts) != row.stmts ||
			(r.Err != nil) != row.refused {
			t.Errorf("%s: %d statements, error %v", row.text, len(r.Stmts), r.Err)
		}
	}
}

// TestComments finds what the shell does not read.
func TestComments(t *testing.T) {
	for text, want := range map[string]string{
		"ls # all": "# all", "echo '#' a": "", "echo a#b": "", "# x\nls": "# x", "echo ${#x}": "",
		"cat <<E\n# text\nE": "",
	} {
		got := ""
		for _, at := range syntax.Comments(text, dialect.Bash) {
			got += text[at[0]:at[1]]
		}
		if got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// TestHereDocuments: the delimiter says whether the body is expanded, and <<- takes tabs away.
func TestHereDocuments(t *testing.T) {
	for text, quoted := range map[string]bool{"cat <<E\nx\nE\n": false, "cat <<'E'\nx\nE\n": true,
		"cat <<\\E\nx\nE\n": true, "cat <<\"E\"\nx\nE\n": true} {
		r := syntax.Read(text, dialect.Bash)
		if got := syntax.QuotedDelimiter(r.Stmts[0].Redirs[0].Word); got != quoted {
			t.Errorf("%q: quoted %v", text, got)
		}
	}
	if got := syntax.StripTabs("\ta\n\t\tb\n", mvdan.DashHdoc); got != "a\nb\n" {
		t.Errorf("<<-: %q", got)
	}
	if got := syntax.StripTabs("\ta\n", mvdan.Hdoc); got != "\ta\n" {
		t.Errorf("<<: %q", got)
	}
}

// TestDepth counts what makes the parser recurse.
func TestDepth(t *testing.T) {
	for text, want := range map[string]bool{"((((": true, "( ) ( ) ( )": false, "$($($($(": true,
		"a b c": false} {
		if got := syntax.DeeperThan(text, 3); got != want {
			t.Errorf("%s: %v, want %v", text, got, want)
		}
	}
}

// TestPlaces: positions count lines and columns from 1, and a snippet is what stands around a
// place.
func TestPlaces(t *testing.T) {
	const text = "ls\nrm x\n"
	if got, want := syntax.Position(text, 3), (fact.Pos{Offset: 3, Line: 2, Col: 1}); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	long := strings.Repeat("a", 500) + "HERE" + strings.Repeat("b", 500)
	if got := syntax.Snippet(long, 500); len(got) > 50 || !strings.Contains(got, "aHEREb") {
		t.Errorf("%q", got)
	}
}
