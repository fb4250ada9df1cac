package cmdoutput_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/cmdoutput"
)

// TestForms: of some commands the form of what they print is known.
func TestForms(t *testing.T) {
	for text, want := range map[string]string{
		"date +%F":                      "*",
		"date +%Y-%m-%d":                "*-*-*",
		"date -u +log-%s.txt":           "log-*.txt",
		"date +%Y/%m":                   "",
		"date":                          "",
		"git rev-parse --short HEAD":    "*",
		"git rev-parse HEAD main":       "",
		"git merge-base main feature/x": "*",
		"git log -1":                    "",
		"ls":                            "",
	} {
		c := &fact.Command{}
		for _, w := range strings.Fields(text) {
			c.Argv = append(c.Argv, fact.Lit(w))
		}
		got, _, ok := cmdoutput.Form(c)
		if !ok {
			got = ""
		}
		if got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// TestNumbersPrinted tells formats of printf that make one number.
func TestNumbersPrinted(t *testing.T) {
	for format, want := range map[string]bool{"%d": true, "%05d": true, "%s": false, "%d%s": false,
		"x%d": false} {
		if got := cmdoutput.PrintsNumber(format); got != want {
			t.Errorf("%s: %v, want %v", format, got, want)
		}
	}
}
