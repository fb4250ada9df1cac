package lang

import "testing"

func TestPlainSettings(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{".prettierrc", "{\"semi\": false}", true},
		{".prettierrc", "semi: false\nprintWidth: 100 # wide\n", true},
		{".prettierrc", "---\noverrides:\n  - files: ['*.md']\n    options:\n      proseWrap: always\n", true},
		{".prettierrc.json", "{\n  \"tabWidth\": 4,\n  \"overrides\": [{\"files\": \"docs/*\"}]\n}\n", true},
		{".prettierrc.toml", "semi = false\n", true},
		{"mypy.ini", "[mypy]\nstrict = True\n[mypy-a.*]\nignore_errors = True\n", true},
		{".flake8", "[flake8]\nexclude =\n    .git,\n    build\n", true},
		{"tsconfig.json", `{"$schema": "https://x.example/s", "compilerOptions": {"strict": true}}`, true},

		{".prettierrc", "plugins: [x]\n", false},
		{".prettierrc", "overrides: [{files: x, options: {plugins: [y]}}]\n", false},
		{".prettierrc", "overrides: [files: x, plugins: y]\n", false},
		{".prettierrc", "semi: &a\n  plugins: x\n", false},
		{".prettierrc", "semi:\n  ? plugins\n  : x\n", false},
		{".prettierrc", "\"plugins\": x\n", false},
		{".prettierrc", "semi: false, plugins\nx\n", false},
		{".prettierrc", "// {\n{\"semi\": false}", false},
		{".prettierrc.json", "{\"semi\": false, /* */ \"plugins\": []}", false},
		{".prettierrc.json", `{"\u0070lugins": ["x"]}`, false},
		{".prettierrc.json", `{'plugins': ["x"]}`, false},
		{".prettierrc.toml", "semi = false\n  plugins = ['./x']\n", false},
		{".prettierrc.toml", "overrides = [{files = 'x', options = {plugins = ['y']}}]\n", false},
		{".prettierrc.toml", "semi = \"\"\"\nplugins = []\n\"\"\"\n", false},
		{"mypy.ini", "[mypy]\nstrict = True\n[x]\n  plugins = ./p.py\n", false},
		{"mypy.ini", "[mypy]\nplugins: ./p.py\n", false},
		{"mypy.ini", "[mypy]\nmypy_path = /tmp/x\n", false},
		{".flake8", "[flake8:local-plugins]\nextension = X = p:Y\n", false},
		{"tsconfig.json", `{"compilerOptions": {"paths": {"a": ["b"]}}}`, false},
		{"tsconfig.json", `{"compilerOptions": {"outDir": "/etc"}}`, false},
		{"tsconfig.json", `{"compilerOptions": {"outDir": "../x"}}`, false},
		{"tsconfig.json", `{"ts-node": {"require": ["x"]}}`, false},
	} {
		if got := PlainSettings(SettingsOf(tt.name), "/p/"+tt.name, tt.text); got != tt.want {
			t.Errorf("%s: %q: got %v", tt.name, tt.text, got)
		}
	}
}
