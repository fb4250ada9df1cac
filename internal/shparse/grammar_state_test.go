//go:build unix

package shparse_test

import "strings"

// The parts of the grammar about arrays, declarations, scripts that other commands read, and what
// outlives a command.

// form chooses one of the templates and fills it in: %n is the name of a variable, %f of a
// function, %l of an array, %w a word, %W up to two words, %q a word in double quotes, %i what may
// stand between them, %p a parameter, %s a script in single quotes, %c a simple command, %b a list
// of commands, %t a condition, %% a percent sign.
func (g *grammar) form(templates ...string) string {
	t := g.of(templates...)
	var b strings.Builder
	for i := 0; i < len(t); i++ {
		if t[i] == '%' {
			i++
			b.WriteString(g.filled(t[i]))
			continue
		}
		b.WriteByte(t[i])
	}
	return b.String()
}

func (g *grammar) filled(what byte) string {
	switch what {
	case 'n':
		return g.name()
	case 'f':
		return g.of("f1", "f2")
	case 'l':
		return g.of("l", "k")
	case 'w':
		return g.word()
	case 'W':
		return g.words(2)
	case 'q':
		return g.quoted()
	case 'i':
		return g.inner()
	case 'p':
		return g.param()
	case 's':
		return g.single()
	case 'c':
		return g.simple()
	case 'b':
		return g.list()
	case 't':
		return g.condition()
	}
	return string(what)
}

// array sets an array.
func (g *grammar) array() string {
	return g.form("%l=(%W)", "%l=(%w %W)", "%l+=(%W)", "%l[1]=%w", "%l[2]+=%w", "%l=([2]=%w %w)",
		"%l=%w", "%l=( )")
}

// element expands an array.
func (g *grammar) element() string {
	return g.form(`${%l[@]}`, `"${%l[@]}"`, `${%l[*]}`, `"${%l[*]}"`, `${%l[1]}`, `${%l[0]}`,
		`${#%l[@]}`, `"${%l[@]:1}"`, `${%l[-1]}`, `$%l`,
		`"pre${%l[@]}post"`, `"${%l[@]/a/Q}"`, `"${%l[@]#a}"`, `${%l[1+1]}`, `${%l[@]:1:1}`,
		`"${!%l[@]}"`)
}

// declaration sets a variable by a builtin.
func (g *grammar) declaration() string {
	return g.form("declare %n=%w", "declare -n %n=%n", "declare -n %n=l", "declare -i %n=1+1",
		"declare -i %n=x+1", "declare -u %n; %n=%w", "printf -v %n '%%s-%%s' %w %w",
		"readonly %n=%w", "typeset -x %n=%w", "mapfile -t l <<< %q", "read -r -a l <<< %q",
		"IFS=: read -r %n y <<< %q", "let %n=2*3 %n+=1", "(( %n = 4, %n++ ))",
		"export %n", "unset %n l", "%n=`echo %w`", "%n=$(<one.txt)", "declare -a l=(%W)",
		"local -a l=(%W) 2>/dev/null", "OPTIND=1; getopts ab: %n -a -b%w",
		"declare -l %n=%w", "export %n=~/h", "unset 'l[0]'", ": ${%n:=%w}", "printf -v 'l[1]' %%s %w",
		"export %n=%p", "declare %n=$@", "%n=$*", "local %n=$1 2>/dev/null")
}

// found is a script that a shell reads from elsewhere.
func (g *grammar) found() string {
	return g.form(
		"echo %s >s1; sh s1 %W",
		"echo %q >>s1; . ./s1",
		"printf '%%s\\n' %s | bash -s %W",
		"sh <<< %s",
		"cat <<E | sh\naa %i %i\nE\n:",
		"bash <<-'E'\n\taa %W\n\tE\n:",
		"source <(echo %s)",
		"bash <(echo %s) %W",
		"eval \"$(echo %s)\"",
		"eval %W aa %W",
		"echo %W | xargs -n1 %c",
		"echo %q | xargs -I{} aa %w {}",
		"find . -name '*.txt' -exec aa %w {} \\;",
		"find sub -exec aa %W {} +",
		"echo %q | base64 | base64 -d | sh",
		"echo %q | tr a-z b-za | sh",
		"echo %q | tr a b | xargs aa",
		"printf '%%b' %q | sh",
		"echo %q | while read -r x y; do %b; done",
		"while read -r x; do %b; done <<< %q",
		"env -i PATH=\"$PATH\" x=%w bash -c %s",
		"x=%w sh -c %s",
		"cp one.txt s2; echo %s >s2; mv s2 s3; sh s3",
		"aa %w & wait",
		"aa < <(echo %W; %c)",
		"cat <(bb %W) >/dev/null")
}

// scope is a command whose effect lasts, or that runs another later.
func (g *grammar) scope() string {
	return g.form(
		"trap %s EXIT",
		"shopt -s expand_aliases 2>/dev/null\nalias q1='aa '\nq1 %W",
		"shopt -s expand_aliases 2>/dev/null\nalias q1='aa $x' q2='bb;'\nq1 %W; q2 %c",
		"%f() (%b)",
		"%f() { %b; } >/dev/null",
		"function %f { %b; return; }",
		"function %f { %b; return 1; %c; }",
		"aa() { %b; }",
		"echo() { aa \"$@\"; }",
		"unset -f %f",
		"unset -f aa echo",
		"%f() { local x=%w; %b; }; %f %W",
		"export -f f1 2>/dev/null; bash -c %s",
		"command aa %W", "command echo %w", "command -p aa", "command -v aa",
		"builtin echo %W",
		"exec %c",
		"(exit 1) && %c", "(exit 1) || %c",
		"{ %b; } 2>/dev/null >o2",
		"{ %b; } | cat",
		"case %p in [ab]) %b;& *) %c;; esac",
		"case %p in a) %b;; ?|'') %c;; esac",
		"until [ -n \"$u\" ]; do u=1; %b; done",
		"for ((i=0; i<2; i++)); do %b; done",
		"for %n; do %b; done",
		"set -- \"$@\" %W; %c",
		"ln -s sub lk; cd lk; %c; cd ..",
		"mkdir -p nd && cd nd && %c; cd ..",
		"time %c",
		"if %t; then %b; elif %t; then %b; fi",
		"%c && { %b; }", "%c || exit", "%c || return 0",
		"a\\\na %W",
		"aa %W # %W\n:",
		"cd sub; %b; cd \"$OLDPWD\"")
}

// option changes how what follows is read.
func (g *grammar) option() string {
	return g.of("set -f", "set +f", "set -u", "set -e", "shopt -s nullglob", "shopt -u nullglob",
		"shopt -s extglob", "set -o noglob", "shopt -s dotglob",
		"set -o posix", "setopt shwordsplit", "setopt ksharrays", "setopt extendedglob", "set +B",
		"setopt globsubst", "emulate sh", "shopt -s nocasematch",
		"shopt -s lastpipe", "set -a", "set -k", "set -x", "unset IFS") + " 2>/dev/null"
}

// rare is a part of a word that few scripts have.
func (g *grammar) rare() string {
	switch g.pick(4) {
	case 0, 1:
		return g.element()
	case 2:
		return g.of("{1..6..2}", "{c..a}", "{03..1}", "{a,{b,c}}", "{a,'b,c'}", "{a}", "{,x}",
			"a{1,2}{x,y}b", "\\{a,b}", "{$x,$y}", "{~,b}/h")
	}
	return g.of("$_", "$?", "${@:2}", "\"${@:1:1}\"", "${*%a}", "\"${*/a/b}\"", "$0", "$-",
		"`echo \\`echo a\\``", `a\*b`, `"\a\$x"`, `$'\x61\'\n'`, `$"a b"`,
		"${#1}", "$(cat <<< \"a  b\")", "$(printf %s a$'\\n\\n')", "$((x=3))", "$((x++ + 1))",
		"$(( 0x1f | 010 ))", "${#}", "${#@}", "$(echo \"a\\tb\")", "${x:+\"$@\"}",
		"!(one*)", "@(one|two).txt", "**", "[!o]*", "$(basename /a/b.c .c)")
}
