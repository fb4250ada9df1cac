package bench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/gen"
)

// Config is what a project says of its own.
type Config int

const (
	NoConfig  Config = iota
	Lines100         // a config of 100 lines
	Rules1000        // one of 1,000 rules
	Presets          // Presets + n is one that imports n presets
)

// dir is the name of the project with that config; all are equally long, because a longer path
// costs more.
func (c Config) dir() string { return fmt.Sprintf("project-%02d", int(c)) }

// presetNames are the presets without the one that only imports others.
func presetNames() []string {
	return slices.DeleteFunc(gen.Presets{}.Names(),
		func(name string) bool { return len(gen.Presets{}.Imports(name)) > 3 })
}

// text returns the file; "" for none.
func (c Config) text() string {
	switch {
	case c == NoConfig:
		return ""
	case c == Lines100:
		return lines100()
	case c == Rules1000:
		return rules1000()
	case int(c-Presets) == len(presetNames()):
		return "import: [all]\n"
	}
	return "import: [" + strings.Join(presetNames()[:c-Presets], ", ") + "]\n"
}

// lines100 is a config of 100 lines as a team would write it.
func lines100() string {
	var b strings.Builder
	b.WriteString("import: [recommended]\ndefault: ask\nonError: ask\nreadOnly: allow\nredirect: " +
		"{tmp: true}\ntools:\n" +
		"  deny:\n    - {tool: \"mcp__prod__*\", description: Production is off limits, alternative: " +
		"the staging server}\n" +
		"  allow: [Read, Glob, Grep]\n  bash:\n    allow:\n")
	for i := range 40 {
		b.WriteString("      - make target-" + strconv.Itoa(i) + "\n")
	}
	b.WriteString("    ask:\n")
	for i := range 20 {
		b.WriteString("      - deploy stage-" + strconv.Itoa(i) + "\n")
	}
	b.WriteString("    deny:\n")
	for i := range 10 {
		b.WriteString("      - vault write secret-" + strconv.Itoa(i) + "\n")
	}
	b.WriteString("    checks:\n")
	for i := range 5 {
		b.WriteString("      - {test: '^release-" + strconv.Itoa(i) +
			" .*--force', description: No forced releases}\n")
	}
	b.WriteString("    arguments:\n")
	for i := range 6 {
		b.WriteString("      - {command: tool-" + strconv.Itoa(i) +
			", hasFlag: [--force], decision: deny, description: No force}\n")
	}
	b.WriteString("effects:\n")
	for n := strings.Count(b.String(), "\n"); n < 100; n++ {
		b.WriteString("  - {on: [write, delete], glob: \"generated-" + strconv.Itoa(n) +
			"/**\", decision: ask, description: Generated code}\n")
	}
	return b.String()
}

// rules1000 is a config of 1,000 rules about distinct commands: what an organisation collects in
// years.
func rules1000() string {
	var b strings.Builder
	b.WriteString("import: [recommended]\ntools:\n  bash:\n")
	section := func(key string, n int, format string) {
		b.WriteString("    " + key + ":\n")
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
	}
	section("allow", 400, "      - tool-%d status\n")
	section("ask", 200, "      - tool-%d deploy\n")
	section("deny", 200, "      - tool-%d destroy\n")
	section("checks", 100, "      - {test: '^tool-%d .*--purge', description: It cannot be undone}\n")
	section("arguments", 100,
		"      - {command: tool-%d, hasFlag: [--force], decision: deny, description: No force}\n")
	return b.String()
}
