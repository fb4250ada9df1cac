//go:build unix

package shparse_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A row of these tables begins with u set to the text of a file that the gate does not see: a name
// with a subscript that runs zz. The real shell says whether it ran.
const hidden = "path[$(zz)]"

// rereadInBash are places where bash reads such a value again.
var rereadInBash = []string{
	`((u))`, `echo $((u))`, `echo $((1 + u))`, `echo $(( $u ))`, `echo $[u]`, `let u`, `let "n = u"`,
	`(( n += u ))`, `for ((i = u; i < 1; i++)); do :; done`,
	`x=$u; ((x))`, `x=u; ((x))`, `x=u; y=x; z=y; ((z))`, `x='u + 1'; ((x))`, `x='u )'; ((x))`,
	`x='5 + u y'; ((x))`,
	`if test -f p; then x=$u; else x=5; fi; ((x))`, `x=(1 "$u"); ((x[1]))`,
	`declare -A m=([k]=$u); ((m[k]))`,
	`[[ $u -gt 3 ]]`, `[[ 3 -eq u ]]`, `[[ -v $u ]]`, `test -v "$u"`, `[ -v "$u" ]`, `[[ -v a[u] ]]`,
	`test -v "a[u]"`,
	`x=abc; echo ${x:u}`, `x=abc; echo ${x:0:$u}`, `echo ${@:u}`, `a=(1 2); echo ${a[u]}`,
	`echo ${nosuch[u]}`, `a=(1 2); echo "${a[@]:u}"`,
	`a=(1); a[u]=3`, `a=([u]=3)`, `a=(1); a[$u]=3`, `a+=([u]=3)`,
	`declare -i n=$u`, `declare -i n; n=$u`, `declare -i n; n+=$u`, `declare -ai x; x+=("$u")`,
	`declare -ai x; x[0]=$u`, `declare -ai x=("$u")`,
	`declare -Ai x; x[k]=$u`, `typeset -i n; n=u`, `local_() { local -i n=$u; }; local_`,
	`declare -i n; read n < p`, `declare -i n; read -r x n <<< "1 $u"`,
	`declare -ai n; read -a n < p`, `declare -i n; mapfile n < p`,
	`declare -i n; for n in "$u"; do :; done`, `declare -i n; printf -v n %s "$u"`,
	`declare -i n; select n in "$u"; do break; done <<< 1`, `declare -i REPLY; read < p`,
	`declare -i n; unset n; declare -i n; : ${n:=$u}`,
	`declare -i n; f() { local -I n; n=$u; }; f`,
	`shopt -s localvar_inherit; declare -i n; f() { local n; n=$u; }; f`,
	`declare -i OPTARG; getopts a: o -a "$u"`, `a=$u; declare -i o; getopts a: o -a 5`,
	`declare -i n; f() { n=$1; }; f "$u"`,
	`declare -i n; while read -r n; do :; done < p`, `declare -i n; export n=$u`,
	`RANDOM=$u`, `OPTIND=$u`, `SRANDOM=$u`, `HISTCMD=$u`, `export RANDOM=$u`, `read OPTIND < p`,
	`for RANDOM in "$u"; do :; done`, `printf -v OPTIND %s "$u"`,
	`BASHPID+=$u`, `BASHPID=("$u")`, `SECONDS=("$u")`, `declare SECONDS=$u`,
	`for SECONDS in "$u"; do :; done`,
	`n=$u; declare -i n; n+=1`, `n=("$u"); declare -i n; n[0]+=1`,
	`declare -A n=([k]=$u); declare -i n; n[k]+=1`, `n=("$u"); declare -i n; n+=1`,
	`n=("$u" 1); declare -ai n; n[0]+=2`, `f() { local n=$1; declare -i n; n+=1; }; f "$u"`,
	`f() { local RANDOM; RANDOM=$u; echo $((RANDOM)); }; f`, `unset RANDOM; RANDOM=$u; ((RANDOM))`,
	`COLUMNS=$u; ((COLUMNS))`,
	`path=(1); unset "$u"`, `a=(1); unset "a[u]"`, `a=(1); unset "a[$u]"`, `printf -v "$u" x`,
	`printf -v "a[u]" x`, `read "$u" < p`, `read "a[u]" < p`,
	`: & wait -n -p "$u"`, `: & wait -n -p "a[u]"`, `exec {a[u]}>/dev/null`, `y="a[u]"; echo ${!y}`,
	`echo ${!u}`, `declare -n r=$u; r=1`,
	`declare -n r="a[u]"; echo $r`, `declare -n r; r=$u; r=3`, `declare "a[u]=1"`, `declare "$u=1"`,
	`f() { local "$1=1"; }; f "$u"`,
	`x=$u; echo "${x@P}"`, `x=("$u"); echo "${x[@]@P}"`, `x=("$u"); echo "${x[*]@P}"`,
	`declare -A m=([k]=$u); echo ${m[@]@P}`,
	`f() { echo "${@@P}"; }; f "$u"`, `f() { echo "${*@P}"; }; f "$u"`,
	`f() { echo "${1@P}"; }; f "$u"`, `x=u; echo "${!x@P}"`,
	`x=("$u"); y=${x[0]@P}`, `v='\044(zz)'; echo "${v@P}"`,
	`l="($u)"; declare -a "x=$l"`, `l="($u)"; declare -a x; declare "x=$l"`,
	`l="($u)"; export -a "x=$l"`, `l="($u)"; readonly -a "x=$l"`,
	`l="($u)"; f() { local -a "x=$l"; }; f`, `l="($u)"; declare -a x=$l`,
	`l="($u)"; x=(1); declare x=$l`, `l="($u)"; declare -A "x=$l"`,
	`declare -a 'x=($(zz))'`, `declare -a 'x=($(cat <(zz)))'`, `l='($(zz))'; declare -A "x=$l"`,
	`b=$u; declare -a 'x=([b]=1)'`,
	`f() { ((n = $1)); }; f "$u"`, `f() { echo $((n)); }; n=$u; f`, `n=$u; bash -c 'echo $(('"$u"'))'`,
	`export n=$u; bash -c '((n))'`,
	`for i in "$u"; do ((i)); done`, `while read -r i; do ((i)); done < p`,
	`i=0; j=0; k=0; for n in 1 2 3 4; do ((i)); i=$j; j=$k; k=$u; done`,
	`mapfile -t l < p; ((l[0]))`, `read -ra l < p; echo $((l[0]))`, `((_)) ; : "$u"; (($_))`,
	`x=${u%x}; ((x))`, `x=$u$u; ((x))`, `x="1+$u"; ((x))`,
	`(( ${N:-$u} ))`, `[[ ${N:-$u} -gt 3 ]]`, `(( ${N:=$u} )); ((N))`,
	`for ((i = ${N:-$u}; i < 0;)); do :; done`,
	`a=0; b=0; c=0; d=0; e=0; f=0; for i in 1 2 3 4 5 6 7 8; do ((a)); a=$b; b=$c; c=$d; d=$e; ` +
		`e=$f; f=$u; done`,
	`a=0; b=0; c=0; d=0; e=0; f=0; g=0; n=0; while ((n++ < 9)); do ((a)); a=$b; b=$c; c=$d; d=$e; ` +
		`e=$f; f=$g; g=$u; done`,
	`declare -n r=x; declare -i r; x=$u`, `f() { local n; declare -gi n=$u; }; f`,
	`f() { local n; declare -gi n; }; f; n=$u`,
	`f() { local x; declare -g x=("$(zz)"); }; f`,
	`declare -A m; m[$u]=1; for i in "${!m[@]}"; do ((i)); done`,
	`f() { declare -gA m; }; f; m[$u]=1; for i in "${!m[@]}"; do ((i)); done`,
	`command_not_found_handle() { local n=$2; ((n)); }; nosuch "$u"`,
	`f() { ((n = $1)); }; export -f f; xargs -d '\n' -n1 bash -c 'f "$1"' _ < p`,
	`x=${u//[!0-9]/$u}; ((x))`, `n=5; n=${n/5/$u}; ((n))`,
	`declare -i n=1; declare +i n; n=$u; ((n))`, `declare -i n=1; f() { local n=$u; ((n)); }; f`,
	`unset LINENO; LINENO=$u; ((LINENO))`,
	`COLUMNS=$u bash -c '((COLUMNS))'`, `trap '((n))' EXIT; n=$u`, `a1=$u; i=1; echo $((a$i))`,
	`n=$(cat p); echo $((n + 1))`, `TERM=dumb; dumb=$u; ((TERM))`,
}

// rereadInZsh are places where zsh does.
var rereadInZsh = []string{
	`((u))`, `echo $((u + 1))`, `echo $[u]`, `echo $[$u]`, `echo "$[u]"`, `cat <<< $[u]`, `let u`,
	`let "n = $u"`, `[[ $u -gt 3 ]]`, `[[ -t $u ]]`, `[ -t "$u" ]`,
	`[[ -v $u ]]`, `test -v $u`, `(exit $u)`, `f() { return $u; }; f`, `for i in 1; do break $u; done`,
	`for i in 1; do continue $u; done`, `shift $u`,
	`printf %d $u`, `printf '%s %x\n' a $u`, `printf %f $u`, `printf '%*d' $u 3`, `printf '%2$d' a $u`,
	`print -f %d $u`, `repeat $u :`, `repeat u :`,
	`repeat $u; do :; done`, `read $u < p`, `read -t $u x < p`, `echo ${(P)u}`, `print ${(#)u}`,
	`echo ${path[$u]}`, `echo $path[$u]`, `echo $path[u]`,
	`x=abc; echo $x[u]`, `x=abc; echo ${x[u,2]}`, `x=(a b); echo $x[1,u]`,
	`x=(a b); echo $x[(n:u:r)a]`, `x=(a b); echo ${x[(b:u:r)a]}`,
	`x=abc; echo ${x:$u}`, `x=abc; echo ${x: u}`, `x=abc; echo ${(l:u:)x}`, `x=abc; echo ${(l:$u:)x}`,
	`x=abc; echo ${(r:u:)x}`, `x=abc; echo ${(SI:u:)x#a}`,
	`echo *([u])`, `echo *([1,u])`, `integer n; n=$u`, `integer n=$u`, `integer u`, `float u`,
	`typeset -F u`, `float n; n=$u`, `float n; read n < p`,
	`(( n = 1 )); n=$u`, `(( n = 1 )); read n < p`, `(( n = 1 )); n+=$u`,
	`integer n; for n in $u; do :; done`, `integer n; printf -v n %s $u`,
	`integer n; : ${n::=$u}`, `f() { integer n; n=$u; }; f`, `export -i n=$u`, `SECONDS=$u`,
	`RANDOM=$u`, `HISTSIZE=$u`, `SHLVL=$u`, `COLUMNS=$u`,
	`read LINES < p`, `UID=$u`, `export SHLVL=$u`, `for SAVEHIST in $u; do :; done`,
	`SHLVL=$u zsh -fc :`, `export X=$u; SECONDS=$X zsh -fc :`,
	`unset $u`, `unset "path[u]"`, `typeset "path[u]=1"`, `getopts a $u -a`, `print -v $u x`,
	`printf -v $u x`, `set -A $u x`, `x[u]=3`, `x[$u]=3`,
	`x=(1 2); x[$u]=3`, `echo ${argv[u]}`, `echo ${@[u]}`, `x=$u; echo ${(e)x}`, `x==(zz)`,
	`x=${y:-=(zz)}`, `echo ${${:-abc}[u]}`, `echo $#path[u]`,
	`x=abc; : ${x[u]::=3}`, `zmodload zsh/zutil; zparseopts a=$u`, `typeset -A m; ((m[$u]++))`,
	`(( ${+path[$u]} ))`, `for ((i = u; i < 1; i++)) :`,
	`set -- a b; shift u`, `x=(a b); shift u x`, `: ${(lxux)HOME}`, `: ${(l(u))HOME}`,
	`x=*([u]); echo $~x`, `integer n; n=$u true`,
	`(( ${N:-$u} ))`, `echo ${path[${N:-$u}]}`, `N=$u zsh -fc '((N))'`,
	`f() { typeset -h SECONDS; SECONDS=$u; ((SECONDS)); }; f`,
	`() { (( $1 )) } "$u"`, `{ : } always { ((u)) }`, `noglob let u`, `typeset "SECONDS=$u"`,
	`x=SECONDS; : ${(P)x::=$u}`,
}

// readOnce are everyday lines: what they compute with are numbers by their origin, or the shell
// does not evaluate it.
var readOnce = []string{
	`i=0; i=$((i + 1)); echo $i`, `for ((i = 0; i < 10; i++)); do echo $i; done`,
	`n=5; for ((i = 0; i < n; i++)); do echo $i; done`,
	`f() { local count=$1; ((count > 3)) && echo big; }; f 5`,
	`while read -r a b; do echo "$a $b"; done < p`, `x=${1:-5}; [ "$x" -gt 3 ] && echo y`,
	`[ "$u" -gt 3 ]`, `x=${1:-5}; [[ $x -gt 3 ]] && echo y`,
	`i=0; while [ $i -lt 5 ]; do echo $i; i=$((i + 1)); done`,
	`i=0; while true; do ((i++)); [[ $i -gt 5 ]] && break; done`,
	`total=0; for f in *.go; do total=$((total + 1)); done; echo $total`,
	`count=0; while IFS= read -r line; do count=$((count + 1)); done < p; echo "$count"`,
	`n=$((n + 1))`, `files=$(cat p); n=$((n + 1))`,
	`x=(a b c); for ((i = 0; i < ${#x[@]}; i++)); do echo "${x[i]}"; done`,
	`echo $((RANDOM % 10)) $((COLUMNS - 2)) $((SECONDS + 1)) $((LINENO))`,
	`RANDOM=42; echo $((RANDOM % 10))`, `n=$(($# + 1)); echo $n`,
	`zz; rc=$?; if ((rc != 0)); then echo failed; fi`, `for i in {1..5}; do echo $((i * 2)); done`,
	`for i in 1 2 3; do sum=$((sum + i)); done; echo $sum`, `declare -i n=5; n+=3; echo $n`,
	`f() { local -i n=$1; echo $((n * 2)); }; f 4`,
	`printf -v d %03d 7; echo $d`, `a=5; b=3; echo $((a > b ? a : b))`,
	`x=(); x+=(1); x+=(2); echo "${x[@]}" "${x[-1]}"`, `s=$(cat p); echo "${s:0:5} ${#s}"`,
	`s=$(cat p); n=${#s}; echo $((n * 2))`, `i=3; x=(1 2 3 4); unset "x[$i]"`,
	`for ((i = 0; i < 3; i++)); do unset "x[$i]"; done`,
	`hex=ff; echo $((16#$hex))`, `read -r a b <<< "1 2"; echo $((a * b))`,
	`[[ ${#u} -gt 3 ]] && echo long`, `[[ -v FOO ]] && echo set`, `[[ -t 1 ]] && echo tty`,
	`max=0; for x in 3 9 4; do if ((x > max)); then max=$x; fi; done; echo $max`,
	`a=1 b=2; while ((a < 100)); do t=$((a + b)); a=$b; b=$t; done; echo $a`,
	`((i = 5)); ((i += 2, i *= 3)); echo $i`,
	`secs=3725; printf '%02d:%02d\n' $((secs / 3600)) $((secs % 60))`,
	`f() { local n=${1:-10}; while ((n-- > 0)); do echo $n; done; }; f 3; f`,
	`n=0; for f in *; do [ -f "$f" ] && n=$((n + 1)); done; echo "$n"`,
	`x=10; until [ "$x" -le 0 ]; do x=$((x - 3)); done`, `export FOO=bar; readonly X=1`,
	`x=$(cat p); export x; y=$x`, `f() { local x=$(cat p); echo "$x"; }; f`,
	`typeset -A m; m[$u]=1; echo "${m[$u]}"`,
	`s=0; for f in a b; do n=${#f}; ((s += n)); done; echo $s`, `n=$((0)); ((n)) || echo none`,
	`shift; shift 2`,
	`f() { return 3; }; f; return $?`, `(exit 3)`, `x=${u//[^0-9]/}; echo $((x + 1))`,
	`PS4='+ '; set -x; echo`, `unset x y`,
	`inc() { ((count++)); }; count=0; echo $count`,
	`f() { local i; for ((i = 0; i < $1; i++)); do echo $i; done; }; echo hi`,
	`usage() { echo x; exit $1; }; echo`,
	`declare -A c; for w in a b a; do c[$w]=$((${c[$w]:-0} + 1)); done`,
	`timeout=${TIMEOUT:-30}; for ((i = 0; i < timeout; i++)); do echo; done`,
	`v=1.2.3; IFS=. read -r a b c <<< "$v"; echo "$a.$b.$((c + 1))"`,
	`x=(3 1 2); if ((x[1] > x[2])); then t=${x[1]}; x[1]=${x[2]}; x[2]=$t; fi; echo "${x[@]}"`,
	`n=$(echo a | wc -l); echo $((n + 1))`,
	`for kv in A=1 B=2; do export "$kv"; done`, `export "FOO=bar"; declare "x=1"`,
}

// readOnceInBash are those that only bash runs so.
var readOnceInBash = []string{
	`x=(1 2 3); for i in "${!x[@]}"; do echo "${x[$i]}"; done`,
	`mapfile -t l < p; for ((i = 0; i < ${#l[@]}; i++)); do echo "${l[$i]}"; done`,
	`declare -A m; while read -r k v; do m[$k]=$v; done < p; for k in "${!m[@]}"; do echo "$k ` +
		`${m[$k]}"; done`, `for v in HOME PATH; do echo "${!v}"; done`,
	`f() { local -n r=$1; echo "${r[0]}"; }; a=(1 2); f a`,
	`while getopts "ab:" o; do case $o in a) A=1 ;; b) B=$OPTARG ;; esac; done; shift $((OPTIND - ` +
		`1))`,
	`IFS=, read -r a b <<< "1,2"; echo $((a + b))`, `declare -p FOO; declare -f; declare -F`,
	`exec {fd}< p; read -r l <&$fd; exec {fd}<&-`, `zz & wait $!; wait`,
	`zz & pid=$!; wait -n $pid`, `m=(1 2 3 4); echo $((m[0] * m[3] - m[1] * m[2]))`,
	`x=("$@"); echo "${x[@]:1}" "${@:2}" "${#x[@]}"`, `last="${@: -1}"; echo "$last"`,
	`printf '%d\n' "$u"`, `month=$(date +%m); echo $((10#$month))`, `x=$u; echo "${x@Q}"`,
	`declare x="$u"; local_=$u`, `s="($u)"; declare x=$s; echo "$s"`,
	`declare -a list=(x y); list[5]=z; echo "${list[@]:1:2}"`,
	`n=$(printf '%d' "$u"); x=(a); x+=("$n")`,
}

func TestShellsReadAgainWhatIsReread(t *testing.T) {
	for _, shell := range []string{"bash", "zsh"} {
		rows := rereadInBash
		if shell == "zsh" {
			rows = rereadInZsh
		}
		t.Run(shell, func(t *testing.T) {
			r := newRig(t, shell)
			for _, row := range rows {
				dir := placeHidden(t, r, row)
				text := "u=$(cat p); " + row
				if f := reported(text, dir, r.dialect); !unsure(f) && !strings.Contains(show(f), "[zz]") {
					t.Errorf("%s: no hazard, reported:%s", row, show(f))
				}
				if ran := r.run(t, text, dir, 0); len(ran) == 0 && !strings.Contains(row, "TERM") {
					t.Errorf("%s: the shell does not read it again", row)
				}
			}
		})
	}
}

// placeHidden makes a directory with the text that the gate does not see: with another form of it
// where the shell expands the value as a prompt or a list.
func placeHidden(t *testing.T, r *rig, row string) string {
	text := hidden
	if strings.Contains(row, "@P}") || strings.Contains(row, `l="(`) || strings.Contains(row, "(e)") {
		text = "$(zz)"
	}
	dir := r.place(t)
	if err := os.WriteFile(filepath.Join(dir, "work", "p"), []byte(text+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestShellsReadOnceWhatIsNotReread(t *testing.T) {
	for _, shell := range []string{"bash", "zsh"} {
		rows := readOnce
		if shell == "bash" {
			rows = append(rows[:len(rows):len(rows)], readOnceInBash...)
		}
		t.Run(shell, func(t *testing.T) {
			r := newRig(t, shell)
			for _, row := range rows {
				dir := placeHidden(t, r, row)
				text := "u=$(cat p); " + row
				if f := reported(text, dir, r.dialect); hazardIDs(f) != "" {
					t.Errorf("%s: hazards %s", row, hazardIDs(f))
				}
				for _, argv := range r.run(t, text, dir, 0) {
					if argv[0] == "zz" && !strings.Contains(row, "zz") {
						t.Errorf("%s: the shell runs %q", row, argv)
					}
				}
			}
		})
	}
}
