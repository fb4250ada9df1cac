package analyze

import (
	"testing"

	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/paths"
)

// printed analyses `echo "WORD"` and returns that word.
func printed(text string) fact.Word {
	a := Analyzer{Call: record.Call{Specs: commands.Table{}, Places: paths.New("/p", "/home/u", "", true),
		Home: "/home/u"}}
	facts := a.Shell(`x=`+text+`; echo "$x"`, "/p")
	last := &facts.Commands[len(facts.Commands)-1]
	return last.Argv[len(last.Argv)-1]
}

// TestNumbers holds which substitutions are known to give a number, and which are not: what a
// shell computes with is code unless it is one.
func TestNumbers(t *testing.T) {
	for _, row := range []struct {
		text string
		want bool
	}{
		{`$(wc -l < a.txt)`, true},
		{`$(cat a.txt | wc -l)`, true},
		{`$(ls | wc -l | tr -d ' ')`, true},
		{`$(wc -lc < a.txt | cut -d' ' -f1)`, true},
		{`$(git log --oneline | head -5 | wc -l | sort | tail -n 1)`, true},
		{`$(grep -c x a.txt)`, true},
		{`$(grep -c x a.txt || echo 0)`, true},
		{`$(grep -c x a.txt || true)`, true},
		{`$(grep -ciE 'x|y' < a.txt 2>/dev/null)`, true},
		{`$(if [ -f a ]; then wc -l < a; else echo 0; fi)`, true},
		{`$(date +%s)`, true},
		{`$(date +%Y%m%d)`, true},
		{`$(date -d yesterday +%s)`, true},
		{`$(stat -c %s a.txt)`, true},
		{`$(id -u)`, true},
		{`$(git rev-list --count HEAD)`, true},
		{`$(git -C sub rev-list --count main..HEAD)`, true},
		{`$(tr -cd 0-9 < a.txt)`, true},
		{`$(tr -dc '[:digit:]' < a.txt)`, true},
		{`$(awk 'END{print NR}' a.txt)`, true},
		{`$(pgrep -f server)`, true},
		{`$(tput cols)`, true},
		{`$(printf '%d' "$u")`, true},
		{"`wc -l < a.txt`", true},
		{`$(wc -l a.txt | awk '{print $1}')`, true},
		{`$(wc -l src/*.go | tail -1 | awk '{ print $1 }')`, true},
		{`$(sort a.txt | uniq -c | sort -rn | head -1 | awk '{print $1}')`, true},
		{`$(git diff --numstat HEAD~1 | cut -f2)`, true},
		{`$(git diff --numstat | awk '{s+=$1} END {print s}')`, true},
		{`$(du -sk src | cut -f1)`, true},
		{`$(jq length a.json)`, true},
		{`$(jq -r '.items | length' a.json)`, true},
		{`$(sed -n '$=' a.txt)`, true},
		{`$(curl -s -o /dev/null -w '%{http_code}' http://localhost:8080/)`, true},

		{`$(grep -n x a.txt | head -1 | cut -d: -f1)`, true},
		{`$(grep -nE 'x|y' a.txt | awk -F: '{print $1}' | tail -n 1)`, true},

		{`$(grep -n x a.txt)`, false},
		{`$(grep -n x a.txt | cut -d: -f2)`, false},
		{`$(grep -n x a.txt | cut -d: -f1-2)`, false},
		{`$(grep -n x a.txt b.txt | cut -d: -f1)`, false}, // names
		{`$(grep -rn x src | cut -d: -f1)`, false},
		{`$(grep -nH x a.txt | cut -d: -f1)`, false},
		{`$(grep -nA2 x a.txt | cut -d: -f1)`, false}, // other lines have no colon
		{`$(grep -n x "$f" | cut -d: -f1)`, false},
		{`$(grep -n x | cut -d: -f1)`, false},
		{`$(grep -n x a.txt | cut -c1)`, false},
		{`$(grep -n x a.txt | sed s/:/x/ | cut -d: -f1)`, false},
		{`$(printf '\0x' > a.txt; grep -n x a.txt | cut -d: -f1)`, false}, // a binary file matches
		{`$(grep -n x /bin/sh | cut -d: -f1)`, false},
		{`$(wc -l a.txt)`, false},           // the name of the file, too
		{`$(grep -c x a.txt b.txt)`, false}, // names
		{`$(grep -c x $f)`, false},          // may be several
		{`$(grep -rc x)`, false},
		{`$(grep -c x 'a[$(id)]' 2>&1)`, false}, // an error holds the name
		{`$({ grep -c x 'a[$(id)]'; } 2>&1)`, false},
		{`$(exec 2>&1; grep -c x 'a[$(id)]')`, false},
		{`$(exec 3>&1; grep -c x 'a[$(id)]' 2>&3)`, false},
		{`$(grep -c x a.txt || echo "$u")`, false},
		{`$(grep -c x a.txt || echo a)`, false},
		{`$(cat u | tr -d ' ')`, false},
		{`$(date +'a[$(id)]')`, false},
		{`$(date +%Y-%m-%d$u)`, false},
		{`$(date +%A)`, false},
		{`$(date)`, false},
		{`$(stat -c %n a.txt)`, false},
		{`$(stat -c %s%n a.txt)`, false},
		{`$(id -un)`, false},
		{`$(id)`, false},
		{`$(git rev-list HEAD)`, false},
		{`$(seq -f 'a[%g]' 1)`, false},
		{`$(seq 1 $u)`, false},
		{`$(seq inf inf)`, false},
		{`$(tr -d 0-9 < a.txt)`, false},
		{`$(tr -cd 0-9x < a.txt)`, false},
		{`$(awk 'END{print NR}' 'NR=a[$(id)]')`, false}, // an assignment
		{`$(awk -v NR=x 'END{print NR}' a.txt)`, false},
		{`$(pgrep -l server)`, false},
		{`$(printf '%s' "$u")`, false},
		{`$(wc() { cat u; }; wc -l < a.txt)`, false},
		{`$(./wc -l < a.txt)`, false},
		{`$(wc -l < a.txt; cat u)`, false},
		{`$(cat u; wc -l < a.txt)`, false},
		{`$(eval "$u"; wc -l < a.txt)`, false},
		{`$(wc -l < a.txt | tee >(cat u))`, false},
		{`$(wc -l < a.txt > >(sed s/1/x/))`, false},
		{`$(wc -l < a.txt | sed s/1/x/)`, false},
		{`$(wc -l < a.txt | cut -c1 --output-delimiter=x)`, false},
		{`$(shuf -e x y)`, false},
		{`$(wc -l < a.txt | sort - u)`, false},
		{`$(wc -l < a.txt)x`, false},
		{`$(wc -l a.txt | awk '{print $2}')`, false},
		{`$(wc -l $f | cut -d' ' -f1)`, false},           // may be options
		{`$(wc -l a.txt | awk -F: '{print $1}')`, false}, // no colon: the whole line
		{`$(wc -l a.txt | cut -f1)`, false},              // nor a tab
		{`$(wc -l a.txt | cut -d' ' -f11)`, false},
		{`$(wc -l a.txt 2>&1 | cut -d' ' -f1)`, false}, // an error holds the name
		{`$(wc -l a.txt | cut -c1- | awk '{print $1}')`, false},
		{`$(wc -l a.txt | tail -c 5 | awk '{print $1}')`, false},
		{`$({ wc -l a.txt; cat u; } | awk '{print $1}')`, false},
		{`$({ cat u; wc -l a.txt; } | awk '{print $1}')`, false},
		{`$(wc -l a.txt | { head -c 3 > /dev/null; sort; } | awk '{print $1}')`, false},
		{`$(wc -l a.txt | { (head -c 3 > /dev/null); sort; } | awk '{print $1}')`, false},
		{`$(wc -l a.txt | sort - u | awk '{print $1}')`, false},
		{`$(wc -l a.txt | awk '{print $1}' u)`, false},
		{`$(uniq -c a.txt | awk '{print $2}')`, false},
		{`$(uniq a.txt | awk '{print $1}')`, false},
		{`$(git diff --numstat | cut -f3)`, false},
		{`$(git diff --numstat -z | cut -f1)`, false}, // names are not quoted
		{`$(git diff --numstat -p | cut -f1)`, false},
		{`$(git log --numstat | cut -f1)`, false},
		{`$(du -k src | cut -f1)`, false}, // names with line ends
		{`$(du -sk "$d" | cut -f1)`, false},
		{`$(jq .n a.json)`, false},
		{`$(jq -r '.n # | length' a.json)`, false},
		{`$(jq -r '.n, "| length"' a.json)`, false},
		{`$(jq -rf length a.json)`, false},
		{`$(sed -n '$=;p' a.txt)`, false},
		{`$(sed '$=' a.txt)`, false},
		{`$(curl -s -w '%{http_code}' http://localhost:8080/)`, false},
		{`$(curl -s -o /dev/null -w '%{redirect_url}' http://localhost:8080/)`, false},
		{`$(curl -s -o /dev/null -w '%{http_code}' http://localhost/ http://x.example/)`, false},
		{`$(trap 'cat u' EXIT; wc -l < a.txt)`, false},
	} {
		if got := printed(row.text); got.Number != row.want {
			t.Errorf("%s: number = %v, want %v", row.text, got.Number, row.want)
		}
	}
}
