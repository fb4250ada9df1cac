package main

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/lowlevel/confighome"
	"github.com/fencepost/fencepost/internal/policy"
)

// testCommand judges tables of calls and compares with what is expected.
func testCommand(s stdio) *cobra.Command {
	var project, user string
	var trusted bool
	c := newCommand("test FILE...",
		"run policy tests: calls with the decisions they expect",
		func(files []string) int { return runTest(s, files, project, user, trusted) })
	textFlag(c, &project, "config",
		"use `FILE|DIR` as the project's config")
	textFlag(c, &user, "user", "use `FILE|DIR` as your own config")
	trustedFlag(c, &trusted)
	return takesFiles(c)
}

func runTest(s stdio, files []string, project, user string, trusted bool) int {
	if len(files) == 0 {
		return s.fail("test: name one or more files with tests, such as " + confighome.Dir + "/tests.yaml")
	}
	passed, failed := 0, 0
	for _, file := range files {
		p, f, err := testFile(s, file, project, user, trusted)
		if err != nil {
			return s.fail("test: %v", err)
		}
		passed, failed = passed+p, failed+f
	}
	s.printf("%d passed, %d failed\n", passed, failed)
	if failed > 0 {
		return exitFailed
	}
	return exitOK
}

// testFile judges one table under the config that is named, or else the one that lies beside the
// table. A mistake in the table counts as a failure.
func testFile(s stdio, file, project, user string, trusted bool) (passed, failed int, err error) {
	rows, mistakes := readTable(file)
	if len(mistakes) > 0 {
		printProblems(s, s.style.red("FAIL"), mistakes)
		return 0, len(mistakes), nil
	}
	if len(rows) == 0 {
		s.printf("%s: %s: there is no test in the file\n", s.style.red("FAIL"), file)
		return 0, 1, nil
	}
	beside := project == ""
	if beside {
		project = filepath.Dir(file)
	}
	trusted = trusted || trustedFrom(project)
	b, err := newProving(project, beside, user, trusted)
	if err != nil {
		return 0, 0, err
	}
	defer os.RemoveAll(b.base)
	b.printIgnored(s)
	for i := range rows {
		problem, err := b.judge(&rows[i])
		if err != nil {
			return 0, 0, errors.New(file + ":" + strconv.Itoa(rows[i].line) + ": " + err.Error())
		}
		if problem == "" {
			passed++
			continue
		}
		failed++
		s.printf("%s: %s:%d: %s\n      %s\n", s.style.red("FAIL"), file, rows[i].line,
			oneLine(rows[i].name()), problem)
	}
	return passed, failed, nil
}

// proving is a home and a project that exist for one table only, so that what is on the machine
// changes no result.
type proving struct {
	base, home, project string
	gate                *gate.Gate
	shown               *strings.Replacer // names the config's files as they were given
}

// newProving makes the directories and puts the layers in. A layer is a file, or a directory that
// holds one as a project does or with the name fencepost.yaml. The directory of the table, beside,
// may hold none.
func newProving(project string, beside bool, user string, trusted bool) (*proving, error) {
	base, err := os.MkdirTemp(provingGround(), "fencepost-test-")
	if err != nil {
		return nil, err
	}
	if real, err := filepath.EvalSymlinks(base); err == nil {
		base = real
	}
	b := &proving{base: base, home: filepath.Join(base, "home"),
		project: filepath.Join(base, "home", "project")}
	err = os.MkdirAll(filepath.Join(b.project, ".git"), 0o755)
	var names []string
	for _, l := range []struct {
		from, to string
		named    bool
	}{{project, b.project, !beside}, {user, b.home, true}} {
		if l.from == "" || err != nil {
			continue
		}
		var files []string
		if files, err = layerFiles(l.from, l.named); err == nil {
			names, err = copyLayer(files, l.to, names)
		}
	}
	if err != nil {
		os.RemoveAll(base)
		return nil, err
	}
	b.shown = strings.NewReplacer(names...)
	b.gate = gate.New(gate.Options{Home: b.home, Project: b.project, Shell: "bash",
		Trusted: trusted})
	return b, nil
}

// trustedFrom reports whether the config that a test is about counts in full: a project's, where a
// person has trusted it; any other file because it was named, and is nobody's config yet.
func trustedFrom(from string) bool {
	dir, err := filepath.Abs(from)
	if err != nil {
		return false
	}
	project := dir
	if at := strings.LastIndex(dir+"/", "/"+confighome.Dir+"/"); at >= 0 {
		project = dir[:at] // the config's own directory, or a file in it
	}
	if project == "" {
		return true
	}
	opt := gate.FromEnvironment()
	opt.Project = project
	p, _, _ := gate.New(opt).Policy(project)
	switch p.Trust {
	case policy.NotTrusted, policy.Changed:
		return false
	}
	return true
}

// printIgnored says what of the config does not count, with the names of the files that were given.
func (b *proving) printIgnored(s stdio) {
	p, _, _ := b.gate.Policy(b.project)
	if text := p.IgnoredText(); text != "" {
		text = "ignored: " + oneLine(b.shown.Replace(text)) + "; --trusted counts them in"
		s.printf("%s\n", s.style.yellow(text))
		for _, l := range p.Ignored() {
			s.printf("  %s\n", oneLine(b.shown.Replace(l.String())))
		}
	}
}

// provingGround is a place that is not below /tmp, which rules name.
func provingGround() string {
	const dir = "/var/tmp"
	if info, err := os.Stat(dir); err == nil && info.IsDir() {
		return dir
	}
	return ""
}

// layerFiles are the files of a layer. One that was named has to have some.
func layerFiles(from string, named bool) ([]string, error) {
	info, err := os.Stat(from)
	switch {
	case err != nil:
		return nil, errors.New(from + ": " + cause(err))
	case !info.IsDir():
		return []string{from}, nil
	}
	beside := filepath.Join(from, "fencepost.yaml")
	if _, err := os.Stat(beside); err == nil {
		return []string{beside}, nil
	}
	p := policy.Load(policy.Source{Project: from})
	switch {
	case len(p.Files) == 0 && len(p.Errors) > 0:
		return nil, errors.New(p.Failure())
	case len(p.Files) == 0 && named:
		return nil, errors.New("there is no fencepost.yaml in " + from + ", and no " +
			confighome.Dir + " with a config")
	}
	return p.Files, nil
}

// copyLayer copies files to where a layer is looked for. It returns names with the copies and what
// they are copies of.
func copyLayer(files []string, to string, names []string) ([]string, error) {
	dir := filepath.Join(to, confighome.Config)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	for i, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			return nil, errors.New(file + ": " + cause(err))
		}
		number := strconv.Itoa(i)
		name := filepath.Join(dir, strings.Repeat("0", 6-len(number))+number+".yaml") // in their order
		if err := os.WriteFile(name, data, 0o644); err != nil {
			return nil, err
		}
		names = append(names, name, file)
	}
	return names, nil
}

// judge decides about one row. It returns what is wrong with the decision, or "".
func (b *proving) judge(r *testRow) (string, error) {
	places := strings.NewReplacer("{HOME}", b.home, "{PROJECT}", b.project)
	cwd := b.dir(places.Replace(r.cwd))
	if strings.HasPrefix(cwd, b.base) {
		if err := os.MkdirAll(cwd, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return "", err
		}
	}
	q := question{tool: "Bash"}
	operand := places.Replace(r.cmd)
	if r.tool != "" {
		q.tool, operand = r.tool, ""
		// no escapes in JSON
		slashes := strings.NewReplacer("{HOME}", filepath.ToSlash(b.home), "{PROJECT}",
			filepath.ToSlash(b.project))
		q.input = json.RawMessage(slashes.Replace(string(r.input)))
	}
	call, err := q.call(operand, cwd)
	if err != nil {
		return "", err
	}
	a := answerOf(b.gate.Judge(call))
	var wrong []string
	if a.verdict != r.want {
		wrong = append(wrong, "want "+r.want.String()+", got "+a.Decision)
	}
	if !strings.HasPrefix(a.Rule, r.rule) {
		wrong = append(wrong, "want a rule that begins with "+quoted(r.rule))
	}
	if len(wrong) == 0 {
		return "", nil
	}
	text := strings.Join(wrong, "; ") + "; "
	switch {
	case a.Rule == "":
		text += "no rule decided"
	case a.Src == "":
		text += "decided by " + a.Rule
	default:
		text += "decided by " + a.Rule + " (" + a.Src + ")"
	}
	if a.Reason != "" {
		text += ": " + a.Reason
	}
	return oneLine(b.shown.Replace(text)), nil
}

// dir is the directory that the key cwd names: below the project unless it begins with / or ~.
func (b *proving) dir(cwd string) string {
	switch rest, home := strings.CutPrefix(cwd, "~"); {
	case home:
		return filepath.Join(b.home, rest)
	case filepath.IsAbs(cwd):
		return cwd
	}
	return filepath.Join(b.project, cwd)
}
