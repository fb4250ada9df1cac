package main

import (
	"bufio"
	"errors"
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/agents"
	"github.com/fencepost/fencepost/internal/rule"
	"github.com/fencepost/fencepost/internal/sandbox"
)

// The two questions of `install`, with what a yes means.
const (
	askFewer = "Fewer prompts? A call that fencepost understands, and that stays in the project, then runs\n" +
		"without " + agents.DefaultTitle + "'s own prompt. What fencepost asks about still asks, and what it denies stays denied."
	askSandbox = "Sandbox? A command that runs code fencepost cannot see (./build.sh, npx new-tool) then runs\n" +
		"confined, not after a question: it changes files of the project only, reads no credentials, and\n" +
		"reaches known hosts only. A tool that needs more fails once, and you are asked about it."
)

// yes puts a question to the person at the terminal; recommended is what Enter stands for.
func (s stdio) yes(in *bufio.Reader, question string, recommended bool) (bool, error) {
	choice := "[y/N]"
	if recommended {
		choice = "[Y/n]"
	}
	for {
		s.printf("%s %s ", question, s.style.bold(choice))
		line, err := in.ReadString('\n')
		if err != nil {
			return false, errors.New("there was no answer; nothing was changed")
		}
		switch strings.ToLower(strings.TrimSpace(line)) {
		case "":
			return recommended, nil
		case "y", "yes":
			return true, nil
		case "n", "no":
			return false, nil
		}
		question = "Answer y or n."
	}
}

// ask settles what the flags leave open: with --yes as is recommended, at a terminal as the person
// says. Recommended is a yes to both if this machine keeps the sandbox's level full: without a sandbox
// the client's own prompt is the second look at code that runs.
func (j *job) ask(t *target) error {
	if !t.yes && (t.print || t.managed || !j.interactive()) {
		return nil
	}
	in := bufio.NewReader(j.in)
	why := j.canConfine()
	full := why == nil && j.machine.engine.Level == sandbox.LevelFull
	decide := func(question string) (bool, error) {
		if t.yes {
			return full, nil
		}
		return j.yes(in, question, full)
	}
	var err error
	if !t.fewer && !allowsExplicit() {
		t.fewer, err = decide(askFewer)
	}
	switch {
	case err != nil || t.sandbox || t.noSandbox || prefixed(j.file):
		return err
	case why != nil:
		j.notes = append(j.notes, "installed without the sandbox: "+why.Error())
		return nil
	case t.yes && !full:
		j.notes = append(j.notes, "this machine does not keep the sandbox's level full, so nothing "+
			"was switched on. `fencepost help install` shows the flags")
	}
	t.sandbox, err = decide(askSandbox)
	return err
}

// interactive reports whether a person sits at a terminal and can be asked.
func (s stdio) interactive() bool {
	in, isFile := s.in.(*os.File)
	out, toFile := s.out.(*os.File)
	return isFile && toFile && isTerminal(in) && isTerminal(out)
}

// allowsExplicit reports whether an allow of fencepost already takes the client's own prompt away.
func allowsExplicit() bool {
	set := policyHere().Effective()
	return set.OutputAllow == rule.OutputExplicit
}

// tellPrompts says, once the sandbox is on, that the client still asks by itself.
func (s stdio) tellPrompts() {
	if !allowsExplicit() {
		s.printf("note: " + agents.DefaultTitle + " still prompts before most commands, confined or not. " +
			"`fencepost install --fewer-prompts` takes these prompts away\n")
	}
}

// tellNext ends an installation with what to try.
func (j *job) tellNext() {
	if !j.standard {
		j.printf("next: `fencepost doctor --agent %s` checks that the hook really blocks\n", j.agentName)
		return
	}
	j.printf("\nTry it: start a new session, and ask the agent to run `rm -rf ~`. It is blocked.\n" +
		"  fencepost doctor            checks that the hook really blocks\n" +
		"  fencepost check 'git push'  says what happens to a command, and why\n" +
		"  fencepost uninstall         takes the hooks out again\n")
}
