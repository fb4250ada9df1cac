package command

import (
	"fmt"
	"slices"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
)

// TestTextNames holds which files an unknown word may name, by the text of its call.
func TestTextNames(t *testing.T) {
	many := ""
	for i := range maxTextNames {
		many += fmt.Sprintf("file%d ", i)
	}
	for _, c := range []struct {
		word fact.Word
		text string
		want string
		not  string
	}{
		{fact.Unknown("$_"), `true .env; cat "$_"`, ".env", "$_"},
		{fact.Unknown("$(x)"), `cat $(stat -c.env x)`, ".env", "-c.env"},
		{fact.Unknown("$(x)"), `cat $(jq -n '"a/.netrc"')`, "a/.netrc", ""},
		{fact.Word{Kind: fact.Partial, Text: ".e", Suffix: "nv", Given: true}, "cat id_rsa", ".env",
			".eid_rsanv"},
		{fact.Word{Kind: fact.Partial, Text: "a/"}, "cat id_rsa", "a/id_rsa", ".env"},
		{fact.Word{Kind: fact.Partial, Given: true}, "cat id_rsa", "", "id_rsa"},
		{fact.Word{Kind: fact.Partial, Number: true}, "cat id_rsa", "", "id_rsa"},
		{fact.Word{Kind: fact.Partial, Suffix: "/.netrc", Given: true}, "", "", "/.netrc"},
		{fact.Unknown("$_"), many + "one.more", ".*", ""},
	} {
		names := textNames(&c.word, c.text)
		has := func(text string) bool {
			return slices.ContainsFunc(names.List, func(w fact.Word) bool { return w.Text == text })
		}
		if c.want != "" && !has(c.want) || c.not != "" && has(c.not) {
			t.Errorf("%+v in %q: %v", c.word, c.text, names.List)
		}
	}
}
