package lang

import "testing"

func TestGoComputes(t *testing.T) {
	const own = "example.org/m"
	for _, tt := range []struct {
		text string
		want bool
	}{
		{"package x\n\nimport \"testing\"\n\nfunc TestX(t *testing.T) {}\n", true},
		{"package x\nimport (\n\t\"fmt\"\n\tm \"math\"\n\n\t. \"strings\"\n\t_ \"sort\"\n)\n", true},
		{"package x\nimport \"example.org/m/internal/a\"\n", true},
		{"package x // import \"os\"\n/* import \"os\" */\nvar s = `import \"os\"`\n", true},
		{"package x\nvar r = '\"'\nvar s = \"a\\\"b\"\n", true},
		{"package x\nimport \"os\"\n", false},
		{"package x\nimport o \"os/exec\"\n", false},
		{"package x\nimport \"C\"\n", false},
		{"package x\nimport (\n\t\"fmt\"; \"os\"\n)\n", false},
		{"package x\nimport \"fmt\"; import \"os\"\n", false},
		{"package x\nimport/**/`os`\n", false},
		{"package x\nimport \"fmt\" /*\"*/; import \"os\" //\"\n", false},
		{"package x\nvar c = '\\''\nimport \"os\"\n", false},
		{"package x\nimport \"unsafe\"\n//go:linkname f os.Remove\n", false},
		{"package x\nimport \"example.org/m2/a\"\n", false},
		{"package x\nimport \"example.org/m/../o\"\n", false},
		{"package x\nimport \"github.com/evil/x\"\n", false},
		{"package x\nimport (\n\t\"fmt\"\n", false},
		{"package x\nvar s = `open", false},
		{"package x\nvar s = \"open\n", false},
		{"package x\n/* open", false},
		{"package x\nfunc f() { Wipe(\"/home\") }\n", false},
		{"package x\nfunc f() { Wipe(\"../other\") }\n", false},
		{"package x\nfunc f() { Wipe(\"\\x2fhome\") }\n", false},
		{"package x\nfunc f() { Get(`http://x.example`) }\n", false},
		{"package x\rimport \"os\"\n", false},
		{"", false},
	} {
		if got := GoComputes(tt.text, own); got != tt.want {
			t.Errorf("%q: got %v", tt.text, got)
		}
	}
}
