package main

import (
	"path/filepath"
	"slices"
	"strings"

	. "github.com/dave/jennifer/jen"
)

// isTable reports whether a file beside the presets is a table of what programs do, or a part of
// one (environment-lists.yaml), and no preset.
func isTable(base string) bool {
	for _, name := range [...]string{daemonsYAML, environmentYAML, freeYAML, gitconfigYAML,
		hazardsYAML, loadsYAML, protectedYAML, sandboxYAML} {
		stem := strings.TrimSuffix(name, ".yaml")
		if base == name || strings.HasPrefix(base, stem+"-") && strings.HasSuffix(base, ".yaml") {
			return true
		}
	}
	return false
}

// generateTables compiles the tables that stand for themselves, each to a package, and makes their
// pages. A table that is missing is left out.
func generateTables(c config, o *output) error {
	var protected protectedTable
	var variables variables
	var settings gitSettings
	var hazards hazardTable
	var daemons daemonTable
	var free freeTable
	var loads loadsTable
	for _, t := range [...]struct {
		file, pkg string
		table     interface{ emit() *File }
	}{
		{protectedYAML, "protected", &protected}, {environmentYAML, "environment", &variables},
		{gitconfigYAML, "gitsettings", &settings}, {hazardsYAML, "hazards", &hazards},
		{daemonsYAML, "daemons", &daemons}, {freeYAML, "free", &free}, {loadsYAML, "loads", &loads},
	} {
		found, err := loadTable(c, t.file, t.table)
		if err != nil {
			return err
		}
		if found {
			o.addPackage(t.pkg, t.table.emit())
		}
	}
	if len(hazards.Hazards) > 0 {
		o.addPage("hazards.md", "presets/"+hazardsYAML, &hazards)
	}
	if len(protected.Kinds) > 0 && len(settings.Settings) > 0 {
		o.addPage("tables.md", "presets/protected.yaml, environment.yaml and gitconfig.yaml, and internal/agent/*/protected.yaml", map[string]any{
			"Protected": &protected, "Variables": &variables, "Settings": &settings})
	}
	return nil
}

// loadTable reads a table whose files are name.yaml, name-*.yaml, and name.yaml of agents; found is
// false if there is no name.yaml.
func loadTable(c config, base string, table any) (found bool, err error) {
	files, err := filepath.Glob(filepath.Join(c.presets, strings.TrimSuffix(base, ".yaml")+"-*.yaml"))
	if err != nil {
		return false, err
	}
	seen := map[string]string{}
	agents, _ := filepath.Glob(filepath.Join(c.agents, "*", base))
	for _, file := range slices.Concat([]string{filepath.Join(c.presets, base)}, files, agents) {
		shown := "presets/" + filepath.Base(file)
		if slices.Contains(agents, file) {
			shown = filepath.ToSlash(file)
		}
		r, root, err := readTable(file, shown)
		if r == nil {
			return false, err
		}
		r.seen = seen
		if err := r.into(root, table); err != nil {
			return false, err
		}
	}
	return true, nil
}
