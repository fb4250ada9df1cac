package plainwords

import (
	"strings"
	"testing"
)

func TestProblem(t *testing.T) {
	tests := []struct{ text, want string }{
		{"The agent runs it.", ""},
		{"Files of which some are gone.", `"of which"`},
		{"There is none of it, as it is for others.", `"is none"`},
		{strings.Repeat("word ", Longest), ""},
		{strings.Repeat("word ", Longest+1), "36 words"},
		{"`" + strings.Repeat("word ", Longest+1) + "` is code.", ""},
	}
	for _, tt := range tests {
		got := Of(tt.text)[0].Problem()
		if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
			t.Errorf("%q: problem %q, want %q", tt.text, got, tt.want)
		}
	}
}

func TestSentences(t *testing.T) {
	page := "# Title\n\nOne `two. three` four.\nFive (six.) Seven\n\n- eight\n- nine\n\n```\nno text.\n```\n"
	want := []string{"One code four.", "Five (six.", "Seven", "eight", "nine"}
	list := Sentences(page)
	if len(list) != len(want) {
		t.Fatalf("%d sentences, want %d: %v", len(list), len(want), list)
	}
	for i, s := range list {
		if s.String() != want[i] {
			t.Errorf("sentence %d is %q, want %q", i, s, want[i])
		}
	}
}

func TestCapital(t *testing.T) {
	for text, want := range map[string]bool{
		"The rule": true, "the rule": false, "`rm` goes": true, "/tmp is": true, "\"x\" is": true,
		"--flag is": true, "3 files": true,
	} {
		if got := Of(text)[0].Capital(); got != want {
			t.Errorf("%q: capital %v, want %v", text, got, want)
		}
	}
}
