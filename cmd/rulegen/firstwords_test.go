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
