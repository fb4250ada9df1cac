package lang

import (
	"reflect"
	"strings"
	"testing"
)

func TestRecipes(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		vars, want []string
	}{
		{"recipe", "all: b\n\t@-rm x\n\n\tls\n", nil, []string{"rm x", "ls"}},
		{"on the line of the rule", "all: ; rm x\n", nil, []string{"rm x"}},
		{"joined lines", "all:\n\trm \\\n\t  x\n", nil, []string{"rm \\\n  x"}},
		{"variables", "A = rm\nB := $(A) -f\nall:\n\t$(B) $C ${D} $$E $@ $<\n", []string{"D=y"},
			[]string{"rm -f ${_} y $E ${_} ${_}"}},
		{"appended", "A = rm\nA += x\nall:\n\t$(A)\n", nil, []string{"rm x"}},
		{"of a target", "all: A = x\nall:\n\trm $(A)\n", nil, []string{"rm x"}},
		{"shell", "A := $(shell rm x)\nB != rm y\nall: $(shell rm z)\n\t$(A) $(B)\n", nil,
			[]string{"rm x", "rm y", "rm z", "rm x", "${_} ${_}"}},
		{"inside a function", "A := $(strip $(shell rm x))\n", nil, []string{"rm x"}},
		{"lines of a variable", "define A\nrm x\n@ls\nendef\nall:\n\t$(A)\n", nil,
			[]string{"rm x", "ls"}},
		{"another prefix", ".RECIPEPREFIX = >\nall:\n>rm x\n\tls\n", nil, []string{"rm x"}},
		{"comments and conditions", "# all:\nifdef A\nall:\n\trm x\nelse\nall:\n\tls\nendif\n", nil,
			[]string{"rm x", "ls"}},
		{"unbalanced", "all:\n\trm $(x\n\tls $(\n\tcat $", nil, []string{"rm ${_}", "ls ${_}", "cat $"}},
		{"itself", "A = $(A)x\nall:\n\t$(A)\n", nil, []string{"${_}xxxxxxxx"}},
	} {
		if got := recipes(tt.text, tt.vars); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

// TestRecipesBounds: what grows without end is cut off.
func TestRecipesBounds(t *testing.T) {
	var b strings.Builder
	for c := 'a'; c < 'z'; c++ {
		b.WriteString(string(c) + " = " + strings.Repeat("$("+string(c+1)+")", 100) + "\n")
	}
	b.WriteString("all:\n" + strings.Repeat("\t$(a)x\n", 5000))
	if got := recipes(b.String(), nil); len(got) > 300 {
		t.Errorf("%d pieces of shell text", len(got))
	}
}

func recipes(text string, vars []string) (list []string) {
	for _, a := range Scan("make", text, Options{Set: vars}).List {
		list = append(list, a.Text)
	}
	return list
}
