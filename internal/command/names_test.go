package command_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
)

// words are names of commands that are also something else, and what they are here.
var otherWords = map[string]string{
	".": "a directory", "[": "a sign", ":": "a sign", "-": "a sign",
	"true": "a value of options", "false": "a value of options", "time": "a fact",
	"sh":         "the dialect of shell text that no shell is named for",
	"python":     "a language",
	"php":        "a language",
	"powershell": "a language",
	"fencepost":  "this program",
	"http":       "a scheme of URLs",
	"https":      "a scheme of URLs",
	"node":       "what a script finds as the name of its program",
}

// toMove are names that still stand in Go, by file: what they say belongs into specs. A name that
// is gone from a file must go from this list, too, and none may be added.
var toMove = map[string]string{
	// which options of git name settings and programs
	"giteffects.go": "*", "gitsettings.go": "*",
	"cmdlet.go":    "*",              // cmdlets that do not what roles can say
	"pwshwords.go": "powershell.exe", // which of two programs takes a bare word for text
	"payload.go":   "git",
	// what it runs where it is given no command
	"inputprograms.go": "echo",
	// which options take what out of the environment
	"analyze/buildtasks/start.go": "env",
	// shells; options that make links
	"analyze/record/links.go": "cp ln",
	"analyze/record/words.go": "ash bash coproc dash ksh mksh rbash source zsh",

	// What the shell does with its own builtins, and in which dialect which shell reads.
	"analyze/nested.go":           "builtin command git nocorrect noglob source trap xargs",
	"analyze/reads/xargsinput.go": "xargs",
	"analyze/environment/dash.go": "source",

	// These are no commands there: names of files, words that code has, a subcommand, a language, the
	// name of a preset.
	"analyze/changes/change.go":      "dune gradlew mvnw",
	"cmdletpaths.go":                 "alias env", // drives of PowerShell
	"analyze/inline/mentions.go":     "link rename",
	"analyze/trees/treebisect.go":    "reset",
	"analyze/inline/followpython.go": "exit",
	"analyze/inline/followinline.go": "as", // import x as y
	"analyze/inline/selects.go":      "break continue return",
	"decision/decide/confine.go":     "exec", // a kind of ask
}

// TestNoNames: what a tool does stands in its spec. The code of these packages names none.
func TestNoNames(t *testing.T) {
	known := map[string]bool{}
	for _, n := range (commands.Table{}).Names() {
		known[n] = true
	}
	seen := map[string]map[string]bool{}
	for _, dir := range []string{".", "../analyze", "../analyze/*", "../decision/decide"} {
		files, err := filepath.Glob(dir + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			if strings.HasSuffix(f, "_test.go") {
				continue
			}
			key := strings.TrimPrefix(filepath.ToSlash(f), "../")
			seen[key] = map[string]bool{}
			for _, name := range namesIn(t, f, known) {
				seen[key][name] = true
				listed := toMove[key] == "*" || slices.Contains(strings.Fields(toMove[key]), name)
				if !listed && otherWords[name] == "" {
					t.Errorf("%s names %s: say it in the spec", key, name)
				}
			}
		}
	}
	for file, names := range toMove {
		for _, name := range strings.Fields(names) {
			if name != "*" && !seen[file][name] {
				t.Errorf("%s does not name %s any more: take it out of the list", file, name)
			}
		}
	}
}

// namesIn returns the strings of a file that are names of commands; not the paths of imports.
func namesIn(t *testing.T, path string, known map[string]bool) (names []string) {
	file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if _, ok := n.(*ast.ImportSpec); ok {
			return false
		}
		if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
			if s, err := strconv.Unquote(l.Value); err == nil && known[s] {
				names = append(names, s)
			}
		}
		return true
	})
	return names
}
