package javascript_test

import (
	"slices"
	"testing"

	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/evaltest"
)

// TestModules: the files of the project that are loaded run, once and in scopes of their own.
func TestModules(t *testing.T) {
	t.Parallel()
	file := func(n int, name, code string) interp.Module {
		at := evaltest.Home + "/" + name
		return interp.Module{File: n, Name: at, Lang: "javascript", Path: at, Code: code}
	}
	files := []interp.Module{
		file(1, "m.js", `const fs = require('fs');
exports.p = 'a';
exports.rm = p => fs.rmSync(p);
if (require.main === module) fs.rmSync('never');
fs.rmdirSync('d');`),
		file(2, "e.mjs", "import { rmSync } from 'fs'; export default rmSync; export const q = 'b'"),
		file(3, "r.mjs", "export * from './e.mjs'; export { default as rm } from './e.mjs'"),
	}
	for _, tt := range []struct {
		code string
		want []string
	}{
		{"require('./m.js'); require('./m.js')", []string{"import fs", "fs.rmdirSync: delete d"}},
		{"const m = require('./m.js'); m.rm(m.p)", []string{"import fs", "fs.rmdirSync: delete d",
			"fs.rmSync: delete a"}},
		{"import rm, { q } from './e.mjs'; rm(q)", []string{"import fs", "fs.rmSync: delete b"}},
		{"import * as r from './r.mjs'; r.rm(r.q)", []string{"import fs", "fs.rmSync: delete b"}},
	} {
		got := evaltest.Show(evaltest.Facts(t, "javascript", tt.code, files...))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", tt.code, got, tt.want)
		}
	}
}
