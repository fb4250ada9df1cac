package presets_test

import (
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// shownFirst is about the number of characters of a denial that Claude Code shows people, less what
// it puts before them.
const shownFirst = 160

// TestAlternativesComeEarly holds that what to do instead stands in the part of a denial that
// people see, for every rule of the presets that names it.
func TestAlternativesComeEarly(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	if err != nil || len(files) == 0 {
		t.Fatal(err, "no presets")
	}
	n := 0
	check := func(src, description, alternative string, d rule.Decision) {
		if alternative == "" || d != rule.Deny {
			return
		}
		n++
		v := rule.Verdict{Decision: rule.Deny, Cause: rule.ByRule, Command: "x", Description: description,
			Alternative: alternative}
		reason := agent.Reason(&v, "Bash")
		if at := strings.Index(reason, alternative); at < 0 || len([]rune(reason[:at])) > shownFirst {
			t.Errorf("%s: the alternative begins behind %d characters: %s", src, at, reason)
		}
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, _, _ := parse.Parse(file, data, policy.Preset)
		for i := range doc.Effects {
			r := &doc.Effects[i]
			check(doc.Src(r.Pos), r.Description, r.Alternative, r.Decision)
		}
		for i := range doc.Tools.Bash.Arguments {
			r := &doc.Tools.Bash.Arguments[i]
			check(doc.Src(r.Pos), r.Description, r.Alternative, r.Decision)
		}
		for i := range doc.Tools.Bash.Checks {
			r := &doc.Tools.Bash.Checks[i]
			check(doc.Src(r.Pos), r.Description, r.Alternative, rule.Deny)
		}
		for i := range doc.Tools.Deny {
			r := &doc.Tools.Deny[i]
			check(doc.Src(r.Pos), r.Description, r.Alternative, rule.Deny)
		}
	}
	if n < 50 {
		t.Errorf("only %d rules with an alternative were found", n)
	}
}

// hard are phrases that docs/style.md forbids; a reason names who does not know.
var hard = regexp.MustCompile(`(?i)\b(of which|of whom|(is|are) none|that which|no other than|` +
	`cannot be known|(is|are) not known|nothing is known|no rule (speaks|lets))\b`)

// stop ends a sentence.
var stop = regexp.MustCompile(`[.!?]\s`)

// plain says what is wrong with a text that people and agents read; "" if nothing is.
func plain(text string) string {
	first, _, _ := strings.Cut(text, " ")
	if first > "a" && first < "{" && !strings.ContainsAny(first, "_./") { // no file, no variable
		return "begins without a capital"
	}
	return readable(text)
}

func readable(text string) string {
	if at := hard.FindString(text); at != "" {
		return "says " + at
	}
	for _, sentence := range stop.Split(text, -1) {
		if len(strings.Fields(sentence)) > 35 {
			return "has a sentence of more than 35 words"
		}
	}
	return ""
}

// texts calls f for every description and alternative in a document.
func texts(v reflect.Value, f func(field, text string)) {
	switch v.Kind() {
	case reflect.Slice:
		for i := range v.Len() {
			texts(v.Index(i), f)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			switch field := v.Type().Field(i); {
			case !field.IsExported() || field.Name == "Meta":
			case field.Type.Kind() == reflect.String:
				f(field.Name, v.Field(i).String())
			default:
				texts(v.Field(i), f)
			}
		}
	}
}

// TestDescriptionsArePlain holds what the rules of the presets say of themselves to docs/style.md. An
// alternative may begin with a command.
func TestDescriptionsArePlain(t *testing.T) {
	files, _ := filepath.Glob("*.yaml")
	n := 0
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		doc, _, _ := parse.Parse(file, data, policy.Preset)
		texts(reflect.ValueOf(doc).Elem(), func(field, text string) {
			wrong := ""
			switch {
			case text == "":
				return
			case field == "Description":
				wrong = plain(text)
			case field == "Alternative":
				wrong = readable(text)
			default:
				return
			}
			if n++; wrong != "" {
				t.Errorf("%s: %q %s", file, text, wrong)
			}
		})
	}
	if n < 500 {
		t.Errorf("only %d texts were found", n)
	}
}

// TestReasonsArePlain judges lines that agents have run: each reason begins with a capital, names the
// command once, and can be read at once.
func TestReasonsArePlain(t *testing.T) {
	t.Parallel()
	w := gatetest.New(t, gatetest.Recommended)
	n := 0
	for _, corpus := range []string{"commands.jsonl", "quiet.jsonl", "attacks.jsonl"} {
		for _, row := range gatetest.ReadCorpus(t, corpus, 1) {
			v := w.Judge(t, "Bash", map[string]any{"command": w.Fill(row.Cmd)})
			if v.Decision == rule.Allow {
				continue
			}
			reason := agent.Reason(&v, "Bash")
			_, why, found := strings.Cut(reason, "requires approval. ")
			for _, mark := range []string{"blocked — ", "which is not permitted ("} {
				if _, after, ok := strings.Cut(reason, mark); ok && !found {
					why = after
				}
			}
			wrong := plain(strings.TrimPrefix(why, "compound command contains "))
			if len(v.Command) > 8 && strings.Count(reason, "'"+v.Command+"'") > 1 {
				wrong = "names the command twice"
			}
			if n++; wrong != "" {
				t.Errorf("%s: %q %s", row.Cmd, reason, wrong)
			}
		}
	}
	if n < 300 {
		t.Errorf("only %d reasons were read", n)
	}
}

// TestSamePorts holds that the presets that send requests to servers of this machine have one list
// of ports and pages: parts are known in their own file alone.
func TestSamePorts(t *testing.T) {
	files, err := filepath.Glob("*.yaml")
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`- name: (dev-port|admin-path|service-port)\n +match: (.*)`).
			FindAllStringSubmatch(string(data), -1) {
			if old := seen[m[1]]; old != "" && old != m[2] {
				t.Errorf("%s: %s differs from that of another preset", file, m[1])
			}
			seen[m[1]] = m[2]
		}
	}
	if len(seen) < 3 {
		t.Errorf("%d parts", len(seen))
	}
}
