package buildtasks_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// TestIncludes: what a source or a manual page has its reader read is read. That the programs do so
// was seen with GCC 12 and man-db 2.11.
func TestIncludes(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, "import: [recommended, build]\n")
	for name, text := range map[string]string{
		"main.c": "#include <stdio.h>\n#include \"a.h\"\nint main(void) { return 0; }\n",
		"a.h":    "int a;\n", "include/b.h": "int b;\n",
		"FTL.c": "#include FT_FREETYPE_H\n#include <b.h>\n",
		"far.c": "#include \"{HOME}/.netrc\"\n", "deep.c": "#include \"deep.h\"\n",
		"deep.h": "#include \"far.c\"\n",
		"up.c":   "#include \"../.netrc\"\n", "mac.c": "#include X\n", "env.c": "#include \".env\"\n",
		".env":     "A=1\n",
		"gen.c":    "# 1 \"gen.y\"\n#line 3 \"gen.y\"\nint g;\n",
		"far.1":    ".so {HOME}/.netrc\n",
		"cond.1":   ".if n \\{\\\n'  do so {HOME}/.netrc\n.\\}\n",
		"page.1":   ".TH X 1\n.SH NAME\nx \\- does so much. so what\n",
		"alias.1":  ".als q so\n.q {HOME}/.netrc\n",
		"splice.c": "#inc\\\nlude \"{HOME}/.netrc\"\n",
	} {
		file := filepath.Join(s.Project, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(strings.ReplaceAll(text, "{HOME}", s.Home)),
			0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, tt := range []struct{ cmd, want string }{
		{"gcc -Wall -o x main.c a.o -lm", "allow"},
		{"gcc -Iinclude -c FTL.c", "allow"},
		{"gcc -c gen.c", "allow"},
		{"gcc -fsyntax-only *.h", "deny"},
		{"gcc -xc -o x - <<< 'int main(void) { return 0; }'", "allow"},
		{"echo 'int main(){}' | gcc -xc -", "allow"},
		{"echo | gcc -dM -E -", "allow"},
		{"man ls", "allow"},
		{"man ./page.1", "allow"},

		{"gcc -E far.c", "deny"},
		{"gcc -E deep.c", "deny"},
		{"gcc -E up.c", "deny"},
		{"gcc -c splice.c", "deny"},
		{"gcc -E far*.c", "deny"},
		{"gcc -E env.c", "ask"},
		{"gcc -E -DX='\"{HOME}/.netrc\"' mac.c", "deny"},
		{"gcc -E - < far.c", "deny"},
		{"cat far.c | gcc -E -", "deny"},
		{"cat far.c | head | gcc -E -", "ask"},
		{"gcc -E - <<< '#include \"{HOME}/.netrc\"'", "deny"},
		{"gcc -E - <<< '#include \"'$HOME'/.netrc\"'", "deny"},
		{"gcc -E - <<< \"#include \\\"$X\\\"\"", "ask"},
		{"g++ -xc++ -E - <<< '#include <{HOME}/.netrc>'", "deny"},
		{"printf '#define X \"{HOME}/.env\"\\n#include X\\n' | gcc -E -", "ask"},
		{"printf '#define S(x) #x\\n#include S({HOME}/.env)\\n' | gcc -E -", "ask"},
		{"gcc -fsyntax-only -xc - <<< '# 1 \"{HOME}/.netrc\"'", "deny"},
		{"gcc -trigraphs -E - <<< '??=include \"{HOME}/.netrc\"'", "deny"},
		{"gcc -E - <<< '%: /* */ include /**/ \"{HOME}/.netrc\"'", "deny"},
		{"gcc -x assembler-with-cpp -E - <<< '#include \"{HOME}/.netrc\"'", "deny"},
		{"gcc -x assembler - <<< '.include \"{HOME}/.netrc\"'", "deny"},
		{"gcc -S -o- -xc - <<< 'asm(\".incbin \\\"{HOME}/.netrc\\\"\");'", "deny"},
		{`gcc -S -xc - <<< 'asm(".inc" "\x62in \"{HOME}/.netrc\"");'`, "deny"},
		{"clang -E <(echo '#include \"{HOME}/.netrc\"')", "deny"},
		{"man ./far.1", "ask"},
		{"man -l cond.1", "ask"},
		{"man ./alias.1", "ask"},
	} {
		cmd := strings.ReplaceAll(tt.cmd, "{HOME}", s.Home)
		v := s.Judge(t, "Bash", map[string]any{"command": cmd})
		got := v.Decision.String()
		if got != tt.want {
			t.Errorf("%s: got %s (%s), want %s", tt.cmd, got, v.Description, tt.want)
		}
	}
}

// TestNamed: what a document or a template names may be in what is printed of it.
func TestNamed(t *testing.T) {
	t.Parallel()
	s := gatetest.New(t, gatetest.Recommended)
	gatetest.Files{
		".env": "A=1\n", "k/.env": "A=1\n", "chart/.env": "A=1\n", "README.md": "see .env\n",
		"infra/main.tf": "module \"a\" { source = \"./mod\" }\n", "infra/.env": "A=1\n",
		"infra/mod/a.tf":          "locals { x = file(\"${path.root}/.env\") }\n",
		"plain/main.tf":           "locals { x = file(\"${path.module}/a.tpl\") }\n",
		"plain/a.tpl":             "x\n",
		"k/kustomization.yaml":    "secretGenerator:\n- envs: [.env]\n",
		"over/kustomization.yaml": "resources:\n- ../k\n", "base/kustomization.yaml": "resources: [a.yaml]\n",
		"base/a.yaml": "kind: Service\n", "chart/Chart.yaml": "name: x\n",
		"chart/templates/a.yaml": "x: {{ .Files.Get \".env\" }}\n",
		"ok/Chart.yaml":          "name: x\n", "ok/templates/a.yaml": "x: {{ .Values.env }}\n",
		"e.xml": "<!DOCTYPE a [<!ENTITY e SYSTEM \"file://{PROJECT}/.env\">]><a>&e;</a>\n", "a.xml": "<a/>\n",
		"a.tex": "\\input{.env}\n", "b.tex": "\\input{chapters/one}\n", "a.puml": "!include .env\n",
		"a.adoc": "include::.env[]\n", "b.adoc": "include::a.txt[]\n", "a.typ": "#read(\".env\")\n",
		"a.rst": ".. include:: .env\n", "a.cue": "x: _ @embed(file=\".env\",type=text)\n",
		"a.yaml": "a: {$ref: .env}\n",
	}.Write(t, s.Project)
	s.Rows(t, gatetest.Table{
		{"terraform -chdir=infra plan", "ask"},
		{"cd infra && terraform fmt && terraform plan", "ask"},
		{"cd plain && terraform plan -var f=../.env", "ask"},
		{"kubectl kustomize k", "ask"},
		{"kubectl kustomize over", "ask"},
		{"kustomize build over", "ask"},
		{"cd k && kubectl kustomize", "ask"},
		{"helm template chart", "ask"},
		{"helm template x ./chart -n y", "ask"},
		{"pdflatex a.tex", "ask"},
		{"plantuml a.puml", "ask"},
		{"asciidoctor a.adoc", "ask"},
		{"typst compile a.typ", "ask"},
		{"pandoc -f rst a.rst", "ask"},
		{"cue export a.cue", "ask"},
		{"redocly bundle a.yaml", "ask"},
		{"kubectl apply --dry-run=client -o yaml -k k", "ask"},

		{"cd plain && terraform plan", "allow"},
		{"cd infra && terraform validate", "allow"},
		{"kubectl kustomize base", "allow"},
		{"kustomize build base", "allow"},
		{"helm template ok", "allow"},
		{"helm lint chart", "allow"},
		{"xmllint --format a.xml", "allow"},
		{"pdflatex b.tex", "allow"},
		{"pandoc README.md -o x.html", "allow"},
		{"asciidoctor b.adoc", "allow"},
		{"kubectl apply --dry-run=client -o yaml -k base", "allow"},
	})
}
