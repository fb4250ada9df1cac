package inline_test

import (
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// modulesProject is a project with files that inline code loads, all but a few of them in the last
// commit.
func modulesProject(t *testing.T) *gatetest.World {
	t.Helper()
	s := gatetest.WithHelper(t, gatetest.Corpora)
	s.NoRepository(t)
	gatetest.Files{
		".gitignore":      ".venv/\nnode_modules/\nbuilt/\n",
		"pkg/__init__.py": "__version__ = '1.0'\n",
		"pkg/text.py":     "import re\n\n\ndef slug(s):\n    return re.sub(r'\\W+', '-', s.lower())\n",
		"pkg/uses.py": "from .text import slug\nfrom . import text\n\n\n" +
			"def both(s):\n    return slug(s) + text.slug(s)\n",
		"pkg/star.py": "from .text import *\n",
		"pkg/main.py": "import shutil\n\n\ndef helper():\n    return 1\n\n\n" +
			"if __name__ == '__main__':\n    shutil.rmtree('/home/x')\n",
		"pkg/classes.py": "class Animal:\n    def __init__(self, name='a'):\n" +
			"        self.name = name\n\n\nclass Dog(Animal):\n    def bark(self):\n" +
			"        return self.name + '!'\n",
		"pkg/cat.py": "import shutil\nfrom .classes import Animal\n\n\nclass Cat(Animal):\n    def __str__(self):\n" +
			"        shutil.rmtree('/home/x')\n        return 'cat'\n\n    @property\n" +
			"    def away(self):\n        shutil.rmtree('/home/x')\n",
		"pkg/half.py": "import thirdparty\n\n\ndef fine(n):\n    return n + 1\n\n\n" +
			"def other():\n    thirdparty.go()\n",
		"pkg/shell.py": "import subprocess\n\nCMD = 'git status'\n\n\ndef run(cmd):\n" +
			"    subprocess.run(cmd, shell=True)\n\n\ndef go():\n    subprocess.run(CMD, shell=True)\n\n\n" +
			"def where():\n    return subprocess.check_output(['git', 'rev-parse', 'HEAD'], text=True)\n" +
			"\n\ndef push():\n    subprocess.run(['git', 'push', '--force'])\n",
		"pkg/odd.py": "import os\nimport thirdparty\n\nVALUE = thirdparty.make()\n\n\ndef go(x):\n" +
			"    thirdparty.send(os.environ.get('TARGET'), x)\n    return VALUE\n\n\n" +
			"def send(x):\n    thirdparty.send(x)\n\n\ndef calc(x):\n    return eval(x)\n\n\n" +
			"def apply(f, x):\n    return f(x)\n\n\ndef deploy():\n    thirdparty.go()\n\n\n" +
			"class Thing:\n    url = 'x'\n\n    def go(self):\n        thirdparty.get(self.url)\n\n" +
			"    def publish(self):\n        thirdparty.go()\n",
		"pkg/changed.py": "import thirdparty\n\n\ndef go(x):\n    return thirdparty.a(x)\n",
		"pkg/deploy.py":  "import thirdparty\nthirdparty.go()\n",
		"pkg/bad.py":     "import shutil\nshutil.rmtree('/home/x')\n",
		"pkg/badfn.py": "import shutil\n\n\ndef go():\n    shutil.rmtree('/home/x')\n\n\n" +
			"def fine(**kw):\n    return len(kw)\n",
		"pkg/registry.py": "import shutil\n\n\ndef go():\n    shutil.rmtree('/home/x')\n\n\n" +
			"TABLE = {'go': go}\n",
		"pkg/env.py": "import os\n\n\ndef show():\n    print(os.environ['API_TOKEN'])\n",
		"js/math.js": "exports.add = (a, b) => a + b;\nexports.name = 'math';\n",
		"js/esm.mjs": "import { createHash } from 'node:crypto';\n" +
			"export function mul(a, b) { return a * b; }\n" +
			"const two = (n) => mul(n, 2);\nexport { two as twice };\nexport default (x) => x;\n" +
			"export const hash = (s) => createHash('sha1').update(s).digest('hex');\n",
		"js/class.js": "class Shape {\n  constructor(n) { this.n = n; }\n  area() { return this.n * 2; }\n}\n" +
			"module.exports = { Shape };\n",
		"js/prog.js": "const fs = require('fs');\nexports.helper = () => 1;\n" +
			"if (require.main === module) { fs.rmSync('/home/x', {recursive: true}); }\n",
		"js/odd.js": "const third = require('third');\nconst opts = {url: 'x'}, list = [];\n" +
			"module.exports = {\n  VALUE: third.make(), opts, list,\n" +
			"  go(x) { return third.send(process.env.TARGET, opts.url, x); },\n" +
			"  apply(f, x) { return f(x); },\n  deploy() { third.go(); },\n  publish() { third.go(); },\n};\n",
		"js/bad.js": "require('fs').rmSync('/home/x', {recursive: true});\n",
		"js/badfn.js": "const fs = require('fs');\nexports.go = () => fs.rmSync('/home/x', {recursive: true});\n" +
			"exports.fine = () => 1;\n",
		"js/shell.js": "const { execSync } = require('child_process');\nexports.run = (c) => execSync(c);\n",
		"js/both.js":  "exports.a = 1;\n", "js/both.ts": "x();\n",
		"js/both/index.js": "", "js/pack/package.json": "{\"main\": \"x.js\"}", "js/pack/index.js": "",
		"ts/parser.ts": "export interface Node { name: string }\n" +
			"export function parse(s: string): Node { return { name: s }; }\n",
		"ts/index.ts":           "export * from './parser';\nexport type { Node } from './parser';\n",
		"node_modules/.bin/tsx": "", "node_modules/.bin/ts-node-dev": "",
		"loop.py": "exec(open('loop.py').read())\n",
		// more than the steps that files may take, on a fast machine as well
		"big.py": "import thirdparty\n" + strings.Repeat("x = [1, 2, 3]\nfor i in x:\n    if i:\n        x = x + [i"+
			strings.Repeat(", i", 30)+"]\n", 750),
		"lib/inlib.py":     "def go(x):\n    return x\n",
		"lib/twice.py":     "import thirdparty\n",
		"twice.py":         "def go():\n    return 1\n",
		"native.py":        "def go():\n    return 1\n",
		"native.so":        "x",
		"sub/beside.py":    "x = 1\n",
		".venv/bin/python": "",
	}.Write(t, s.Project)
	s.Sh(t, `git init -q . && git add -A && git commit -qm a && git branch topic
sed -i s/thirdparty.a/thirdparty.b/ pkg/changed.py
mkdir new && : > new/__init__.py && cp pkg/odd.py new/odd.py
printf 'from pkg.odd import go\n' > new/loads.py
printf 'def f(x):\n    return x * 2\n' > new/fine.py
mkdir newjs && cp js/odd.js newjs/odd.js
mkdir built && printf 'exports.go = (s) => s.split("=");\n' > built/index.js && cp js/odd.js built/odd.js
cat big.py > newbig.py
mkdir ../elsewhere && printf 'def go():\n    return 1\n' > ../elsewhere/outside.py
ln -s ../elsewhere/outside.py outside.py
ln -s ../elsewhere/outside.js outside.js && cp js/odd.js ../elsewhere/outside.js
`)
	return s
}

// TestInlineModules holds that inline code is judged together with the files of the project that it
// loads: by what they do, and what is not known of them by whether the last commit has them and
// nothing of the call steers them.
func TestInlineModules(t *testing.T) {
	t.Parallel()
	judgeTable(t, modulesProject(t), "inlinemodules.txt")
}

// TestWrittenScripts holds the same of scripts and tests that the call writes and runs.
func TestWrittenScripts(t *testing.T) { judgeTable(t, modulesProject(t), "writtenscripts.txt") }

// TestWrittenChecks holds of tools that look at sources that what the call writes is no program to
// them, where they run nothing of it.
func TestWrittenChecks(t *testing.T) { judgeTable(t, gatetest.Everyday(t), "writtenchecks.txt") }

// judgeTable judges the lines of a table: the decision, a tab, the command.
func judgeTable(t *testing.T, s *gatetest.World, file string) {
	t.Helper()
	data, err := os.ReadFile("../../../testdata/" + file)
	if err != nil {
		t.Fatal(err)
	}
	for n, line := range strings.Split(string(data), "\n") {
		want, cmd, ok := strings.Cut(line, "\t")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		v := s.Judge(t, "Bash", map[string]any{"command": strings.ReplaceAll(cmd, "⏎", "\n")})
		if got := v.Decision.String(); got != want {
			t.Errorf("%s:%d: %s: got %s (%s: %s), want %s", file, n+1, cmd, got, v.Rule,
				v.Description, want)
		}
	}
}
