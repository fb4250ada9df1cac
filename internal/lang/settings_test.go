package lang

import "testing"

func TestPlainSettings(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		want       bool
	}{
		{".prettierrc", "{\"semi\": false}", true},
		{".prettierrc.json", "{\n  \"tabWidth\": 4,\n  \"overrides\": [{\"files\": \"docs/*\"}]\n}\n", true},
		{"tsconfig.json", `{"$schema": "https://x.example/s", "compilerOptions": {"strict": true}}`, true},

		{".prettierrc", "plugins: [x]\n", false},
		{".prettierrc", "// {\n{\"semi\": false}", false},
		{".prettierrc.json", "{\"semi\": false, /* */ \"plugins\": []}", false},
		{".prettierrc.json", `{"\u0070lugins": ["x"]}`, false},
		{".prettierrc.json", `{'plugins': ["x"]}`, false},
		{"tsconfig.json", `{"compilerOptions": {"paths": {"a": ["b"]}}}`, false},
		{"tsconfig.json", `{"compilerOptions": {"outDir": "/etc"}}`, false},
		{"tsconfig.json", `{"compilerOptions": {"outDir": "../x"}}`, false},
		{"tsconfig.json", `{"$schema": {"plugins": "x"}}`, false},
		{"tsconfig.json", `{"strict": true} {"plugins": "x"}`, false},
		{"tsconfig.json", `{"strict": true`, false},
		{"tsconfig.json", `{"ts-node": {"require": ["x"]}}`, false},
	} {
		if got := PlainSettings(SettingsOf(tt.name), tt.text); got != tt.want {
			t.Errorf("%s: %q: got %v", tt.name, tt.text, got)
		}
	}
}
