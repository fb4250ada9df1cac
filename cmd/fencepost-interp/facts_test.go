//go:build cgo

package main

import (
	"bytes"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/testkit"
)

// The tables say what every snippet would do.
func TestFacts(t *testing.T) {
	for _, lang := range []string{"python", "javascript"} {
		file := lang + "/snippets.jsonl"
		rows := table(t, file)
		if len(rows) < 200 {
			t.Errorf("%s: only %d snippets", file, len(rows))
		}
		var out bytes.Buffer
		for i := range rows {
			r := &rows[i]
			l := lang
			if r.Lang != "" {
				l = r.Lang
			}
			got := show(factsOf(l, r.Code))
			if !testkit.Updating() && !slices.Equal(got, r.Facts) {
				t.Errorf("%s:%d: %s\ngot:\n\t%s\nwant:\n\t%s", file, i+1, r.Code, strings.Join(got, "\n\t"),
					strings.Join(r.Facts, "\n\t"))
			}
			r.Facts = got
			enc := json.NewEncoder(&out)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(r); err != nil {
				t.Fatal(err)
			}
		}
		if testkit.Updating() {
			if err := os.WriteFile("../../testdata/interp/"+file, out.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
}
