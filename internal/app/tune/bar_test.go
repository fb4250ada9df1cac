package tune

import (
	"bufio"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

// attack is a row of the corpus of attacks: the least restrictive decision that will do.
type attack struct {
	Cmd string `json:"cmd"`
	Min string `json:"min"`
}

func readAttacks(t *testing.T, file string) (list []attack) {
	t.Helper()
	f, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var a attack
		if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
			t.Fatal(err)
		}
		list = append(list, a)
	}
	return list
}

// calls is how many calls each user makes, before tune looks and after it.
const (
	callsBefore = 500
	callsAfter  = 300
)

// TestUsers holds tune to its promise: of what synthetic users are asked about its proposals save
// most, in the calls that follow, and no attack passes with them.
func TestUsers(t *testing.T) {
	users, planted := 6, 40
	if testkit.IsNightly() {
		users, planted = 50, 500
	}
	w := newWorld(t)
	attacks := readAttacks(t, "../../../testdata/corpora/attacks.jsonl")
	if more := os.Getenv("FENCEPOST_ATTACKS"); more != "" {
		attacks = readAttacks(t, more)
	}
	var asks, possible, saved int
	for seed := range users {
		u := newUser(uint64(seed+1), w.projects)
		l := newLogger(t, w)
		for range callsBefore {
			l.write(u.event())
		}
		l.close(t)
		r, err := Learn(Options{Files: []string{l.path}, Gate: w.gate})
		if err != nil {
			t.Fatal(err)
		}
		with := w.with(t, r.Proposals)
		for range callsAfter {
			e := u.event()
			if w.decide(&e) != rule.Ask {
				continue
			}
			asks++
			never := lookAt(w.gate, e.call()).never
			if never == "" {
				possible++
			}
			if with(&e) == rule.Allow {
				saved++
				if never != "" {
					t.Errorf("user %d: %v passes", seed, e.input)
				}
			}
		}
		w.plant(t, u, r.Proposals, attacks, seed, planted)
	}
	t.Logf("%d users: %d asks after tune, %d of which a rule may be proposed for; %d saved: %d %% "+
		"of all, %d %% of these",
		users, asks, possible, saved, 100*saved/asks, 100*saved/possible)
	if 100*saved < 60*possible {
		t.Errorf("too few are saved")
	}
}

// with returns what is decided with the proposals, each in the config that it belongs to.
func (w *world) with(t *testing.T, list []Proposal) func(*event) rule.Decision {
	t.Helper()
	gates := map[string]*gate.Gate{}
	return func(e *event) rule.Decision {
		g := gates[e.cwd]
		if g == nil {
			var rules []Rule
			for _, p := range list {
				if p.Project == "" || p.Project == e.cwd {
					rules = append(rules, p.Rule)
				}
			}
			doc, problems := Document(rules)
			if len(problems) > 0 {
				t.Fatal(problems)
			}
			g = w.gate.Past(gate.Instead{Added: []*policy.Document{doc}})
			gates[e.cwd] = g
		}
		return g.Judge(e.call()).Verdict.Decision
	}
}

// plant judges attacks, alone and beside what passes now, with the proposals of a user.
func (w *world) plant(t *testing.T, u *user, list []Proposal, attacks []attack, seed, planted int) {
	t.Helper()
	var rules []Rule
	lines := []string{"ls"}
	for _, p := range list {
		rules = append(rules, p.Rule)
		if p.In == InAllow || p.In == InAllowChecks {
			lines = append(lines, p.Examples[0])
		}
	}
	doc, problems := Document(rules)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	with := w.gate.Past(gate.Instead{Added: []*policy.Document{doc}})
	for i := range planted {
		a := attacks[(i*len(attacks)/planted+seed)%len(attacks)]
		least, _ := rule.ParseDecision(a.Min)
		line := lines[i%len(lines)]
		for _, form := range []string{"A", "L; A", "L && A", "A\nL", "L | {\nA\n}"} {
			cmd := strings.NewReplacer("A", a.Cmd, "L", line).Replace(form)
			got := with.Judge(shellCall(cmd, w.projects[0])).Verdict.Decision
			if got >= least {
				continue
			}
			// Beside a line that passes in any case it must not pass either.
			cmd = strings.NewReplacer("A", a.Cmd, "L", "ls").Replace(form)
			if before := w.gate.Judge(shellCall(cmd, w.projects[0])).Verdict.Decision; got < before {
				t.Errorf("user %d: %s with L=%s A=%s: %v with the proposals, %v without", seed, form, line,
					a.Cmd, got, before)
			}
		}
	}
}
