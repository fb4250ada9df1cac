package analyze

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/shparse"
)

// A test that the call writes, and has a framework find and run, is judged by its text as a script
// is. The framework calls what the test hands it, which the tables of effects know.

// maxTests bounds the tests of one call that are read.
const maxTests = 6

// writtenTests reads the tests that the call has written and that command i runs.
func (a *Analyzer) writtenTests(in *shparse.Interp, i int) {
	c := &a.facts.Commands[i]
	if !in.Writes() || !a.Follow || a.brief || c.Kind != fact.Simple || !c.System && !ofEnvironment(c) ||
		c.Unjudged != "" || len(c.Hazards) > 0 || c.Stdin.Kind != fact.StdinInherit ||
		!c.Dirs.Known || len(c.Dirs.List) != 1 || !a.runsTests(c) {
		return
	}
	a.collect()
	for k, left := 0, maxTests; k < len(a.changes) && left > 0; k++ {
		ch := &a.changes[k]
		kind := testLanguage(ch.path)
		if kind == "" || ch.command < 0 || ch.around || ch.unpacked {
			continue
		}
		left--
		loads := loadable
		if kind == "python" {
			loads = loadedByPython
		}
		w := fact.Lit(ch.path)
		s := a.writtenText(in, i, &w, loads)
		if s == nil {
			continue
		}
		f := &a.facts.Files[s.number-1]
		f.Name = strings.TrimPrefix(ch.path, a.Places.Project()+"/")
		switch f.Reader = kind; {
		case !s.read:
		case !plainCode(s.text) || kind == "python" && !plainEncoding(s.text):
			f.Why = "its text may be another one to its interpreter"
		default:
			a.askFile(in, i, s.number, path.Dir(f.Abs), kind, s.text, nil)
		}
	}
}

// runsTests reports whether a command runs the tests that it finds in files.
func (a *Analyzer) runsTests(c *fact.Command) bool {
	name, ok := a.toolOf(c)
	return ok && lang.Word("any", "tests", name) ||
		c.Is(fact.JavaScript) && len(c.Nested) == 0 && says(c, "--test")
}

// testLanguage is the language of a test by the name of its file; "" for any other file.
func testLanguage(name string) string {
	base := path.Base(name)
	stem, ext := strings.TrimSuffix(base, path.Ext(base)), path.Ext(base)
	switch ext {
	case ".py":
		if strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") {
			return "python"
		}
		return ""
	case ".ts", ".tsx", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs":
	default:
		return ""
	}
	switch {
	case path.Ext(stem) != ".test" && path.Ext(stem) != ".spec" && path.Base(path.Dir(name)) != "__tests__":
		return ""
	case typedName(name), ext == ".jsx":
		return "typescript"
	}
	return "javascript"
}
