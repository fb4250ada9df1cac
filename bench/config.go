package bench

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/gen"
)

// Config is what a project says of its own.
type Config int

const (
	NoConfig   Config = iota
	Lines100          // a config of 100 lines
	Rules1000         // one of 1,000 rules
	Rules2000         // one of 2,000 rules
	Edited100         // Lines100, at the first call after an edit
	Edited2000        // Rules2000, likewise
	Presets           // Presets + n is one that imports n presets
)

// edited reports whether the config has to be compiled in each call.
func (c Config) edited() bool { return c == Edited100 || c == Edited2000 }

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
	case c == Lines100, c == Edited100:
		return lines100()
	case c == Rules1000:
		return manyRules(1000)
	case c == Rules2000, c == Edited2000:
		return manyRules(2000)
	case int(c-Presets) == len(presetNames()):
		return "import: [all]\n"
	}
	return "import: [" + strings.Join(presetNames()[:c-Presets], ", ") + "]\n"
}

// lines100 is a config of 100 lines as a team would write it.
func lines100() string {
	var b config
	b.WriteString("import: [recommended]\ndefault: ask\nonError: ask\nreadOnly: allow\nredirect: " +
		"{tmp: true}\ntools:\n" +
		"  deny:\n    - {tool: \"mcp__prod__*\", description: Production is off limits, alternative: " +
		"the staging server}\n" +
		"  allow: [Read, Glob, Grep]\n  bash:\n")
	b.section("allow", 40, "      - make target-%d\n")
	b.section("ask", 20, "      - deploy stage-%d\n")
	b.section("deny", 10, "      - vault write secret-%d\n")
	b.section("checks", 5,
		"      - {test: '^release-%d .*--force', description: No forced releases}\n")
	b.section("arguments", 6,
		"      - {command: tool-%d, hasFlag: [--force], decision: deny, description: No force}\n")
	b.WriteString("effects:\n")
	for n := strings.Count(b.String(), "\n"); n < 100; n++ {
		fmt.Fprintf(&b, "  - {on: [write, delete], glob: \"generated-%d/**\", decision: ask, "+
			"description: Generated code}\n", n)
	}
	return b.String()
}

// manyRules is a config of that many rules about distinct commands: what an organisation collects
// in years.
func manyRules(total int) string {
	var b config
	b.WriteString("import: [recommended]\ntools:\n  bash:\n")
	b.section("allow", total/10*4, "      - tool-%d status\n")
	b.section("ask", total/10*2, "      - tool-%d deploy\n")
	b.section("deny", total/10*2, "      - tool-%d destroy\n")
	b.section("checks", total/10,
		"      - {test: '^tool-%d .*--purge', description: It cannot be undone}\n")
	b.section("arguments", total/10,
		"      - {command: tool-%d, hasFlag: [--force], decision: deny, description: No force}\n")
	return b.String()
}

// config is the text of one.
type config struct{ strings.Builder }

// section is a list of tools.bash with that many rules.
func (b *config) section(key string, n int, format string) {
	b.WriteString("    " + key + ":\n")
	for i := range n {
		fmt.Fprintf(b, format, i)
	}
}
