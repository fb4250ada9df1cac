package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/tune"
)

// tuneCommand proposes rules for what was asked about and then ran.
func tuneCommand(s stdio) *cobra.Command {
	var l pastLog
	t := tuner{s: s, name: "tune"}
	c := plainCommand("tune",
		"propose rules for what was asked about and then ran",
		"; name a log with --log", func() int { return t.runTune(&l) })
	t.flags(c)
	l.flags(c)
	return c
}

// flags are those of both commands that propose rules.
func (t *tuner) flags(c *cobra.Command) {
	boolFlag(c, &t.project, "project", "for the project's config instead of your own")
	boolFlag(c, &t.apply, "apply", "write the rules into the config")
	jsonFlag(c, &t.asJSON)
}

func (t *tuner) runTune(l *pastLog) int {
	s := t.s
	if code, refused := t.refused(); refused {
		return code
	}
	r, err := t.learn(l)
	if err != nil {
		return s.fail("tune: %v", err)
	}
	if t.asJSON {
		s.json(r)
		return exitOK
	}
	return t.show(r)
}

// refused says what is wrong with the flags, or with who runs this.
func (t *tuner) refused() (code int, refused bool) {
	switch {
	case t.apply && t.asJSON:
		return t.s.fail("%s: --json changes nothing, and --apply does: give one of the two", t.name), true
	case t.apply:
		return inAgent(t.s, t.name+" --apply")
	}
	return exitOK, false
}

// tuner shows and writes proposals.
type tuner struct {
	s              stdio
	name           string // of the command
	project, apply bool
	asJSON         bool
	dir            string // of the project, where one is asked about

	others []string // projects whose rules --apply leaves out
}

func (t *tuner) learn(l *pastLog) (*tune.Report, error) {
	files, err := l.files()
	if err != nil {
		return nil, err
	}
	since, err := l.from(time.Now())
	if err != nil {
		return nil, err
	}
	gate := pastGate(true, "")
	dir, err := l.dir()
	if err != nil {
		return nil, err
	}
	p, project, _ := gate.Policy(dir)
	if why := p.Failure(); why != "" {
		return nil, errors.New("every call is denied until the config is mended: " + oneLine(why))
	}
	if t.project {
		t.dir = project
	}
	bar := newProgress(t.s)
	defer bar.end()
	return tune.Learn(tune.Options{Files: files, Since: since, Gate: gate, Project: t.dir,
		Seen: bar.reading("reading the audit log")})
}

// show prints what was learned, and writes it where that is wanted.
func (t *tuner) show(r *tune.Report) int {
	t.printHead(r)
	code := t.showAll(r.Proposals)
	t.printNever(r)
	if !t.apply || len(r.Proposals) > 0 {
		return code
	}
	why := "a rule takes two calls of one kind that were asked about and ran"
	if r.Asked > 0 && r.Outcomes == 0 {
		why = "the log does not say what ran"
	}
	return t.s.failed("%s --apply: nothing was written: %s", t.name, why)
}

// showAll prints the rules for each config, and writes them where that is wanted.
func (t *tuner) showAll(all []tune.Proposal) int {
	code := exitOK
	for _, project := range t.places(all) {
		list := slices.DeleteFunc(slices.Clone(all), func(p tune.Proposal) bool {
			return !t.project && p.Project != project
		})
		if len(list) > 0 {
			code = max(code, t.place(project, list))
		}
	}
	for _, project := range t.others {
		code = t.s.failed("%s --apply: the rules for the project %s were not written. Run `fencepost %s "+
			"--project --apply` there", t.name, oneLine(project), t.name)
	}
	return code
}

func (t *tuner) printHead(r *tune.Report) {
	s := t.s
	s.printf("%s asked about; %d ran, %d did not, or nobody knows\n",
		s.style.bold(plural(r.Asked, "call")), r.Ran, r.Refused)
	s.printBad(r.Bad)
	switch {
	case r.Asked > 0 && r.Outcomes == 0:
		s.printf("The log does not say what ran: the agent has no hook after its calls. " +
			"`fencepost install` enters one.\n")
	case r.Passes > 0:
		s.printf("%d of those that ran pass by now\n", r.Passes)
	}
	if r.Unasked > 0 {
		s.printf("%d ran in a mode in which the agent asks nobody, and teach nothing\n", r.Unasked)
	}
	if len(r.Proposals) == 0 {
		s.printf("There is nothing to propose.\n")
		return
	}
	s.printf("%s would have passed %d of the %d calls for which a rule may be proposed\n",
		plural(len(r.Proposals), "rule"), r.Covered, r.Possible)
}

// places are the configs that proposals belong to: the person's first.
func (t *tuner) places(list []tune.Proposal) []string {
	if t.project {
		return []string{t.dir}
	}
	out := []string{""}
	for i := range list {
		if p := list[i].Project; !slices.Contains(out, p) {
			out = append(out, p)
		}
	}
	slices.Sort(out)
	return out
}

// place prints the rules for one config, or writes them.
func (t *tuner) place(project string, list []tune.Proposal) int {
	s := t.s
	file, err := tune.ConfigFile(t.home(), project)
	text, wrong := tune.Config(list)
	if err = errors.Join(err, wrong); err != nil {
		return s.failed("%s: %v", t.name, err)
	}
	title := "for your own config, " + file
	if project != "" {
		title = "for the project " + project
	}
	s.printf("\n%s\n", s.style.bold("# "+oneLine(title)))
	s.printf("%s", text)
	if !t.apply {
		return exitOK
	}
	return t.write(project, file, list)
}

func (t *tuner) home() string { return pastGate(false, os.DevNull).ConfigHome() }

// write puts the rules into a config.
func (t *tuner) write(project, file string, list []tune.Proposal) int {
	s := t.s
	if project != "" && !t.project {
		t.others = append(t.others, project)
		return exitOK
	}
	trusted := project == "" || trustedFrom(project)
	if !trusted {
		return s.failed("%s: the config of %s is not trusted; look at it with `fencepost trust --show` "+
			"first", t.name, oneLine(project))
	}
	backup, err := tune.Apply(file, list, t.alone(project))
	if err != nil {
		return s.failed("%s: %s: %v", t.name, oneLine(file), err)
	}
	s.printf("wrote %s\n", oneLine(file))
	if backup != "" {
		s.printf("the file as it was: %s\n", oneLine(backup))
	}
	if project != "" {
		if err := trustWritten(project); err != nil {
			return s.failed("%s: the file could not be recorded as trusted: %v; run `fencepost trust`", t.name,
				err)
		}
	}
	return exitOK
}

// alone is the preset that a new config has to import, because without it the preset applies that
// the new one takes the place of; "" for none.
func (t *tuner) alone(project string) string {
	gate := pastGate(false, os.DevNull)
	dir := project
	if dir == "" {
		dir = string(filepath.Separator)
	}
	p, _, _ := gate.Policy(dir)
	if p.Default {
		return p.Standard()
	}
	return ""
}

const maxNever = 8

// printNever says why nothing is proposed for the others.
func (t *tuner) printNever(r *tune.Report) {
	if len(r.Never) == 0 {
		return
	}
	t.s.printf("\nNothing is proposed for\n")
	for i, n := range r.Never {
		if i == maxNever {
			t.s.printf("  … and %s more\n", plural(len(r.Never)-i, "reason"))
			break
		}
		t.s.printf("  %6d  %s\n", n.Calls, oneLine(strings.ToLower(n.Why[:1])+n.Why[1:]))
	}
}
