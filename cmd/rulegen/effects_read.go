package main

import (
	"strings"

	"github.com/fencepost/fencepost/internal/interp/eval/tables"
)

// parseParams reads a parameter list: names separated by commas, each with =default, a * before one
// that takes the rest, {a|b} behind one that is an object with these options.
func parseParams(s string) []tables.Param {
	if s == "" {
		return nil
	}
	var list []tables.Param
	for p := range strings.SplitSeq(s, ",") {
		name, def, _ := strings.Cut(strings.TrimSpace(p), "=")
		name, keys, has := strings.Cut(strings.TrimSuffix(name, "}"), "{")
		name, rest := strings.CutPrefix(name, "*")
		param := tables.Param{Name: name, Default: def, Rest: rest}
		if has {
			param.Keys = strings.Split(keys, "|")
		}
		list = append(list, param)
	}
	return list
}

// parseClauses reads clauses: a verb and its words, separated by commas.
func parseClauses(s string) []tables.Clause {
	var list []tables.Clause
	for c := range strings.SplitSeq(s, ",") {
		if f := strings.Fields(c); len(f) > 0 {
			list = append(list, tables.Clause{Verb: f[0], Args: f[1:]})
		}
	}
	return list
}
