package shparse_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// places are contexts of a word, with how single quotes act there: as quotes, or as letters.
var places = []struct {
	text   string
	quotes bool
}{
	{"echo @", true}, {"y=@", true}, {"[[ -n @ ]]", true}, {"cat <<<@", true},
	{"case @ in *) ;; esac", true},
	{"echo \"@\"", false}, {"cat <<E\n@\nE", false}, {"cat <<-E\n\t@\n\tE", false},
	{"echo $((1+@))", false}, {"((1+@))", false},
	{"echo $((1+\"@\"))", false}, {"[[ -n \"@\" ]]", false}, {"y=\"@\"", false},
	{"cat <<<\"@\"", false}, {"z=a; echo ${z:@}", false},
	{"echo ${a[@]}", false}, {"b[@]=1", false}, {"for ((i=@;0;)); do :; done", false},
	{"echo $[@]", false}, {"echo $\"@\"", false},
	{"echo \"${w-@}\"", false}, {"echo \"${w-\"@\"}\"", false}, {"x=$(cat <<E\n@\nE\n)", false},
	{"(( x = 1 ? 2 : @ ))", false},
	{"f() { echo \"@\"; }; f", false}, {"case \"@\" in *) ;; esac", false},
	{"if false; then echo \"@\"; fi", false},
}

// operands are expansions with a word in which single quotes act as around the expansion.
var operands = []string{"${x-@}", "${x:-@}", "${x=@}", "${x:=@}", "${HOME+@}", "${HOME:+@}",
	"${@:-@}", "${a[@]-@}", "${x:-a @ b}"}

// TestRequote looks for the command between single quotes that are letters where they stand, and in
// process substitutions that are a part of an operand.
func TestRequote(t *testing.T) {
	for _, d := range []dialect.Dialect{dialect.Bash, dialect.Zsh} {
		for _, p := range places {
			for _, o := range operands {
				head, tail, _ := cutLast(o, "@")
				for _, hidden := range []string{"'$(rm x)'", "'`rm x`'"} {
					text := strings.Replace(p.text, "@", head+hidden+tail, 1)
					if got := ranRemove(text, d); got == p.quotes {
						t.Errorf("%d: %s: rm runs: %v", d, text, got)
					}
				}
			}
		}
	}
	for _, text := range []string{
		`((x='$(rm x)'))`, `echo $(('$(rm x)'))`, `echo "${x:-$'$(rm x)'}"`, `echo ${x:-<(rm x)}`,
		`echo ${x#<(rm x)}`, `echo ${x/y/<(rm x)}`,
		`echo ${x/<(rm x)/y}`, `echo ${x?<(rm x)}`, `echo ${x+>(rm x)}`, `echo ${@:-<(rm x)}`,
		`echo ${a[@]-<(rm x)}`, `echo ${x:-a<(echo $(rm x))b}`,
		`y=${x:-<(rm "$z")}`, `[[ -n ${x:-<(rm x)} ]]`, `echo "${x##<(rm x)}"`,
		`if [ a = b ]; then echo ${x:-<(rm x)}; fi`, "cat <<E\n${x:-'}$(rm x)'}\nE",
		`echo "${x:-'"$(rm x)"'}"`,
	} {
		if !ranRemove(text, dialect.Bash) {
			t.Errorf("%s: rm does not run", text)
		}
	}
	for _, text := range []string{`x==(rm x)`, `echo ${x:-=(rm x)}`, `echo ${x/a/=(rm x)}`,
		`echo $['$(rm x)']`} {
		if !ranRemove(text, dialect.Zsh) {
			t.Errorf("zsh: %s: rm does not run", text)
		}
	}
}

func cutLast(s, sep string) (head, tail string, ok bool) {
	i := strings.LastIndex(s, sep)
	return s[:i], s[i+len(sep):], i >= 0
}

// ranRemove reports whether rm is among the commands, or the text is said not to be understood.
func ranRemove(text string, d dialect.Dialect) bool {
	f := analyzedAs(text, d)
	ids := hazardIDs(f)
	return runsRemove(f) || strings.Contains(ids, "syntax") || strings.Contains(ids, "shells-differ")
}

func runsRemove(f *fact.Facts) bool {
	for i := range f.Commands {
		if argv := f.Commands[i].Argv; len(argv) > 0 && argv[0].Text == "rm" {
			return true
		}
	}
	return false
}

// TestRequoteInnocent holds texts in which quotes are what they seem to be.
func TestRequoteInnocent(t *testing.T) {
	for _, text := range []string{
		`echo "${x//'"'/}"`, `echo "${x#'$('}"`, `echo "${x%'}'}"`, `echo ${x:-'$(rm x)'}`,
		`echo "${x:-it is}"`, `echo "${x:-'a'}"`, `h['$k']=1; echo ${h['a b']}`,
		`declare -A m; m['f(x)']=1`, `echo "$(echo 'a "b" }')"`, `awk '{print $1 "<(" $2}' f`,
		`echo "${x}" '<(rm x)'`, `git log --format='%(x)' "${y}"`,
		`sed 's/${x}/$(y)/' f; echo "${z:-a}"`, "cat <<'E'\n${x:-'$(rm x)'}\nE", `jq '.a[0] | "${x}"' f`,
		`echo ${x#\<(} ok`, `[[ $x =~ '$(' ]]`,
	} {
		f := analyzedAs(text, dialect.Bash)
		if ids := hazardIDs(f); ids != "" || runsRemove(f) {
			t.Errorf("%s: hazards %q, commands %s", text, ids, readings(f))
		}
	}
}

// TestPlainBraces holds braces that bash takes for letters, as bash expands them.
func TestPlainBraces(t *testing.T) {
	for text, want := range map[string]string{
		`rm {x},y}`: "x} y", `rm {a}},/e}`: "a}} /e", `rm {''},/e}`: "} /e", `rm {x}{a,b}`: "{x}a {x}b",
		`rm {{x},y}`: "{x} y", `rm {a,{x},y}`: "a {x} y",
		`rm {p,{x},y},q}`: "p,q} {x},q} y,q}", `rm {x..},y}`: "x..} y", `rm {ab..c},d}`: "{ab..c},d}",
		`rm {x}..z}`: "{x}..z}", `rm {x}y},z}w`: "x}y}w zw",
		`rm {x\},y}`: "x} y", `rm {}{},y}`: "{}} {}y", `rm {}`: "{}", `rm {},x}`: "{},x}",
		`rm {a{b,c}`: "{ab {ac", `rm {x},{y,z}}`: "x} y z",
		`rm {a,b}c}`: "ac} bc}", `rm {a}`: "{a}", `rm {a,b}{c,d}`: "ac ad bc bd", `rm ${x}{a},b}`: "",
	} {
		if want == "" {
			want = "…" // a part of each word is not known
		}
		if got := readings(analyzedAs(text, dialect.Bash)); got != "rm "+want &&
			!(want == "…" && strings.Contains(got, "…")) {
			t.Errorf("%s: %s, want rm %s", text, got, want)
		}
	}
}
