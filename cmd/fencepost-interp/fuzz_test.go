//go:build cgo

package main

import (
	"testing"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// FuzzSnippet reads any text as code of each language: no panic, an answer after a bounded amount of
// work that can be sent and read again, and the same answer twice. The seeds are the snippets of the tables.
func FuzzSnippet(f *testing.F) {
	for i, lang := range []string{"python", "javascript"} {
		for _, r := range evaltest.Snippets(f, lang) {
			f.Add(uint8(i), r.Code)
		}
	}
	f.Add(uint8(2), "enum A { B = 'x' } namespace N { export const p: string = 'y' }")
	langs := [...]string{"python", "javascript", "typescript"}
	f.Fuzz(func(t *testing.T, lang uint8, code string) {
		if len(code) > 1<<14 {
			return
		}
		l := langs[int(lang)%len(langs)]
		var facts *interp.Facts
		if n := allocated(func() { facts = factsOf(l, code) }); n > hostileMemory {
			t.Errorf("allocated %d MB", n>>20)
		}
		if facts.Problem == "the analysis of the code failed" {
			t.Error("the evaluator panicked")
		}
		body := interp.EncodeFacts(facts)
		if _, err := interp.DecodeFacts(body); err != nil {
			t.Errorf("the answer cannot be read: %v", err)
		}
		if again := interp.EncodeFacts(factsOf(l, code)); string(again) != string(body) &&
			facts.Problem == "" {
			t.Error("another answer the second time")
		}
	})
}
