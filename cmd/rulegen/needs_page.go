package main

import (
	"bytes"
	"strings"
)

// needsPage is the page about what programs need.
func needsPage(all []*program) []byte {
	var b bytes.Buffer
	b.WriteString("<!-- " + generatedBy + " from presets/commands. DO NOT EDIT. -->\n\n" +
		"# Programs in the sandbox\n\n" +
		"What a run of a program gets beside what the [facts of the call](confine.md) say, from the block\n" +
		"`sandbox` of its [spec](command-specs.md). A subcommand gets what stands at the program, too.\n\n" +
		"- *Caches* are directories that may be written; they are made where they are not there. A variable\n" +
		"  in front names another place for the path up to `//`. With `caches: own` a project has its own.\n" +
		"- *Hosts* are reached, unless the settings deny them.\n" +
		"- *Files* are read though they are hidden, and *sockets* asked, only while no code runs that nobody\n" +
		"  has seen. The same goes for the variables that stay in the environment.\n" +
		"- *Packages*: what runs unseen are packages; they get none of the project's secrets. *Hooks* of the\n" +
		"  project may run. *Settings* of the repository are changed: keys that run something are put back.\n" +
		"  *Always*: its caches are opened although it only looks.\n" +
		"- *Variables* stay, or are set where a value stands behind them.\n\n" +
		"| program | caches | hosts | files | sockets | variables | |\n|---|---|---|---|---|---|---|\n")
	for _, p := range all {
		if p.line() == "" {
			continue // what stays in the environment has a page of its own
		}
		row := []string{code(p.command), codeList(p.lists["caches"]), codeList(p.lists["hosts"]),
			codeList(append(append([]string{}, p.lists["reads"]...), written(p.lists["writes"])...)),
			codeList(p.lists["sockets"]), codeList(append(p.env, p.lists["sets"]...)), strings.Join(p.marks, ", ")}
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
	}
	b.WriteString("\nWhere code runs that nobody has seen, a project with one of these files gets the caches " +
		"of the\nprogram as well, and no host:\n\n| file | program |\n|---|---|\n")
	for _, p := range all {
		if files := p.lists["files"]; files != nil {
			b.WriteString("| " + codeList(files) + " | " + code(p.command) + " |\n")
		}
	}
	return b.Bytes()
}

// written marks files that are written, too.
func written(names []string) []string {
	out := make([]string, len(names))
	for i, n := range names {
		out[i] = n + " (written)"
	}
	return out
}
