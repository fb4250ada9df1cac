package command_test

import (
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// TestTasks holds which tasks of a project a line runs. "-" stands for none.
func TestTasks(t *testing.T) {
	for _, tt := range []struct{ line, want string }{
		{"npm run build", "package-json build"},
		{"npm run build --silent -- --watch -x", "package-json build | --watch -x"},
		{"npm test", "package-json test"},
		{"npm t -w a --workspace=b", "package-json test in a in b"},
		{"npm --prefix ../x run y z", "package-json y | z at ../x"},
		{"npm -C sub start", "package-json start at sub"},
		{"npm run", "-"},
		{"npm install", "-"},
		{"npm run --help", "-"},
		{"npm run x --script-shell=./y",
			"package-json x ? the option --script-shell=./y may change what runs"},
		{"npm run x --workspaces", "package-json x all"},
		{"pnpm frob --flag x", "package-json frob | --flag x"},
		{"pnpm --filter a run b c", "package-json b | c in a"},
		{"pnpm -r test", "package-json test all"},
		{"pnpm -C sub dev", "package-json dev at sub"},
		{"pnpm publish", "-"},
		{"pnpm install", "-"},
		{"pnpm approve-builds", "-"},
		{"yarn lint:all", "package-json lint:all"},
		{"yarn build -x", "package-json build | -x"},
		{"yarn workspace web run dev", "package-json dev in web"},
		{"yarn workspace web dev", "package-json dev in web"},
		{"yarn add x", "-"},
		{"yarn", "-"},
		{"bun run x", "package-json x"},
		{"bun test", "-"},
		{"make", "make"},
		{"make -j8 all CC=gcc -k", "make all set CC=gcc"},
		{"make -j 8 -sk all", "make all"},
		{"make -C sub -f x.mk t", "make t at sub file x.mk"},
		{"make -Csub --file=x.mk", "make at sub file x.mk"},
		{"make -n deploy", "make deploy dry"},
		{"make --eval 'x: ; ls' x", "make x eval x: ; ls"},
		{"make -I /tmp x", "make /tmp x ? the option -I may change what runs"},
		{"make -- x -y", "make x -y"},
		{"make --version", "-"},
		{"gmake x", "make x"},
		{"just", "just"},
		{"just build a=1 b", "just build a=1 b"},
		{"just -f x.just build", "just build file x.just"},
		{"just --list", "-"},
		{"just --show deploy", "-"},
		{"just --dry-run deploy", "just deploy dry"},
		{"just --evaluate", "just ? the option --evaluate may change what runs"},
		{"task --summary deploy", "taskfile deploy dry"},
		{"task --list-all", "-"},
		{"task build A=1 -- -x", "taskfile build | -x set A=1"},
		{"task -d sub -t x.yml b", "taskfile b at sub file x.yml"},
		{"mise run a -- b", "mise a | -- b"},
		{"mise r a", "mise a"},
		{"mise install", "-"},
		{"poe test -x", "poe test | -x"},
		{"composer run-script x", "composer x"},
		{"composer x", "composer x"},
		{"composer dump-autoload", "composer autoload-dump"},
		{"npm pack", "package-json pack"},
		{"npm version patch", "package-json version | patch"},
		{"deno task dev x", "deno dev | x"},
		{"deno run x.ts", "-"},
		{"pdm run lint -x", "python-run lint | -x"},
		{"hatch run lint:all", "python-run lint:all"},
		{"pdm run --list", "-"},
		{"pdm run -p ../x lint", "python-run ../x | lint ? the option -p may change what runs"},
		{"hatch build", "-"},
		{"poetry run lint", "-"},
		{"ls", "-"},
	} {
		c := &fact.Command{Invocation: fact.Invocation{Argv: words(tt.line),
			Dirs: fact.Dirs{List: []string{"/p"}, Known: true}}}
		var x command.Resolver
		x.Specs, x.Paths = commands.Table{}, lexical{}
		x.Resolve(c)
		if got := showTasks(x.Tasks()); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.line, got, tt.want)
		}
	}
}

func showTasks(t *fact.Tasks) string {
	if t == nil {
		return "-"
	}
	text := t.Reader
	add := func(what string, list []fact.Word) {
		for i := range list {
			text += what + list[i].Text
		}
	}
	add(" ", t.Names)
	if len(t.Args) > 0 {
		text += " |"
	}
	add(" ", t.Args)
	add(" in ", t.Packages)
	add(" at ", t.Dirs)
	add(" file ", t.Files)
	add(" eval ", t.Evals)
	add(" set ", t.Sets)
	if t.All {
		text += " all"
	}
	if t.Dry {
		text += " dry"
	}
	if t.Why != "" {
		text += " ? " + t.Why
	}
	return text
}
