// Package skill finds what a client runs by itself when a call names a skill, a slash command or an
// agent of the project: the lines !`command` of its text, those of !{command}, and its hooks. No
// hook is asked about these. What a person has in the own home is the person's.
package skill

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

const (
	maxFile    = 1 << 18 // bytes of a file that are read
	maxEntries = 50_000  // of the project, where the file is looked for
)

// Dirs are the hidden directories in which a client looks for skills, commands and agents, with
// spaces between.
type Dirs string

// Preprocessed implements agent.Preprocessor.
func (d Dirs) Preprocessed(call *fact.Call, cwd, project, home string) []agent.ShellText {
	return Finder{Cwd: cwd, Project: project, Home: home, Dirs: strings.Fields(string(d))}.Texts(call)
}

// Finder looks for the files that a call can name.
type Finder struct {
	Cwd     string
	Project string
	Home    string
	Dirs    []string // names of hidden directories
}

// Texts returns what a call has the client run: nothing for a call of another tool, and for what is
// not the project's.
func (f Finder) Texts(call *fact.Call) (list []agent.ShellText) {
	name, args, kind := nameIn(call)
	if name == "" {
		return nil
	}
	files, all := f.files(name, kind)
	for _, file := range files {
		list = append(list, f.texts(file, args)...)
	}
	if !all {
		list = append(list, agent.ShellText{Why: "The project has too many files to look for the skill " +
			name + "."})
	}
	return list
}

// nameIn is what a call names: the last part of the name, without the plugin or the directory before
// it, what stands behind it, and the directory of the client's own that holds its kind.
func nameIn(call *fact.Call) (name, args, kind string) {
	switch call.Tool {
	case "Skill":
		name, args, kind = call.Text("skill")+call.Text("name"), call.Text("args"), "skills"
		if name == "" {
			name, args, _ = strings.Cut(strings.TrimSpace(call.Text("command")), " ")
		}
	case "SlashCommand":
		name, args, _ = strings.Cut(strings.TrimSpace(call.Text("command")), " ")
		kind = "skills"
	case "Task", "Agent":
		name, kind = call.Text("subagent_type"), "agents"
	}
	return name[strings.LastIndexAny(name, "/:\\")+1:], args, kind
}

// files returns the files of the project that the name can mean, and whether that is all of them. If
// the directories above know the name, or the person's home, only they count. Else the client can
// find it in any directory below.
func (f Finder) files(name, kind string) (files []string, all bool) {
	for dir := f.Cwd; ; dir = filepath.Dir(dir) {
		if dir != f.Home {
			files = append(files, f.filesIn(dir, name, kind)...)
		}
		if dir == f.Project || dir == filepath.Dir(dir) {
			break
		}
	}
	own := f.filesIn(f.Home, name, kind)
	if len(files) > 0 || len(own) > 0 || kind == "agents" {
		return files, true
	}
	left := maxEntries
	err := filepath.WalkDir(f.Project, func(path string, d fs.DirEntry, err error) error {
		if left--; left < 0 {
			return fs.SkipAll
		}
		if err == nil && slices.Contains(f.Dirs, d.Name()) {
			files = append(files, filesBelow(path, name, kind)...)
		}
		return nil
	})
	return files, err == nil && left >= 0
}

// filesIn returns the files below the client's directories in a directory that the name can mean.
func (f Finder) filesIn(dir, name, kind string) (files []string) {
	for _, own := range f.Dirs {
		files = append(files, filesBelow(filepath.Join(dir, own), name, kind)...)
	}
	return files
}

// filesBelow returns the files below one of them that the name can mean: by the name of the file or
// of its directory, or by the name that the file gives itself.
func filesBelow(own, name, kind string) (files []string) {
	kinds := []string{kind}
	if kind == "skills" {
		kinds = append(kinds, "commands", "command")
	}
	for _, k := range kinds {
		top := filepath.Join(own, k) + "/" // the slash follows a link
		_ = filepath.WalkDir(top, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return nil
			}
			if d.Type()&fs.ModeSymlink != 0 && !isText(path) { // a directory: the skill that it holds
				path = filepath.Join(path, "SKILL.md")
			}
			if isText(path) && canMean(path, name) && isFile(path) {
				files = append(files, path)
			}
			return nil
		})
	}
	return files
}

// isText reports whether a file is one that says what a skill or a command does.
func isText(path string) bool {
	ext := filepath.Ext(path)
	return strings.EqualFold(ext, ".md") || strings.EqualFold(ext, ".toml")
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && !info.IsDir()
}

// canMean reports whether a file can be what the name names.
func canMean(path, name string) bool {
	base := filepath.Base(path)
	if strings.EqualFold(base, "SKILL.md") {
		base = filepath.Base(filepath.Dir(path))
	}
	if strings.EqualFold(base, name) || strings.EqualFold(base, name+filepath.Ext(path)) {
		return true
	}
	text, _ := read(path)
	front, _ := frontMatter(text)
	for line := range strings.Lines(front) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.Trim(key, "'\" ") == "name" &&
			strings.Contains(value, name) {
			return true
		}
	}
	return false
}

// read returns the text of a file, and whether that is all of it.
func read(path string) (text string, all bool) {
	file, err := os.Open(path)
	if err != nil {
		return "", false
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	return string(data), err == nil && len(data) <= maxFile
}

// frontMatter splits a text into the part between the two lines --- at its start, and the rest.
func frontMatter(text string) (front, rest string) {
	text = strings.TrimPrefix(text, "\ufeff")
	after, ok := strings.CutPrefix(text, "---")
	if !ok {
		return "", text
	}
	if end := strings.Index(after, "\n---"); end >= 0 {
		return after[:end], after[end:]
	}
	return after, text
}

// texts returns what one file has the client run.
func (f Finder) texts(path, args string) (list []agent.ShellText) {
	place := path
	if rel, err := filepath.Rel(f.Project, path); err == nil {
		place = rel
	}
	text, all := read(path)
	if !all {
		return []agent.ShellText{{Place: place, Why: "fencepost cannot read all of " + place + "."}}
	}
	front, rest := frontMatter(text)
	if strings.Contains(front, "hooks") || strings.Contains(front, "mcpServers") {
		list = append(list, agent.ShellText{Place: place, Why: "The header of " + place +
			" has hooks or servers. The client runs their commands without a call."})
	}
	digit := regexp.MustCompile(`\$\d`)
	command := regexp.MustCompile("!`([^`]+)`|```!([^`]*)```|" +
		`!\{((?:[^{}]|\{[^{}]*\}|\{\{[^{}]*\}\})*)\}`)
	dir := strings.NewReplacer("${CLAUDE_SKILL_DIR}", filepath.Dir(path))
	for _, m := range command.FindAllStringSubmatch(rest, -1) {
		t := agent.ShellText{Place: place, Shell: dir.Replace(m[1] + m[2] + m[3])}
		if args != "" && (strings.Contains(t.Shell, "$ARGUMENTS[") || digit.MatchString(t.Shell)) {
			t.Shell, t.Why = "", "The command in "+place+" takes a part of the arguments."
		}
		t.Shell = strings.ReplaceAll(strings.ReplaceAll(t.Shell, "$ARGUMENTS", args), "{{args}}", args)
		list = append(list, t)
	}
	if strings.Contains(command.ReplaceAllString(rest, ""), "!{") {
		list = append(list, agent.ShellText{Place: place,
			Why: "A command in " + place + " has braces that fencepost cannot follow."})
	}
	return list
}
