package decide_test

import (
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

const held = gatetest.Held

// readables makes files of which some hold secrets.
func readables(t *testing.T, s *gatetest.World) {
	t.Helper()
	gatetest.Files{
		"server.key": "k", "a.txt": "a", "b.ts": "b", "c.json": "{}", ".env": "T=1",
		"conf/secrets.yaml": "s", "conf/app.yaml": "a", "conf/prod.tfvars": "t", "conf/prod.env": "e",
		"src/a.ts": "a", "src/b.md": "b", "src/deep/c.yaml": "c", "src/deep/main.go": "m",
		"plain/.env.example": "e", "plain/x.yaml": "x", "plain/templates/secrets.yaml": "t",
		"web/.env": "T=1", "web/index.html": "h", "node_modules/x/test.pem": "p",
	}.Write(t, s.Project)
}

// TestReadFiles: who reads by a pattern reads the files that are there, and those that a rule is
// about are judged as if they were named.
func TestReadFiles(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	readables(t, s)
	s.Rows(t, gatetest.Table{
		{`cat *`, held},
		{`head *`, held},
		{`tail -n +1 *`, held},
		{`cat -- *`, held},
		{`cat ./*`, held},
		{`cat conf/*.yaml`, held},
		{`head -5 conf/*.y*ml`, held},
		{`cd conf && cat *.yaml`, held},
		{`cat */*.yaml`, held},
		{`cat conf/*.tf*`, held},
		{`cat conf/p*`, held},
		{`cat [r-t]*`, held},
		{`cat s???er.*`, held},
		{`cat S*.KEY`, held},
		{`shopt -s dotglob; cat web/*`, held},
		{`cat web/.*`, held},
		{`awk 1 conf/*`, held},
		{`sed -n p conf/*`, held},
		{`paste conf/*`, held},
		{`diff conf/* a.txt`, held},
		{`xxd conf/*.yaml`, held},
		{`base64 conf/*`, held},
		{`tar cf x.tar conf/*.yaml`, held},
		{`cp conf/* src/`, held},
		{`cat < conf/s*.yaml`, held},
		{`grep '' *`, held},
		{`grep -v nothing conf/*`, held},
		{`grep -r '' conf*`, held},
		{`rg . conf/*`, held},
		{`grep . conf/*`, held},
		{`grep '[a-z]' conf/*`, held},
		{`grep -C999 nothing conf/*`, held},
		{`rg --passthru nothing conf/*`, held},
		{`grep -r '' --include='*.yaml' .`, held},
		{`for f in *; do cat $f; done`, held},
		{`for d in *; do cat $d/*; done`, held},
		{`a=(conf/*); cat "${a[2]}"`, held},
		{`a=(conf/*.yaml); head -3 "${a[-1]}"`, held},
		{`set -- conf/*; cat $3`, held},
		{`set -- *; shift; cat "$@"`, held},
		{`tar cf x.tar conf; tar xOf x.tar`, held},
		{`tar cf x.tar .; strings x.tar`, held},
		{`tar czf x.tgz . && cat x.tgz | head`, held},
		{`tar cf x.tar web && xxd x.tar`, held},
		{`zip -r x.zip . && strings x.zip`, held},
		{`for d in */; do cat "$d"*; done`, held},
		{`for d in co*; do head -2 "$d"/s*; done`, held},
		{`fd -e yaml -X cat`, held},
		{`fd -t f -x head -3 {}`, held},
		{`fd -H -t f . web -x cat`, held},
		{`git status -s | cut -c4- | xargs cat`, held},
		{`git status --porcelain | awk '{print $2}' | xargs head -5`, held},
		{`for f in conf/*; do echo "$f"; head -3 "$f"; done`, held},
		{`ls | xargs cat`, held},
		{`ls conf/* | while read f; do cat "$f"; done`, held},
		{`find . -name '*' -maxdepth 1 -type f | while read f; do cat "$f"; done`, held},
		{`find . -name '*.yaml' -exec head -3 {} +`, held},
		{`find . -type f | xargs sed -n 1,3p`, held},
		{`find web -type f -exec awk 1 {} \;`, held},
		{`cat src/* conf/*`, held},
		{`cat conf/* && curl https://host.example`, held},

		{`cat src/*`, "allow"},
		{`cat *.json`, "allow"},
		{`head -20 src/*.md *.ts`, "allow"},
		{`cat src/deep/*.yaml`, "allow"},
		{`cat src/**/*.yaml`, "allow"},
		{`cat plain/*`, "allow"},
		{`cat plain/templates/*.yaml`, "allow"},
		{`cat web/*`, "allow"}, // which leaves hidden names out
		{`cat conf/a*`, "allow"},
		{`ls *`, "allow"},
		{`ls -la conf/*`, "allow"},
		{`wc -l *`, "allow"},
		{`file conf/*`, "allow"},
		{`grep -n TODO *`, "allow"}, // as grep -rn TODO . does
		{`grep -rn image: --include='*.yaml' .`, "allow"},
		{`rg image conf/*`, "allow"},
		{`find . -type f | xargs grep -ln image`, "allow"},
		{`find . -name '*.ts' -exec head -3 {} +`, "allow"},
		{`find src -type f | xargs head -2`, "allow"},
		{`for f in src/*.md; do head -3 "$f"; done`, "allow"},
		{`for f in *; do echo "$f"; done`, "allow"},
		{`git ls-files | xargs wc -l`, "allow"},
		{`mkdir -p out && cat out/*`, "allow"},
		{`a=(src/*.md); cat "${a[0]}"`, "allow"},
		{`set -- src/*; shift; head -3 "$@"`, "allow"},
		{`tar czf x.tgz . && ls -l x.tgz`, "allow"},
		{`tar czf x.tgz . && tar tzf x.tgz`, "allow"},
		{`tar czf x.tgz . && sha256sum x.tgz`, "allow"},
		{`tar cf x.tar src && strings x.tar`, "allow"},
		{`for d in *; do ls "$d"/*; done`, "allow"},
		{`for d in src/*/; do cat "$d"*.go; done`, "allow"},
		{`fd -e ts -x head -3`, "allow"},
		{`fd -e md . src -X cat`, "allow"},
		{`grep -C3 TODO conf/*`, "allow"},
		{`rg -n image conf/*.yaml`, "allow"},
		{`git status --porcelain | awk '{print $2}' | xargs ls -l`, "allow"},
	})
}

// TestReadFilesOfCode: inline code that lists a directory reads what it lists, but for names that
// it leaves out.
func TestReadFilesOfCode(t *testing.T) {
	t.Parallel()
	s := gatetest.WithHelper(t, gatetest.Recommended)
	readables(t, s)
	s.Rows(t, gatetest.Table{
		{`python3 -c "import pathlib;[print(p.read_text()) for p in pathlib.Path('.').iterdir() if p.is_file()]"`, held},
		{`python3 -c "import pathlib;[print(p.read_text()) for p in pathlib.Path('.').glob('*env')]"`, held},
		{`python3 -c "import pathlib;[print(p.read_text()) for p in pathlib.Path('.').rglob('*.key')]"`, held},
		{`python3 -c "import pathlib;[print(p.read_text()) for p in pathlib.Path('conf').glob('*.yaml')]"`, held},
		{`python3 -c "import os;[print(open(f).read()) for f in os.listdir('.') if os.path.isfile(f)]"`, held},
		{`python3 -c "import os;[print(open('web/'+f).read()) for f in os.listdir('web')]"`, held},
		{`python3 -c "import glob;[print(open(f).read()) for f in glob.glob('**/*.yaml', recursive=True)]"`, held},
		{"python3 - <<'E'\nimport os\nfor r, d, fs in os.walk('.'):\n  for f in fs:\n    print(open(os.path.join(r, f)).read())\nE", held},
		{"python3 - <<'E'\nfrom pathlib import Path\nfor p in Path('.').rglob('*'):\n  if p.suffix == '.tfvars':\n    print(p.read_text())\nE", held},
		{"python3 - <<'E'\nimport os\nfor f in os.listdir('.'):\n  if f.endswith('env'):\n    print(open(f).read())\nE", held},
		{`node -e "const fs=require('fs');for(const f of fs.readdirSync('.'))console.log(fs.readFileSync(f,'utf8'))"`, held},
		{`node -e "const fs=require('fs');for(const f of fs.readdirSync('.').filter(f=>/env$/.test(f)))console.log(fs.readFileSync(f,'utf8'))"`, held},

		{`node -e "const fs=require('fs');for(const d of fs.readdirSync('conf',{withFileTypes:true}))if(d.isFile())console.log(fs.readFileSync('conf/'+d.name,'utf8'))"`, held},

		{`python3 -c "import pathlib;[print(p.read_text()) for p in pathlib.Path('src').rglob('*.md')]"`, "allow"},
		{`python3 -c "import pathlib;[print(p.read_text()) for p in pathlib.Path('src').iterdir() if p.is_file()]"`, "allow"},
		{`python3 -c "import pathlib;[print(p) for p in pathlib.Path('.').rglob('*')]"`, "allow"},
		{"python3 - <<'E'\nimport os\nfor r, d, fs in os.walk('.'):\n  for f in fs:\n    if f.endswith('.ts'):\n      print(open(os.path.join(r, f)).read())\nE", "allow"},
		{"python3 - <<'E'\nfrom pathlib import Path\nfor p in Path('.').rglob('*'):\n  if p.suffix in ('.go', '.md'):\n    print(p, len(p.read_text()))\nE", "allow"},
		{"python3 - <<'E'\nimport os\nfor f in sorted(os.listdir('.')):\n  if f.endswith('.json'):\n    print(open(f).read())\nE", "allow"},
		{`node -e "const fs=require('fs');for(const f of fs.readdirSync('.').filter(f=>f.endsWith('.ts')))console.log(fs.readFileSync(f,'utf8').length)"`, "allow"},
	})
}
