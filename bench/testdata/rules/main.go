// This program times rule sets. It is built by the test beside it with an overlay, which puts it
// into the module together with rule sets that were generated for it.
//
// Arguments: the directory of the presets' YAML. Output: one line "KIND RULES TECHNIQUE COMMAND NS"
// for each.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	gen "github.com/fencepost/fencepost/bench/synthetic"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

func main() {
	for _, kind := range []string{"prefix", "check"} {
		for _, n := range []int{10, 100, 1000, 2000} {
			if err := measure(kind, n, os.Args[1]); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
}

// technique answers whether any rule applies.
type technique struct {
	name string
	hits func(text string, s *rule.Subject) bool
}

func measure(kind string, n int, dir string) error {
	techniques, err := techniques(kind, n, dir)
	if err != nil {
		return err
	}
	for _, command := range []struct {
		name, text string
		hit        bool
	}{
		{"none", "git status --short", false},
		{"last", fmt.Sprintf("tool-%d destroy --purge", n-1), true},
	} {
		c := parsed(command.text)
		for _, t := range techniques {
			if got := t.hits(command.text, rule.NewSubject(c, true)); got != command.hit {
				return fmt.Errorf("%s, %d rules, %s: %q hits: %v", kind, n, t.name, command.text, got)
			}
			fmt.Println(kind, n, t.name, command.name,
				time1(func() { t.hits(command.text, rule.NewSubject(c, true)) }))
		}
	}
	return nil
}

func techniques(kind string, n int, dir string) ([]technique, error) {
	name := fmt.Sprintf("%s%d", kind, n)
	generated, ok := gen.Presets{}.Lookup(name)
	if !ok {
		return nil, fmt.Errorf("preset %s was not generated", name)
	}
	file := filepath.Join(dir, name+".yaml")
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	doc, problems := parse.ParsePreset(file, text)
	if len(problems) > 0 {
		return nil, fmt.Errorf("%s", problems[0])
	}
	list := []technique{{"generated", asks(generated)},
		{"interpreted", asks(policy.NewRuleSet(name, doc))}}
	var regexes []*regexp.Regexp
	var prefixes []string
	for i := range n {
		if kind == "check" {
			regexes = append(regexes, regexp.MustCompile(fmt.Sprintf("^tool-%d .*--purge", i)))
			continue
		}
		prefixes = append(prefixes, fmt.Sprintf("tool-%d destroy", i))
		regexes = append(regexes,
			regexp.MustCompile(fmt.Sprintf(`(^|[;&|]\s*)tool-%d\s+destroy(\s|$)`, i)))
	}
	list = append(list, technique{"regexes", func(text string, _ *rule.Subject) bool {
		for _, re := range regexes {
			if re.MatchString(text) {
				return true
			}
		}
		return false
	}})
	if kind == "check" {
		return list, nil
	}
	return append(list, technique{"prefixes", func(text string, _ *rule.Subject) bool {
		for _, p := range prefixes {
			if strings.HasPrefix(text, p) {
				return true
			}
		}
		return false
	}}), nil
}

func asks(rs rule.RuleSet) func(string, *rule.Subject) bool {
	return func(_ string, s *rule.Subject) bool {
		hit := false
		rs.Words(s, func(rule.Hit) { hit = true })
		return hit
	}
}

// parsed is what the analyzer makes of a command without a spec.
func parsed(text string) *fact.Command {
	c := &fact.Command{Invocation: fact.Invocation{Text: text},
		Resolution: fact.Resolution{System: true, Lossless: true}}
	for i, f := range strings.Fields(text) {
		w := fact.Lit(f)
		c.Argv = append(c.Argv, w)
		if i == 0 {
			c.Name = f
		} else if strings.HasPrefix(f, "-") {
			c.Flags = append(c.Flags, fact.Flag{Name: f, Written: f, Value: -1})
		} else {
			c.Operands = append(c.Operands, fact.Operand{Word: w, Role: fact.RoleAny})
		}
	}
	c.Canon = c.Argv
	return c
}

// time1 returns the time of one call in nanoseconds: the best of several rounds, because a busy
// machine only adds to it.
func time1(call func()) float64 {
	n := 1
	for {
		start := time.Now()
		for range n {
			call()
		}
		if took := time.Since(start); took > 2*time.Millisecond {
			break
		}
		n *= 2
	}
	best := 0.0
	for i := range 9 {
		start := time.Now()
		for range n {
			call()
		}
		if ns := float64(time.Since(start)) / float64(n); i == 0 || ns < best {
			best = ns
		}
	}
	return best
}
