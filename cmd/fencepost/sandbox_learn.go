package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/app/violation"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
	"github.com/fencepost/fencepost/internal/sandbox/history"
)

// mostRuns bounds how often `sandbox learn` runs a command.
const mostRuns = 8

// sandboxLearnCommand finds out what a command needs in the sandbox. The hook closes the
// agent's way to it.
func sandboxLearnCommand(s stdio) *cobra.Command {
	var c *cobra.Command
	c = newCommand("learn -- COMMAND...", "run a command confined, and find out what else it needs",
		func(operands []string) int {
			if len(operands) == 0 || c.ArgsLenAtDash() != 0 {
				return s.fail("sandbox learn: name the COMMAND behind --: fencepost sandbox learn -- npm test")
			}
			text := operands[0]
			if len(operands) > 1 {
				text = shellquote.Join(operands)
			}
			return runLearn(s, text)
		})
	c.DisableFlagsInUseLine = true
	c.Long = "It runs the command as the gate would confine it, and says what the sandbox refused. Then\n" +
		"it asks whether to run it again with more, " + strconv.Itoa(mostRuns) + " times at most. It\n" +
		"proposes grants for what the last run needed. One word is the text of a command, several are\n" +
		"its words. It never opens what is never granted."
	return forPerson(s, c)
}

func runLearn(s stdio, text string) int {
	terminal, err := os.OpenFile("/dev/tty", os.O_RDWR, 0)
	if err != nil {
		return s.fail("sandbox learn: it needs a terminal to ask you, so nothing has run: %v",
			err)
	}
	defer terminal.Close()
	l := &learner{stdio: stdio{in: terminal, out: terminal, err: s.err, style: styleOf(terminal)},
		answers: bufio.NewReader(terminal)}
	if err := l.prepare(text); err != nil {
		return s.fail("sandbox learn: %v", err)
	}
	e := &sandboxExplanation{}
	switch e.explain(l.result); {
	case !e.Confined:
		return s.failed("sandbox learn: nothing has run, because it would not run confined: %s (%s: %s)",
			e.Why, e.Decision, e.Reason)
	case e.Decision == "ask" && !isYes(l.ask("The gate asks: "+oneLine(e.Reason)+". Run it? [y/N] ")):
		return exitFailed
	}
	return l.learn()
}

// learner finds out what a command needs. What it says goes to the terminal.
type learner struct {
	stdio
	*rightsAt
	answers *bufio.Reader
	result  *gate.Result
	runner  string
	command string          // as the gate has it run
	asked   []history.Right // what the person was asked for, also devices
	more    []history.Right // what they have let it have of that
}

// isDevice reports whether a right is about a device, which only a config gives for good.
func isDevice(r history.Right) bool { return r.Kind == "device" }

// prepare has the gate judge the command as if the agent ran it where the sandbox is on.
func (l *learner) prepare(text string) (err error) {
	if l.runner, err = siblings.Find(runner); err != nil {
		return err
	}
	if l.rightsAt, err = rightsIn(&scope{}); err != nil {
		return err
	}
	call, err := (&question{tool: "Bash"}).call(text, l.dir)
	if err != nil {
		return err
	}
	l.gate = switchedOn(l.gate, l.policy)
	l.result = l.gate.Judge(call)
	if l.result.Verdict.Updated != nil {
		gate.MakeScratch(l.result.Settings.RedirectTarget)
	}
	l.command = l.result.Call.Text("command")
	return nil
}

// learn runs the command until it lacks nothing that the person lets it have.
func (l *learner) learn() int {
	for n := 1; ; n++ {
		l.printf("%s\n", l.style.bold("Run "+strconv.Itoa(n)+" of at most "+strconv.Itoa(mostRuns)))
		status, lacks, err := l.run()
		if err != nil {
			return l.failed("sandbox learn: %v", err)
		}
		fresh := slices.DeleteFunc(slices.Clone(lacks), func(right history.Right) bool {
			return slices.Contains(l.asked, right)
		})
		chosen := l.choose(fresh, n == mostRuns)
		if len(chosen) == 0 {
			return l.propose(status, lacks)
		}
		if err := violation.Make(chosen); err != nil {
			return l.failed("sandbox learn: %v", err)
		}
		l.asked, l.more = append(l.asked, fresh...), append(l.more, chosen...)
	}
}

// choose asks which of some rights the next run shall have. What is not understood is a no.
func (l *learner) choose(lacks []history.Right, last bool) (chosen []history.Right) {
	if len(lacks) == 0 {
		return nil
	}
	l.printf("The sandbox refused it:\n")
	for i, r := range lacks {
		want := violation.Want(r, l.judge.Home)
		if isDevice(r) {
			want = "using the device " + r.Name
		}
		l.printf("  %d  %s\n", i+1, oneLine(want))
	}
	if last {
		l.printf("It has run often enough.\n")
		return nil
	}
	answer := l.ask("Run it again with these? [y/N, or numbers of those to open] ")
	if isYes(answer) {
		return lacks
	}
	for _, word := range strings.Fields(strings.ReplaceAll(answer, ",", " ")) {
		n, err := strconv.Atoi(word)
		if err != nil || n < 1 || n > len(lacks) {
			return nil
		}
		chosen = append(chosen, lacks[n-1])
	}
	return chosen
}

// ask puts a question at the terminal.
func (l *learner) ask(text string) string {
	l.printf("%s", text)
	answer, _ := l.answers.ReadString('\n')
	return strings.ToLower(strings.TrimSpace(answer))
}

func isYes(answer string) bool { return answer == "y" || answer == "yes" }

// propose says what the command needs beyond what the gate gives it, and grants it after a yes. The
// last run ended with a status, and still lacked some rights.
func (l *learner) propose(status int, lacks []history.Right) int {
	code := min(status, exitFailed)
	used := slices.DeleteFunc(slices.Clone(l.more), func(r history.Right) bool {
		return slices.Contains(lacks, r) || slices.ContainsFunc(l.more, func(o history.Right) bool {
			return o != r && o.Kind == r.Kind && strings.HasSuffix(o.Name, "/") &&
				strings.HasPrefix(r.Name, o.Name)
		})
	})
	switch {
	case len(used) > 0:
		l.printf("%s\n", l.style.bold("What it needs beyond what the gate gives it:"))
	case code != exitOK || len(lacks) > 0:
		l.printf("Nothing is proposed.\n")
	default:
		l.printf("It needs nothing more.\n")
	}
	for _, r := range used {
		line := violation.GrantCommand([]history.Right{r}, "", l.judge.Home) + " --project"
		if isDevice(r) {
			line = "in your config, sandbox.devices: [" + r.Name + "]"
		}
		l.printf("  %s\n", oneLine(line))
	}
	used = slices.DeleteFunc(used, isDevice)
	if len(used) == 0 || !isYes(l.ask("Grant that in "+l.name+" for good? [y/N] ")) {
		return code
	}
	for _, r := range used {
		code = max(code, l.give(l.stdio, &scope{project: true}, r))
	}
	return code
}

// run runs the command confined, with what it was let have, and returns what it lacked of what a
// person may let it have.
func (l *learner) run() (status int, lacks []history.Right, err error) {
	p := l.result.Confined(l.gate, l.more)
	p.Prepare()
	p.Background = "kill" // the next run finds what this one has found
	for _, r := range l.more {
		if isDevice(r) {
			p.Devices = append(p.Devices, r.Name)
		}
	}
	l.printf("It %s.\n", oneLine(p.String()))
	profile, err := p.Encode()
	if err != nil {
		return 0, nil, err
	}
	ran := &violation.Ran{Store: l.store, Session: "learn-" + strconv.Itoa(os.Getpid()),
		Command: l.command, Dir: l.dir, Home: l.judge.Home, Project: l.project,
		Protected: l.judge.Protected, Glob: l.judge.Glob, Host: violation.Machine{},
		Source: func(key string) string {
			return strings.TrimPrefix(l.policy.SandboxSrc(key, ""), "built in")
		}}
	session := l.store.Session(ran.Session)
	defer session.Forget()
	noted := &history.Run{Command: l.command, Dir: l.dir, Closed: p.Closed, Profile: &p.Profile}
	if err := session.Begin(noted); err != nil {
		return 0, nil, err
	}
	out := &printout{to: l.stdio}
	status, err = out.of(exec.Command(l.runner, "--build", siblings.ThisBuild(), "--report-run",
		noted.Record, "--profile", string(profile), "--", "bash", "-c", l.command))
	if err != nil {
		return 0, nil, err
	}
	l.printf("%s\n", l.style.bold("It ended with "+strconv.Itoa(status)+"."))
	ran.Output = string(out.text)
	return status, l.lacks(violation.After(ran), ran.Output, p.Devices), nil
}

// lacks are what a person may let the command have of what a run was stopped from. The rest is told.
func (l *learner) lacks(r *violation.Report, output string, devices []string) (out []history.Right) {
	bare := func(host string) bool { return !strings.Contains(host, ":") }
	bares := 0
	for i := range r.Stops {
		s := &r.Stops[i]
		if s.Kind == "host" && bare(s.Name) {
			bares++
		}
		if s.Right.Kind != "" {
			out = append(out, s.Right)
		} else { // the first line says what they are
			l.printf("  never opened: %s\n", oneLine(strings.TrimPrefix(r.Lines[1+i], "- ")))
		}
	}
	for i := range out {
		if r := &out[i]; r.Kind == "host" && bare(r.Name) {
			r.Name = withPort(r.Name, output, bares == 1)
		}
	}
	for _, seen := range violation.Read(output) {
		for _, name := range seen.Names {
			r := history.Right{Kind: "device", Name: filepath.Clean(name)}
			info, err := os.Lstat(r.Name)
			if seen.Errno == violation.Missing && strings.HasPrefix(r.Name, "/dev/") && err == nil &&
				info.Mode()&os.ModeCharDevice != 0 && !slices.Contains(devices, r.Name) &&
				!slices.Contains(out, r) && l.judge.Host.Readable(r.Name) {
				out = append(out, r)
			}
		}
	}
	return out
}

// withPort is a host with the port at which a program says that it was refused: the record has only
// the ports that the network serves. A program may name the address that stands for the host in the
// run, which is clear where it is the only one.
func withPort(host, output string, only bool) string {
	names := regexp.QuoteMeta(host)
	if only {
		names += `|127\.1\.\d+\.\d+`
	}
	at := regexp.MustCompile(`\b(?:` + names + `)(?::| port )(\d{1,5})\b`)
	refused := regexp.MustCompile(`(?i)refused|(failed to|couldn't) connect`)
	for line := range strings.Lines(output) {
		if found := at.FindStringSubmatch(line); found != nil && refused.MatchString(line) {
			return host + ":" + found[1]
		}
	}
	return host
}

// printout shows what a command prints, without what a terminal would take for orders, and keeps its
// beginning and end.
type printout struct {
	to   stdio
	text []byte
}

func (o *printout) Write(data []byte) (int, error) {
	o.to.printf("%s", strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' || unicode.IsPrint(r) {
			return r
		}
		return -1
	}, string(data)))
	o.text = append(o.text, data...)
	const most = 1 << 20 // more than is read of an output
	if cut := len(o.text) - most; cut > 0 {
		o.text = slices.Delete(o.text, most/2, most/2+cut)
	}
	return len(data), nil
}

// of runs a command of fencepost-run to its end. As those of an agent it has no terminal: its input
// is empty. An interrupt ends the run and not this program, as a server has no other end.
func (o *printout) of(c *exec.Cmd) (status int, err error) {
	c.Stdout, c.Stderr, c.WaitDelay = o, o, time.Second
	interrupts := make(chan os.Signal, 1)
	signal.Notify(interrupts, os.Interrupt)
	defer signal.Stop(interrupts)
	err = c.Run()
	if status = c.ProcessState.ExitCode(); status < 0 || status == 125 { // of fencepost-run
		return 0, fmt.Errorf("the run was not carried out to its end: %w", err)
	}
	return status, nil
}
