package reads_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestNamesInFile: a list of files names what is read by it.
func TestNamesInFile(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	for name, text := range map[string]string{
		"keys.lst": filepath.Join(s.Home, ".ssh", "id_rsa") + "\n", "src.lst": "src/a.ts\nsrc/b.ts\n",
		"VERSION":   "1.2.3\n",
		"README.md": "Put the token into `~/.env`, see docs/x.md\n",
	} {
		if err := os.WriteFile(filepath.Join(s.Project, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.Rows(t, gatetest.Table{
		{`cat $(cat keys.lst)`, held},
		{`f=$(head -1 keys.lst); cat "$f"`, held},
		{`xargs -a keys.lst cat`, held},
		{`xargs cat < keys.lst`, held},
		{`cat keys.lst | xargs cat`, held},
		{`sort -u keys.lst | xargs -n1 head`, held},
		{`cat $(<keys.lst)`, held},
		{`f=$(<keys.lst); cat "$f"`, held},
		{`while read -r f; do cat "$f"; done < keys.lst`, held},
		{`read -r f < keys.lst; cat "$f"`, held},
		{`mapfile -t f < keys.lst; cat "${f[@]}"`, held},
		{`for f in $(<keys.lst); do head -1 "$f"; done`, held},

		{`cat $(cat src.lst)`, "allow"},
		{`xargs -a src.lst wc -l`, "allow"},
		{`cat src.lst | xargs cat`, "allow"},
		{`cat $(<src.lst)`, "allow"},
		{`while read -r f; do wc -l "$f"; done < src.lst`, "allow"},
		{`while read -r line; do echo "$line"; done < keys.lst`, "allow"},
		{`mapfile -t f < src.lst; wc -l "${f[@]}"`, "allow"},
		{`v=$(<VERSION); echo "$v"; ls "dist/$v"`, "allow"},
		{`v=$(cat VERSION); echo "$v"; ls dist/"$v"`, "allow"},
		{`cat README.md | grep token | head -3`, "allow"},
		{`cat keys.lst`, "allow"},
	})
}

// TestNamesInFileOfCode: inline code that takes a name from a file reads what the file says.
func TestNamesInFileOfCode(t *testing.T) {
	t.Parallel()
	s := gatetest.WithHelper(t, gatetest.Recommended)
	key := filepath.Join(s.Home, ".ssh", "id_rsa")
	for name, text := range map[string]string{
		"keys.lst": key + "\n", "src.lst": "src/a.ts\nsrc/b.ts\n", "VERSION": "1.2.3\n",
		"conf.json": `{"file": "` + key + `"}`,
	} {
		if err := os.WriteFile(filepath.Join(s.Project, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	s.Rows(t, gatetest.Table{
		{`python3 -c "print(open(open('keys.lst').read().strip()).read())"`, held},
		{`python3 -c "for l in open('keys.lst'): print(open(l.rstrip()).read())"`, held},
		{`python3 -c "
with open('keys.lst') as f:
    names = [l.strip() for l in f if l]
for n in names:
    with open(n) as g: print(g.read())"`, held},
		{`python3 -c "
from pathlib import Path
print(Path(Path('keys.lst').read_text().splitlines()[0]).read_text())"`, held},
		{`python3 -c "import os; os.chdir('src'); print(open(open('../` +
			`keys.lst').readline()[:-1]).read())"`, held},
		{`python3 -c "import sys; print(open(open(sys.argv[1]).read().strip()).read())" keys.lst`, held},
		{`echo ~/.ssh/id_rsa > l; python3 -c "print(open(open('l').read().strip()).read())"`, held},
		{`python3 -c "import shutil; shutil.copy(open('keys.lst').read().strip(), 'k')"`, held},
		{`node -e "console.log(fs.readFileSync(fs.readFileSync('keys.lst','utf8').trim(),'utf8'))"`,
			held},
		{`node -p "fs.readFileSync('keys.lst','utf8').split('\n').filter(Boolean).map(f => ` +
			`fs.readFileSync(f,'utf8'))"`, held},
		{`node -e "for (const f of fs.readFileSync('keys.lst').toString().split('\n')) ` +
			`console.log(fs.readFileSync(f))"`, held},
		{`node -e "const [f] = fs.readFileSync('keys.lst','utf8').split('\n'); ` +
			`console.log(fs.readFileSync(f,'utf8'))"`, held},
		{`node -e "fs.promises.readFile('keys.lst','utf8').then(f => ` +
			`fs.promises.readFile(f.trim())).then(console.log)"`, held},
		{`node -e "console.log(fs.readFileSync(path.resolve(fs.readFileSync('keys.lst',` +
			`'utf8').trim()),'utf8'))"`, held},
		{`python3 -c "
import os
open('l','w').write(os.path.expanduser('~/.ssh/id_rsa'))
print(open(open('l').read()).read())"`, held},
		{`node -e "fs.writeFileSync('l', os.homedir() + '/.ssh/id_rsa'); ` +
			`console.log(fs.readFileSync(fs.readFileSync('l','utf8'),'utf8'))"`, held},

		{`python3 -c "open('l','w').write('src/a.ts'); print(open(open('l').read()).read())"`, "allow"},
		{`python3 -c "print(open('keys.lst').read())"`, "allow"},
		{`python3 -c "print(open(open('src.lst').readline().strip()).read())"`, "allow"},
		{`python3 -c "for l in open('src.lst'): print(len(open(l.strip()).read()))"`, "allow"},
		{`python3 -c "v = open('VERSION').read().strip(); print(open('dist/' + v).read())"`, "allow"},
		{`python3 -c "import json; print(open(json.load(open('package.json'))['main']).read())"`,
			"allow"},
		{`python3 -c "import os; print([len(open(f).read()) for f in os.listdir('.')])"`, "allow"},
		{`python3 -c "import sys; print(open(sys.argv[1]).read())" src/a.ts`, "allow"},
		{`python3 -c "print(open(input()).read())"`, "allow"},
		{`node -e "console.log(fs.readFileSync('keys.lst','utf8').length)"`, "allow"},
		{`node -e "fs.readFileSync('src.lst','utf8').trim().split('\n').forEach(f => ` +
			`console.log(fs.readFileSync(f,'utf8').length))"`, "allow"},
		{`node -e "const v = fs.readFileSync('VERSION','utf8').trim(); ` +
			`console.log(fs.existsSync('dist/' + v))"`, "allow"},
		{`node -p "JSON.parse(fs.readFileSync('conf.json','utf8')).file"`, "allow"},
	})
}
