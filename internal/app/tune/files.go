package tune

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fencepost/fencepost/internal/app/gate"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/project/filelists"
	"github.com/fencepost/fencepost/internal/rule"
)

// This file keeps rules from commands that may run a file, or another command, that no person has
// looked at. A config cannot name the hash of a file. So a rule for one that the agent may change
// would hold for whatever the agent puts into it.

// The two reasons for which nobody should write a rule by hand either.
const (
	WhyUnseen = "it may run a file that the last commit of the project does not have as it is now: " +
		"the agent could put anything into that file"
	WhyNested = "it runs another command, which is asked about by itself"
)

// unseen says why no rule is proposed for a command that may run one of its words.
func (p *part) unseen(g *gate.Gate, r *gate.Result, c *fact.Command, words []string) string {
	data := map[string]bool{} // words that the spec calls files, and not code
	for i := range c.Operands {
		if o := &c.Operands[i]; c.Known && !p.runs && o.IsPath && o.Role != fact.RoleScript {
			data[o.Word.Text] = true
		}
	}
	for i, w := range words {
		if !data[w] && p.mayRun(r.Call.Cwd, words, i) && !committed(r, c, value(w)) {
			return WhyUnseen
		}
	}
	if p.known {
		return ""
	}
	return p.nested(g, r.Call, words)
}

// mayRun reports whether a word could be a file that the command runs, or that tells it what to run.
func (p *part) mayRun(cwd string, words []string, i int) bool {
	w := value(words[i])
	switch ext := extension(w); {
	case i == 0:
		return ext != "" && isCode(ext) || strings.Contains(w, "/") && !ofSystem(w)
	case isCode(ext):
		return true
	case p.known && !p.runs:
		return false
	case ext != "" || strings.Contains(w, "/"):
		at, _, set := strings.Cut(words[i], "=")
		return set && steers(at) || steers(words[i-1]) || ext == "" && isFileAt(cwd, w)
	}
	return isFileAt(cwd, w)
}

// value is a word without the name of the option before it.
func value(w string) string {
	if name, rest, ok := strings.Cut(w, "="); ok && strings.HasPrefix(name, "-") {
		return rest
	}
	return w
}

// isFileAt reports whether a word names a file that is there.
func isFileAt(cwd, w string) bool {
	info, err := os.Stat(joined(cwd, w))
	return err == nil && info.Mode().IsRegular()
}

func joined(cwd, w string) string {
	if filepath.IsAbs(w) {
		return filepath.Clean(w)
	}
	return filepath.Join(cwd, w)
}

// isCode reports whether programs run files with that extension.
func isCode(ext string) bool {
	return listed("code", strings.ToLower(ext))
}

// steers reports whether the file behind an option tells a program what to do: a config, a prompt.
func steers(option string) bool {
	name := strings.TrimLeft(option, "-")
	if len(name) == 1 {
		return name != option && listed("steering", name)
	}
	return name != option && slices.ContainsFunc(split(name), func(w string) bool {
		return listed("steering", w)
	})
}

// ofSystem reports whether a program lies where only a person installs.
func ofSystem(w string) bool {
	return slices.ContainsFunc([]string{"/usr", "/bin", "/sbin", "/opt", "/nix", "/snap"},
		func(dir string) bool { return w == filepath.Clean(w) && subpath.In(w, dir) })
}

// committed reports whether the last commit of the project has a file as it is on the disk.
func committed(r *gate.Result, c *fact.Command, w string) bool {
	cwd := r.Call.Cwd
	if c.Dirs.Known && len(c.Dirs.List) == 1 {
		cwd = c.Dirs.List[0]
	}
	top, err := filepath.EvalSymlinks(r.Project)
	name := joined(cwd, w)
	if err != nil || !subpath.In(name, r.Project) {
		return false
	}
	name = filepath.Join(top, strings.TrimPrefix(name, r.Project))
	info, err := os.Lstat(name)
	if err != nil || !info.Mode().IsRegular() || info.Size() > maxFile {
		return false
	}
	text, err := os.ReadFile(name)
	head := filelists.OpenHead(top, filelists.NewBudget(time.Now().Add(time.Second)))
	return err == nil && head != nil && head.Has([]string{name}, []string{string(text)})[0]
}

// maxFile bounds a file that is compared with what the last commit has.
const maxFile = 4 << 20

// nested says why no rule is proposed for a command that runs the one behind "--", behind a name
// such as run, or behind the name of a program. Where that one passes, the words stand as they are.
func (p *part) nested(g *gate.Gate, call *fact.Call, words []string) string {
	at := slices.Index(words, "--") + 1
	for i := 1; i < len(words) && at == 0; i++ {
		if listed("runners", words[i]) {
			at = i + 1
		}
	}
	for i := 1; i < len(words); i++ {
		if i != at && (at > 0 || !plainWord(words[i])) {
			continue
		}
		r := g.Judge(shellCall(shellquote.Join(words[i:]), call.Cwd))
		known := r.Facts != nil && len(r.Facts.Commands) > 0 && r.Facts.Commands[0].Known
		if (i == at || known) && r.Verdict.Decision != rule.Allow {
			return WhyNested
		}
		p.fixed = p.fixed || i == at || known && i > 1
	}
	p.fixed = p.fixed || at > 0
	return ""
}
