package shparse_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// TestRunLater holds code that the shell runs at some time: what it changes is not known from the
// moment at which it could first run.
func TestRunLater(t *testing.T) {
	for _, c := range []struct {
		d     dialect.Dialect
		text  string
		known bool // what the last rm removes is known
	}{
		{dialect.Zsh, `chpwd() { X=/etc; }; X=build; cd src; rm $X`, false},
		{dialect.Zsh, `X=build; chpwd() { X=/etc; }; cd src; rm $X`, false},
		{dialect.Zsh, `f() { X=/etc; }; chpwd_functions=(f); X=build; cd src; rm $X`, false},
		{dialect.Zsh, `chpwd_functions=(f); f() { X=/etc; }; X=build; cd src; rm $X`, false},
		{dialect.Zsh, `chpwd_functions+=(g f); f() { X=/etc; }; X=build; cd src; rm $X`, false},
		{dialect.Zsh, `chpwd_functions+=($(cat l)); f() { X=/etc; }; X=build; cd src; rm $X`, false},
		{dialect.Zsh, `f() { X=/etc; }; X=b; chpwd_functions=($(cat l)); X=build; cd src; rm $X`, false},
		{dialect.Zsh, `f() { X=/etc; }; read -A chpwd_functions <<< f; X=build; cd src; rm $X`, false},
		{dialect.Zsh, `f() { X=/etc; }; chpwd_functions[1]=f; X=build; cd src; rm $X`, false},
		{dialect.Zsh, `f() { X=/etc; }; typeset -a chpwd_functions=(f); X=build; cd src; rm $X`, false},
		{dialect.Zsh, `f() { X=/etc; }; add-zsh-hook chpwd f; X=build; cd src; rm $X`, false},
		{dialect.Zsh, `f() { X=/etc; }; chpwd() { f; }; X=build; cd src; rm $X`, false},
		{dialect.Zsh, `TRAPDEBUG() { X=/etc; }; X=build; rm $X`, false},
		{dialect.Zsh, `TRAPZERR() { X=/etc; }; X=build; false; rm $X`, false},
		{dialect.Zsh, `precmd() { X=/etc; }; X=build; rm $X`, false},
		{dialect.Bash, `trap 'X=/etc' DEBUG; X=build; rm $X`, false},
		{dialect.Bash, `f() { X=/etc; }; trap f ERR; X=build; rm $X`, false},
		{dialect.Bash, `trap f ERR; f() { X=/etc; }; X=build; rm $X`, false},
		{dialect.Zsh, `TRAPEXIT() { X=/etc; }; X=build; rm $X`, true},
		{dialect.Zsh, `zshexit() { X=/etc; }; X=build; rm $X`, true},
		{dialect.Zsh, `chpwd() { ls; }; X=build; cd src; rm $X`, true},
		{dialect.Zsh, `chpwd() { Y=/etc; }; X=build; cd src; rm $X`, true},
		{dialect.Zsh, `command_not_found_handler() { X=/etc; }; X=build; rm $X`, true},
		{dialect.Bash, `command_not_found_handle() { X=/etc; }; X=build; rm $X`, true},
		{dialect.Bash, `chpwd() { X=/etc; }; X=build; cd src; rm $X`, true},
		{dialect.Bash, `trap 'X=/etc' EXIT; X=build; rm $X`, true},
		{dialect.Bash, `f() { X=/etc; }; X=build; rm $X`, true},
		{dialect.Zsh, `f() { X=/etc; }; my_functions=(f); X=build; cd src; rm $X`, true},
	} {
		var last *fact.Command
		f := analyzedAs(c.text, c.d)
		for i := range f.Commands {
			if argv := f.Commands[i].Argv; len(argv) > 0 && argv[0].Text == "rm" {
				last = &f.Commands[i]
			}
		}
		if last == nil || len(last.Argv) < 2 || (last.Argv[1].IsLiteral() &&
			last.Argv[1].Text == "build") != c.known {
			t.Errorf("%d: %s: %s, want known: %v", c.d, c.text, readings(f), c.known)
		}
	}
}

// TestRunLaterVisits holds code that is visited as it may run in the end.
func TestRunLaterVisits(t *testing.T) {
	for _, c := range []struct {
		d    dialect.Dialect
		text string
		want string // a command that may run, or the hazard of one whose words are not known
	}{
		{dialect.Bash, `g() { h() { rm x; }; }`, "rm x"},
		{dialect.Bash, `g() { h() { i() { rm x; }; }; }; g`, "rm x"},
		{dialect.Zsh, `chpwd() { h() { rm x; }; }`, "rm x"},
		{dialect.Zsh, `zshexit() { rm $X; }; X=x`, "rm x"},
		{dialect.Zsh, `zshexit() { f; }; f() { rm x; }`, "rm x"},
		{dialect.Bash, `trap 'rm "$X"' EXIT; X=x`, "rm x"},
		{dialect.Bash, `command_not_found_handle() { rm x; }`, "rm x"},
		{dialect.Bash, `PROMPT_COMMAND=(ls 'rm x')`, "environment"},
		{dialect.Bash, `PROMPT_COMMAND='rm x'`, "PROMPT_COMMAND"},
		{dialect.Zsh, `chpwd() { unset -f rm; }; rm() { :; }; cd src; rm x`, "rm x | : | rm x"},
		{dialect.Bash, `trap 'unset -f rm' DEBUG; rm() { :; }; rm x`, "rm x | : | rm x"},
		{dialect.Zsh, `chpwd() { cd /; }; ls`, "trap-state"},
		{dialect.Zsh, `TRAPDEBUG() { setopt sh_word_split; }; ls`, "trap-state"},
		{dialect.Bash, `x=ls; trap '$x y; x=rm' DEBUG; :; :`, "… y"},
		{dialect.Bash, `f() { local x; declare -g x=($(rm x)); }; f`, "rm x"},
	} {
		f := analyzedAs(c.text, c.d)
		got := readings(f) + " | " + hazardIDs(f)
		for i := range f.Commands {
			for _, a := range f.Commands[i].Assigns {
				got += " | " + a.Name
			}
		}
		if !strings.Contains(" | "+got+" ", " "+c.want+" ") {
			t.Errorf("%d: %s: %s, want %s", c.d, c.text, got, c.want)
		}
	}
}
