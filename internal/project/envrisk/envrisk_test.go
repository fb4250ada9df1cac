package envrisk_test

import (
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// TestJudgedVariables holds the judgements of testdata/judged.txt: a line each with the judgement, the
// program that gets the variable, and NAME=VALUE, with quotes as in Go where they are needed.
func TestJudgedVariables(t *testing.T) {
	const file = "testdata/judged.txt"
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	kept := strings.Split(string(data), "\n")
	for i, line := range kept {
		fields := strings.SplitN(line, " ", 3)
		if len(fields) < 3 || line[0] == '#' {
			continue
		}
		name, text, ok := strings.Cut(strings.TrimSpace(fields[2]), "=")
		if unquoted, err := strconv.Unquote(text); err == nil {
			text = unquoted
		}
		value := fact.Lit(text)
		j, why := envrisk.Judge(envrisk.Assignment{
			Name: name, Value: &value, Program: strings.TrimSuffix(fields[1], "-"),
			Inside: inside, Home: "/h", Files: files{},
		})
		if got := judgements[j]; got != fields[0] || !ok || (j == envrisk.Suspect) == (why == "") {
			t.Errorf("%s:%d: %s %s: got %s (%s)", file, i+1, fields[1], fields[2], got, why)
			kept[i] = got + line[len(fields[0]):]
		}
	}
	testkit.Update(t, file, []byte(strings.Join(kept, "\n")))
}

var judgements = [...]string{
	envrisk.Unjudged: "unjudged", envrisk.Fits: "fits", envrisk.Suspect: "suspect",
}

func inside(p string) bool { return p == "/p" || strings.HasPrefix(p, "/p/") }

// files are those of the project: what a name says is what it holds.
type files struct{}

func (files) Text(name string) (string, bool) {
	switch {
	case strings.HasSuffix(name, "-evil"):
		return "exec --pre credential_process dev_overrides", true
	case strings.HasSuffix(name, "-gone"), strings.HasSuffix(name, "/config.json"):
		return "", true
	}
	return "data", true
}

func (files) Names(dir string) ([]string, bool) {
	switch {
	case strings.HasSuffix(dir, "-evil"):
		return []string{
			"config.toml", "gpg.conf", "init.d", "plugins", "os.py", "strict.pm", "set.rb",
		}, true
	case strings.HasSuffix(dir, "-empty"):
		return nil, true
	}
	return []string{"a.txt", "own.py"}, true
}

func (files) There(name string) bool { return !strings.HasSuffix(name, "-gone") }

func (files) Changed(name string) bool { return strings.HasPrefix(name, "written/") }

func (files) GitRuns(dir string) bool { return strings.HasPrefix(dir, "runs") }

// TestOldValues judges values of which a part is the variable's old value, or not known.
func TestOldValues(t *testing.T) {
	old := func(text, suffix, from string) fact.Word {
		return fact.Word{Kind: fact.Partial, Text: text, Suffix: suffix,
			Origin: fact.Origin{Kind: fact.VariableOrigin, Name: from}}
	}
	temp := fact.Word{Kind: fact.Partial, Origin: fact.Origin{Kind: fact.TempOrigin}}
	for _, r := range []struct {
		name  string
		value fact.Word
		want  envrisk.Judgement
	}{
		{"FOO", fact.Unknown("$X"), envrisk.Unjudged},
		{"GIT_SHA", fact.Unknown("$(git rev-parse HEAD)"), envrisk.Fits},
		{"VERSION", fact.Unknown("$(git describe)"), envrisk.Fits},
		{"PATH", fact.Unknown("$X"), envrisk.Suspect},
		{"PATH", old("", ":/usr/local/bin", "PATH"), envrisk.Fits},
		{"PATH", old("/usr/bin:", "", "PATH"), envrisk.Fits},
		{"PATH", old("/tmp/evil:", "", "PATH"), envrisk.Suspect},
		{"PATH", old(":", "", "PATH"), envrisk.Suspect}, // an empty element is the current directory
		{"PATH", old("", ":", "PATH"), envrisk.Suspect},
		{"PATH", old("/usr/bin::", "", "PATH"), envrisk.Suspect},
		{"PATH", old("/usr/bin", "", "PATH"), envrisk.Suspect},
		{"PYTHONPATH", old("src:", "", "PYTHONPATH"), envrisk.Fits},
		{"PKG_CONFIG_PATH", old("lib:", "", "PKG_CONFIG_PATH"), envrisk.Fits},
		{"PYTHONPATH", old("/tmp/x:", "", "PYTHONPATH"), envrisk.Suspect},
		{"NODE_PATH", old("src:", "", "OTHER"), envrisk.Suspect},
		{"LD_PRELOAD", old("", "", "PATH"), envrisk.Suspect},
		{"TMP", temp, envrisk.Fits},
		{"TMP", fact.Unknown("$(cat f)"), envrisk.Suspect},
	} {
		as := envrisk.Assignment{Name: r.name, Value: &r.value, Inside: inside, Files: files{}}
		j, _ := envrisk.Judge(as)
		if j != r.want {
			t.Errorf("%s=%s (%s): got %s, want %s", r.name, r.value.Show(), r.value.Suffix,
				judgements[j], judgements[r.want])
		}
	}
}
