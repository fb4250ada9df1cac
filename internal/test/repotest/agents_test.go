package repotest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/agent/agents"
)

// namesAgent are the files outside internal/agent that may name an agent, each with the reason.
var namesAgent = map[string]string{
	"bench/confined.go":                          "measures the wrapper, started as Claude Code starts it",
	"cmd/fencepost/doctor_environ.go":            "the variables of Claude Code's settings",
	"cmd/fencepost/doctor_files.go":              "the settings files of Claude Code",
	"cmd/fencepost/doctor_probe.go":              "starts the hook as Claude Code does",
	"cmd/fencepost/doctor_sandbox.go":            "the wrapper in the settings of Claude Code",
	"cmd/fencepost/doctor_standard.go":           "the installation for Claude Code, its plugins and switches",
	"cmd/fencepost/init_from.go":                 "takes over permission rules of Claude Code",
	"cmd/fencepost/install.go":                   "the installation for Claude Code, by its version",
	"cmd/fencepost/install_sandbox.go":           "puts the wrapper into the settings of Claude Code",
	"cmd/fencepost/plugin.go":                    "writes a plugin of Claude Code",
	"internal/lowlevel/confighome/confighome.go": "fencepost's own files lie where Claude Code's do",
	"internal/tools/release/npm.go":              "packs a plugin of Claude Code",
	"internal/sandbox/probe/inside.go":           "the sandbox links no agent, and says in whose sandbox it is",
	"internal/app/wrap/run.go":                   "what Claude Code starts in place of its shell",
	"internal/app/wrap/wrap.go":                  "likewise",
}

// elsewhere are the folders whose files may name agents: their own, what is generated, and tests.
var elsewhere = regexp.MustCompile(`^(?:internal/agent|gen|internal/test/testkit)/|/testdata/|test/[^/]*$`)

// TestNamesAgent holds that an agent is known in its own folder: no other file imports it, or has its
// name, as people and as programs write it, in an identifier or a text.
func TestNamesAgent(t *testing.T) {
	var names []string
	for _, a := range agents.All() {
		if a.Name != "cursor" { // which is a word of its own
			names = append(names, a.Name)
		}
	}
	name := regexp.MustCompile(`(?i:` + strings.Join(names, "|") + `)|Cursor\b|CURSOR_|\.cursor\b`)
	imported := regexp.MustCompile(`/internal/agent/(?:cursor|` + strings.Join(names, "|") + `)\b`)
	found := map[string]string{}
	err := filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, path)
		if err != nil || filepath.Ext(path) != ".go" || strings.HasSuffix(path, "_test.go") ||
			elsewhere.MatchString(filepath.ToSlash(rel)) {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.ImportSpec:
				if imported.MatchString(n.Path.Value) {
					found[rel] = n.Path.Value
				}
				return false
			case *ast.BasicLit:
				if n.Kind == token.STRING && name.MatchString(n.Value) {
					found[rel] = n.Value
				}
			case *ast.Ident:
				if name.MatchString(n.Name) && !strings.HasSuffix(n.Name, "Cursor") {
					found[rel] = n.Name
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range slices.Sorted(maps.Keys(found)) {
		if namesAgent[file] == "" {
			t.Errorf("%s names an agent: %.80s", file, found[file])
		}
	}
	for file := range namesAgent {
		if found[file] == "" {
			t.Errorf("%s names no agent: take it off the list", file)
		}
	}
}
