package inline_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// The config and the examples of the page on nested interpreters, with their outcomes.
const referenceConfig = `
default: allow
tools:
  bash:
    interpreters:
      python:
        names: ["python", "python3"]
        calls:
          - match: "shutil.rmtree"
            pathArgsOutside: ["/tmp/claude", "."]
            decision: deny
            description: "Recursive tree delete outside the sandbox."
            alternative: "Operate under /tmp/claude/, or delete specific files."
          - match: "os.remove|os.unlink"
            pathArgsOutside: ["/tmp/claude", "."]
            decision: ask
          - match: "subprocess.*"
            decision: ask
            description: "Inline Python is spawning a subprocess."
          - match: "eval|exec|compile|__import__|getattr"
            decision: ask
            description: "Dynamic code execution / reflection."
        writes:
          outside: ["/tmp/claude", "."]
          decision: deny
          description: "Writing a file outside the sandbox."
        imports:
          - match: "ctypes|cffi"
            decision: ask
            description: "Loading native code."
      javascript:
        names: ["node", "bun", "deno"]
        calls:
          - match: "fs.rmSync|fs.rm|fs.unlinkSync|fs.rmdirSync"
            pathArgsOutside: ["/tmp/claude", "."]
            decision: deny
            description: "Filesystem delete outside the sandbox."
          - match: "child_process.*|Bun.spawn*"
            decision: ask
        writes:
          outside: ["/tmp/claude", "."]
          decision: deny
`

func TestReferencePage(t *testing.T) {
	t.Parallel()
	s := gatetest.WithHelper(t, referenceConfig)
	s.Rows(t, gatetest.Table{
		{`python3 -c "import shutil; shutil.rmtree('/data')"`, "deny"},
		{`node -e "fs.rmSync('/srv', { recursive: true })"`, "deny"},
		{"python <<'PY'\nimport os; os.remove('/etc/hosts')\nPY", "ask"},
		{`python3 -c "import shutil; shutil.rmtree('/etc')"`, "deny"},
		{`python3 -c "import shutil; shutil.rmtree('/tmp/claude/x')"`, "allow"},
		{`python script.py`, "allow"},
		// What the page calls future: aliases and constant reflection are resolved.
		{`python3 -c "import shutil as sh; sh.rmtree('/x')"`, "deny"},
		{`python3 -c "import os; getattr(os, 'remove')('/x')"`, "ask"},
		{`python3 -c "from base64 import b64decode; exec(b64decode('eA=='))"`, "ask"},
		{`python3 -c "import subprocess; subprocess.run(['ls'])"`, "ask"},
		{`python3 -c "open('/etc/x','w')"`, "deny"},
		{`python3 -c "open('/etc/x','r+')"`, "deny"},
		{`python3 -c "open('x','w')"`, "allow"},
		{`python3 -c "import ctypes"`, "ask"},
		{`node -e "require('child_process').exec('ls')"`, "ask"},
		{`bun -e "Bun.spawnSync(['ls'])"`, "ask"},
		{`node -e "fs.createWriteStream('/etc/x')"`, "deny"},
		{`deno eval "import fs from 'node:fs'; fs.rmSync('/srv')"`, "deny"},
		{`ls`, "allow"},
	})
	v := s.Judge(t, "Bash",
		map[string]any{"command": `python3 -c "import shutil; shutil.rmtree('/data')"`})
	if v.Rule != "python.calls: shutil.rmtree" || !strings.HasSuffix(v.Src, "fencepost.yaml:9") {
		t.Errorf("the rule is %q at %q", v.Rule, v.Src)
	}
}

// Harmless one-liners pass without a config; what reaches out of the project or starts programs
// does not.
func TestInlineCodeUnderRecommended(t *testing.T) {
	t.Parallel()
	s := gatetest.WithHelper(t, "")
	s.Rows(t, gatetest.Table{
		{`python3 -c 'print(1+1)'`, "allow"},
		{`cat a.json | python3 -c "import json,sys; print(json.load(sys.stdin)['a'])"`, "allow"},
		{`python3 -c 'import sys; print(sys.version)'`, "allow"},
		{`python3 -c "print(open('README.md').read())"`, "allow"},
		{"python3 - <<'EOF'\nimport re\np='a.py'\ns=open(p).read()\nopen(p," +
			"'w').write(s.replace('a','b'))\nEOF", "allow"},
		{`node -e 'console.log(1+1)'`, "allow"},
		{`node -p "require('./package.json').name"`, "allow"},
		{`node -e "JSON.parse(require('fs').readFileSync(0))"`, "allow"},
		{`node -e "require('fs').writeFileSync('tmp/o.json', '{}')"`, "allow"},
		{`bun -e 'console.log(1)'`, "allow"},
		{`python3 -c "import os; os.remove('/etc/hosts')"`, "deny"},
		{`python3 -c "import os; os.remove('a.txt')"`, "allow"}, // as rm a.txt
		{`python3 -c "import shutil; shutil.rmtree('src')"`, "ask"},
		{`python3 -c "import shutil; shutil.rmtree('dist')"`, "allow"},
		{`python3 -c "import shutil; shutil.rmtree('.git')"`, "deny"},
		{`python3 -c "import os,sys; os.remove(sys.argv[1])" x`, "allow"},
		{`python3 -c "import os,sys; os.remove(sys.argv[1])" "$X"`, "ask"},
		{`python3 -c "import os,sys; os.remove(sys.argv[1])" /etc/hosts`, "deny"},
		{`python3 -c "import os,sys; os.remove(sys.argv[1])" *.txt /etc/hosts`, "deny"},
		{`python3 -c "import sys; print(open(sys.argv[1]).read())" ~/.ssh/id_rsa`, "deny"},
		{`python3 - ~/.ssh/id_rsa <<< "import fileinput; print(list(fileinput.input()))"`, "deny"},
		{"python3 - a.json <<'E'\nimport json,sys\nprint(json.load(open(sys.argv[1])))\nE", "allow"},
		{"python3 - a.json <<'E'\nimport os\nos.remove('/etc/hosts')\nE", "deny"},
		{`python3 -c "print(1)" > out.txt`, "allow"},
		{`python3 -c "print(1)" > /etc/out.txt`, "deny"},
		{`python3 -c "import glob; [open(p,'w') for p in glob.glob('src/*.py')]"`, "allow"},
		{`python3 -c "import glob, os; [os.remove(p) for p in glob.glob('/srv/*')]"`, "deny"},
		{`python3 -c "import os; print(dict(os.environ))"`, "ask"},
		{`python3 -c "import os; print(os.environ.get('PATH'), os.environ['HOME'])"`, "allow"},
		{`python3 -c "open('/etc/hosts','a')"`, "deny"},
		{`python3 -c "open('.claude/fencepost.yaml','w')"`, "deny"},
		{`python3 -c "import os; print(open(os.path.expanduser('~/.ssh/id_rsa')).read())"`, "deny"},
		{`python3 -c "import os; os.system('rm -rf /')"`, "deny"},
		{`python3 -c "import os; os.system('node -e \"require(\'fs\').rmSync(\'/etc/hosts\')\"')"`,
			"deny"},
		{`python3 -c "import subprocess; subprocess.run(['node','-e','fs.rmSync(\"/etc/hosts\")'])"`,
			"deny"},
		{`node -e "require('child_process').execSync('python3 -c \'import os; ` +
			`os.remove(\"/etc/hosts\")\'')"`, "deny"},
		{`python3 -c "import os; os.chdir('/etc'); os.remove('hosts')"`, "deny"},
		{`cd /etc && python3 -c "open('x','w')"`, "deny"},
		{`python3 -c "import mymodule; mymodule.go()"`, "ask"},
		{`python3 -c "eval(input())"`, "ask"},
		{`python3 -c "import requests; requests.get('http://h.example')"`, "allow"}, // as curl
		{`python3 -c "import requests,sys; requests.get('http://h.example/'+sys.argv[1])"`, "ask"},
		{`python3 -c "import requests; requests.get('http://h.example', headers={'a': 'b'})"`, "ask"},
		{`python3 -c "import requests; requests.get('http://169.254.169.254/latest/')"`, "deny"},
		{`python3 -c "import requests; requests.post('http://h.example', data='x')"`, "ask"},
		{`python3 -c "import urllib.request as u; u.urlopen('http://h.example', b'x')"`, "ask"},
		{`node -e "fetch('http://localhost:3000').then(r => r.text()).then(console.log)"`, "allow"},
		{`node -e "fetch('http://localhost:3000', {method: 'DELETE'})"`, "ask"},
		{`node -e "console.log(process.env)"`, "ask"},
		{`node -p process.env`, "ask"},
		{`node -p "({...process.env})"`, "ask"},
		{`node -e "console.log(Object.assign({}, process.env))"`, "ask"},
		{`node -e "for (const k in process.env) console.log(process.env[k])"`, "ask"},
		{`node -e "Object.keys(process.env).forEach(k => console.log(process.env[k]))"`, "ask"},
		{`node -e "console.dir(process, {depth: 1})"`, "ask"},
		{`node -p process`, "ask"},
		{`python3 -c "import os; [print(k, os.environ[k]) for k in os.environ]"`, "ask"},
		{`python3 -c "import os; [print(os.environ.get(k)) for k in sorted(os.environ)]"`, "ask"},
		{`node -p process.version`, "allow"},
		{`node -p "process.env.PATH"`, "allow"},
		{`node -p "process.memoryUsage()"`, "allow"},
		{`node -e "const env = process.env; console.log(env.HOME)"`, "allow"},
		{`node -e "for (const k of ['HOME', 'PATH']) console.log(process.env[k])"`, "allow"},
		{`node -e "for (const k in process.env) if (k.startsWith('CI')) console.log(k)"`, "allow"},
		{`python3 -c "import os; [print(k) for k in os.environ if k.startswith('CI')]"`, "allow"},
		{`python3 -c "import os; [print(os.environ.get(k)) for k in ('HOME', 'PATH')]"`, "allow"},
		{`node -e "process.nextTick(fs.unlinkSync, '/etc/hosts')"`, "deny"},
		{`python3 -c "$CODE"`, "ask"},
		{`python3 -c "import shutil; shutil.rmtree('/srv/$X')"`, "ask"},
		{`python3 -c 'def f('`, "ask"},
		{`node -r ./setup.js -e 'console.log(1)'`, "ask"},
		{`PYTHONSTARTUP=./x python3 -i -c 'print(1)'`, "ask"},
		{`uv run python -c "import os; os.remove('/etc/hosts')"`, "deny"},
		{`npx tsx -e "import fs from 'fs'; fs.rmSync('/etc/hosts' as string)"`, "deny"},
		{`npx tsx -e "import fs from 'fs'; (fs as any).rmSync('/etc/hosts')"`, "deny"},
		{`tsx -e "enum P { A = '/etc/hosts' } require('fs').rmSync(P.A)"`, "deny"},
		{`env A=1 timeout 5 python3.12 -Ic "import os; os.remove('/etc/hosts')"`, "deny"},
		{`perl -e 'print 1+1'`, "allow"},
		{`perl -e 'unlink "/etc/hosts"'`, "deny"},
		{`ruby -e 'eval STDIN.read'`, "ask"},
	})
}

// A helper that is not there is said, and onError decides. Nothing else depends on it.
func TestWithoutHelper(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, "default: allow\nonError: deny\n")
	s.Use(gate.Options{Trusted: true,
		Interp: filepath.Join(t.TempDir(), "fencepost-interp")})
	v := s.Judge(t, "Bash", map[string]any{"command": `python3 -c 'print(1)'`})
	if v.Decision.String() != "deny" || !strings.Contains(v.Description, "fencepost-interp") {
		t.Errorf("got %s: %s", v.Decision, v.Description)
	}
	if v := s.Judge(t, "Bash",
		map[string]any{"command": "python3 script.py; ls"}); v.Decision.String() != "allow" {
		t.Errorf("a call without inline code: %s: %s", v.Decision, v.Description)
	}
}

// A nested allow settles a command only if it settles all that the code does.
func TestCodeAllow(t *testing.T) {
	t.Parallel()
	s := gatetest.WithHelper(t, `
default: ask
tools:
  bash:
    interpreters:
      python:
        names: [ourpy3]
        calls:
          - {match: "json.*|open", decision: allow}
          - {match: "os.*", decision: allow}
        writes: {outside: ["."], decision: deny}
`)
	s.Rows(t, gatetest.Table{
		{`python3 -c "import json; json.dumps(1)"`, "allow"},
		{`ourpy3 -c "import json; json.dumps(1)"`, "allow"},
		{`python3 -c "import json; json.load(open('a'))"`, "allow"},
		{`python3 -c "print(1)"`, "ask"},
		{`python3 -c "import json, shutil; json.dumps(1); shutil.rmtree('x')"`, "ask"},
		{`python3 -c "import json; json.dumps(1); open('/etc/x','w')"`, "deny"},
		{`python3 -c "import json; json.dumps(1); eval(input())"`, "ask"},
		{`python3 -c "import os; os.remove('x')"`, "allow"},
		{`python3 -c "import os.path; os.path.getsize('x')"`, "ask"},
		{`python3 -c "import json; json.dumps(1); foo()"`, "ask"},
		{`python3 --frobnicate=1 -c "import json; json.dumps(1)"`, "ask"},
	})
}
