package gate_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/test/testkit"
	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// leastUnseen is the percentage of the lines that a person is asked about only because code cannot be
// seen, which have to run confined without a question. It is the bar.
const leastUnseen = 80

// saysUnseen are the reasons that say so: the gate would have to read a program, a script, what is
// downloaded, or a text that is made while it runs.
var saysUnseen = regexp.MustCompile(strings.Join([]string{
	`runs code that fencepost cannot see`,
	`It runs .*, and no rule allows that`,
	`encepost does not know what (it|this tool) does`,
	`[Aa]n option makes it run other code`,
	`does not know one of its options`,
	`cannot see (what|the shell text)`,
	`knows only a part of what`,
	`runs the commands in this expression`,
	`which reads inline code, is not beside`,
	// Code of packages, which nobody has read either.
	`^(npx|bunx|pnpx|uvx|pipx|\S+ dlx)\b.*: It contacts another machine`,
	`runs their scripts`, `Installing runs code`, `It installs, changes or removes packages`,
	`It runs, downloads, installs or removes code`, `It downloads or installs code`,
	`It installs or publishes what was built`, `It publishes, installs or runs what was built`,
}, "|"))

// saysOutward are words by which a line says itself that it publishes, deploys or destroys something:
// it is asked about for that, whatever the gate sees of the code.
var saysOutward = regexp.MustCompile(`(?i)\b(publish\w*|deploy|release\w*|upload\w*|push|reset|wipe|drop|` +
	`destroy)\b`)

// TestUnseenLinesRunConfined judges what agents run all day with the sandbox off and on. Of the lines that
// stop since nobody sees what runs, most have to run confined.
func TestUnseenLinesRunConfined(t *testing.T) {
	testkit.All(t, "judges 5,000 lines twice")
	t.Parallel()
	c := &unseen{left: map[string][]string{}}
	c.lines(t, gatetest.Everyday(t), everydayLines(t))
	c.lines(t, gatetest.New(t, gatetest.Corpora), benignLines(t))
	c.report(t)
}

// lines judges lines without the sandbox, and then with it switched on by the person's config.
func (c *unseen) lines(t *testing.T, s *gatetest.World, cmds []string) {
	t.Helper()
	judge := func(cmd string) rule.Verdict {
		return s.Judge(t, "Bash", map[string]any{"command": s.Fill(cmd)})
	}
	var off []rule.Verdict
	for _, cmd := range cmds {
		off = append(off, judge(cmd))
	}
	s.UserConfig(t, "sandbox: {mode: auto}\n")
	s.Change(func(o *gate.Options) { o.Confined = true })
	for i, cmd := range cmds {
		c.take(t, cmd, off[i], judge(cmd))
	}
}

// unseen counts lines.
type unseen struct {
	asked, confined int
	outward         int                 // that say themselves what they do outside
	left            map[string][]string // that are asked about still, by what the reason says
}

func (c *unseen) take(t *testing.T, cmd string, off, on rule.Verdict) {
	t.Helper()
	switch {
	case on.Decision > off.Decision:
		t.Errorf("%s: %v without the sandbox, and %v (%s) with it", cmd, off.Decision, on.Decision,
			on.Description)
	case off.Decision == rule.Deny && on.Decision != rule.Deny:
		t.Errorf("%s: denied without the sandbox, and %v with it", cmd, on.Decision)
	}
	if off.Decision != rule.Ask || !saysUnseen.MatchString(off.Command+": "+off.Description) {
		return
	}
	if saysOutward.MatchString(cmd) {
		c.outward++
		return
	}
	c.asked++
	if on.Decision == rule.Allow && on.Confined != "" {
		c.confined++
		return
	}
	c.left[on.Description] = append(c.left[on.Description], strings.ReplaceAll(cmd, "\n", "⏎"))
}

func (c *unseen) report(t *testing.T) {
	t.Helper()
	logEveryday(t, "\n\t", c.left)
	t.Logf("%d of %d lines that stop since code is not seen run confined: %.1f %%; "+
		"%d more say that they publish, deploy or destroy", c.confined, c.asked,
		100*float64(c.confined)/float64(c.asked), c.outward)
	if c.asked < 200 || 100*c.confined < leastUnseen*c.asked {
		t.Errorf("%d of %d lines run confined, want %d %% of 200 and more", c.confined, c.asked,
			leastUnseen)
	}
}

func everydayLines(t *testing.T) (cmds []string) {
	t.Helper()
	for _, r := range gatetest.ReadEveryday(t) {
		cmds = append(cmds, r.Cmd)
	}
	return cmds
}

func benignLines(t *testing.T) (cmds []string) {
	t.Helper()
	for _, r := range gatetest.ReadCorpus(t, "benign.jsonl", 1400) {
		cmds = append(cmds, r.Cmd)
	}
	return cmds
}
