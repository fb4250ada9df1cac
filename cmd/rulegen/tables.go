package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/dave/jennifer/jen"
	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/gitconfig"
	"github.com/fencepost/fencepost/internal/rule"
)

// tablesIntroduction is the beginning of the page, about how to add an entry.
//
//go:embed tables.md
var tablesIntroduction string

// table is what the files of a table say, and compiles to a package of its own.
type table interface {
	// load reads one file; seen has where each entry of the files before stands.
	load(r *nodeReader, root *yaml.Node, seen map[string]string) error
	emit() *jen.File
	page(b *bytes.Buffer)
}

// isTable reports whether a file beside the presets is a table of what programs do, or a part of
// one (environment-lists.yaml), and no preset.
func isTable(base string) bool {
	for _, name := range [...]string{daemonsYAML, environmentYAML, gitconfigYAML, hazardsYAML,
		protectedYAML, sandboxYAML} {
		stem := strings.TrimSuffix(name, ".yaml")
		if base == name || strings.HasPrefix(base, stem+"-") && strings.HasSuffix(base, ".yaml") {
			return true
		}
	}
	return false
}

// generateTables compiles the tables of variables, settings of git and protected paths, and writes
// the page about them. A table that is missing is left out.
func generateTables(c config, o *output) error {
	var b bytes.Buffer
	b.WriteString("<!-- " + generatedBy + " from presets/protected.yaml, environment.yaml and " +
		"gitconfig.yaml. DO NOT EDIT. -->\n\n" + tablesIntroduction)
	all := true
	for _, t := range [...]struct {
		file, pkg string
		table     table
	}{
		{protectedYAML, "protected", &protectedTable{}},
		{environmentYAML, "environment", &variables{}},
		{gitconfigYAML, "gitsettings", &gitSettings{}},
	} {
		found, err := generateTable(c, t.file, t.pkg, t.table, o)
		if err != nil {
			return err
		}
		if all = all && found; all {
			t.table.page(&b)
		}
	}
	if all {
		o.pages["tables.md"] = b.Bytes()
	}
	return nil
}

// generateTable compiles a table whose files are name.yaml and name-*.yaml; found is false where
// there is no name.yaml.
func generateTable(c config, base, pkg string, t table, o *output) (found bool, err error) {
	files, err := filepath.Glob(filepath.Join(c.presets, strings.TrimSuffix(base, ".yaml")+"-*.yaml"))
	if err != nil {
		return false, err
	}
	seen := map[string]string{}
	for _, file := range append([]string{filepath.Join(c.presets, base)}, files...) {
		r, root, err := readTable(file, "presets/"+filepath.Base(file))
		if r == nil {
			return false, err
		}
		if err := t.load(r, root, seen); err != nil {
			return false, err
		}
	}
	o.addPackage(pkg, t.emit())
	return true, nil
}

// page writes the protected paths, by kind.
func (t *protectedTable) page(b *bytes.Buffer) {
	b.WriteString("\n## Protected paths\n\n" +
		"A write, deletion, link, move or change of mode there is denied or asked about.\n\n" +
		"| kind | why | denied | asked about |\n|---|---|---|---|\n")
	for _, k := range t.kinds {
		lists := map[rule.Decision][]string{}
		for _, p := range k.paths {
			lists[p.decision] = append(lists[p.decision], p.glob)
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n",
			k.name, cell(k.why), codeList(lists[rule.Deny]), codeList(lists[rule.Ask]))
	}
	fmt.Fprintf(b, "\nIn %s the entry %s does not count.\n", codeList(t.exempt), code(t.exemptFrom))
}

// page writes the variables.
func (t *variables) page(b *bytes.Buffer) {
	b.WriteString("\n## Variables\n\nAn assignment whose value does not fit asks. " +
		"Names with a star are beginnings or ends of names.\n\n" +
		"| variables | value | what they do |\n|---|---|---|\n")
	for _, v := range t.entries {
		names := append([]string{}, v.names...)
		names = append(names, v.seems.is...)
		for _, s := range v.seems.begins {
			names = append(names, s+"*")
		}
		for _, s := range v.seems.ends {
			names = append(names, "*"+s)
		}
		for _, s := range v.seems.holds {
			names = append(names, "*"+s+"*")
		}
		value := v.kind.String()
		if len(v.words) > 0 {
			value += ": " + codeList(v.words)
		}
		fmt.Fprintf(b, "| %s | %s | %s |\n", codeList(names), cell(value), cell(v.why))
	}
}

// page writes the settings of git.
func (t *gitSettings) page(b *bytes.Buffer) {
	b.WriteString("\n## Settings of git\n\nA value that is not one of those in the last column, " +
		"or a program that only shows, connects or lists, is a program that git runs.\n\n" +
		"| settings | how git runs the value | why | harmless values |\n|---|---|---|---|\n")
	for _, s := range t.settings {
		harmless := codeList(s.found)
		if name := gitconfig.ValueNames()[s.value]; s.value != 0 {
			harmless = strings.TrimSuffix("any "+name+", "+harmless, ", ")
		}
		fmt.Fprintf(b, "| %s | %s | %s | %s |\n",
			codeList(s.keys), gitconfig.RunnerNames()[s.runner], cell(s.why), harmless)
	}
}
