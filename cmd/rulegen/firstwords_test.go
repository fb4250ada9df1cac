package main

import (
	"strings"
	"testing"
)

func TestFirstWords(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`^npm run x$`, "npm"},
		{`^p?npm run`, "npm pnpm"},
		{`^(?:npx |pnpm )?vite(?: dev)*$`, "npx pnpm vite"},
		{`^(?:(?:npx|pnpm exec) )?(?:vite|next dev)$`, "next npx pnpm vite"},
		{`^npm (?!run)\w+$`, "npm"},
		{`^(?!npm )\w+ x`, ""},
		{`^mise$`, "mise"},
		{`^mise`, ""},
		{`^mise(?: -x)*$`, "mise"},
		{`^mise(?:-x)*$`, ""},
		{`^mise(?: -x| y)+$`, "mise"},
		{`^mise(?:-x)+$`, ""},
		{`^mise(?:-x|y z)+ a`, ""},
		{`^python[23] -V`, "python2 python3"},
		{`^[a-z]+ x`, ""},
		{`^git\b`, ""},
		{`git push`, ""},
		{`^git push|npm x`, ""},
		{`^git push|^npm x`, "git npm"},
		{`(?i)^git x`, ""},
		{`^\S+ x`, ""},
		{`^ git`, ""},
		{`^git\*? x`, ""},
		{`^a(?=[)]b) c`, "a"},
		{`^a(?! c`, ""},
	} {
		words, ok := firstWords(c.src)
		if got := strings.Join(words, " "); got != c.want || ok != (c.want != "") {
			t.Errorf("%s: %q %v, want %q", c.src, got, ok, c.want)
		}
	}
}

func TestFirstWordsOfPatterns(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`^perl[0-9.]*(?: -\w+)* -e`, "perl"},
		{`^(?:ruby[0-9.]*|php|lua(?:jit)?[0-9.-]*|Rscript(?: -x)?) -e`, "Rscript lua php ruby"},
		{`^(?:tar|bsdtar) x`, "bsdtar tar"},
		{`^(?:mise|mise-en-place)`, "mise"},
		{`^mise(?:-x)+$`, "mise-x"},
		{`^git\b`, "git"},
		{`^[a-z]+ x`, ""},
		{`^(?:npm|[a-z]+) x`, ""},
		{`^(?:npm|\S+) x`, ""},
		{`^(?:npm)?x y`, "npmx x"},
		{`^(?:npm)?.* y`, ""},
		{`^ git`, ""},
		{`git push`, ""},
		{`^git push|npm x`, ""},
		{`(?i)^git x`, ""},
		{`^git\*? x`, ""},
	} {
		if got := strings.Join(leads(c.src), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
}

func TestSecondWords(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`^npm run x$`, "run"},
		{`^npm (?:run|test)(?: \S+)*$`, "run test"},
		{`^npm(?: -s)*(?: --silent)? run x`, "--silent -s run"},
		{`^npm(?: -s| -q)* run`, ""},
		{`^npm(?: -s| -q)* run$`, "-q -s run"},
		{`^npm(?: -s)*$`, " -s"},
		{`^npm(?: -s)+ x y`, "-s"},
		{`^npm(?: -s\w*)* run `, ""},
		{`^npm r?un$`, "run un"},
		{`^npm (?!run)\w+ x`, ""},
		{`^npm$`, ""},
		{`^npm$|^npx -y `, " -y"},
		{`^npm  x`, ""},
		{`^npm ru`, ""},
		{`^npm .* x$`, ""},
	} {
		words, _ := secondWords(c.src)
		if got := strings.Join(words, " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
}

func TestTails(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{`^\w+ --version$`, "--version"},
		{`^\w+(?: \w+)* (?:--help|-h)$`, "-help h"},
		{`^\w+(?: --version|-V)$`, "--version -V"},
		{`^\w+ --version`, ""},
		{`^\w+ --version$|x`, ""},
		{`^\w+ --version(?: x)?$`, ""},
		{`(?!x)a (?:b|c d|(e))$`, "b d e"},
		{`a (?:b|[c-z])$`, ""},
		{`a $`, ""},
	} {
		if got := strings.Join(tails(c.src), " "); got != c.want {
			t.Errorf("%s: %q, want %q", c.src, got, c.want)
		}
	}
}
