package bench

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// Class is one kind of call that is measured.
type Class struct {
	Name    string
	Title   string // what it is, in a few words
	Config  Config // of the project in which the call is made
	Process bool   // it is measured as a whole process, too
	Helper  bool   // judging it takes the helper for inline code

	tool string
	text string // shell text, or the path of a file tool
}

// Classes lists what is measured. Those for which the helper is needed are left out where there is
// none.
func Classes(helper bool) []Class {
	const plain, compound = "git status", "git status && npm test 2>&1 | head -50"
	list := []Class{
		{Name: "file", Title: "file tool (Edit)", Process: true, tool: "Edit", text: "src/main.go"},
		{Name: "plain", Title: "plain command", Process: true, text: plain},
		{Name: "compound", Title: "typical compound command", Process: true, text: compound},
		{Name: "compound-50", Title: "compound command of 50 parts", Process: true, text: compound50()},
		{Name: "quoting", Title: "heavy quoting and expansion", Process: true, text: quoting},
		{Name: "wrappers", Title: "chain of wrappers", Process: true, text: wrappers},
		{Name: "heredoc", Title: "here-document of 100 lines", Process: true, text: heredoc(100)},
		{Name: "python", Title: "inline Python", Process: true, Helper: true, text: python},
		{Name: "javascript", Title: "inline JavaScript", Process: true, Helper: true, text: javascript},
		{Name: "100k", Title: "100 KB command (a file in a here-document)", Process: true,
			text: heredoc(1600)},
		{Name: "100k-script", Title: "100 KB command (a script)", text: script(100 << 10)},
		{Name: "config-100", Title: "compound, config of 100 lines", Config: Lines100, Process: true,
			text: compound},
		{Name: "config-1000", Title: "compound, config of 1,000 rules", Config: Rules1000, Process: true,
			text: compound},
		{Name: "config-2000", Title: "compound, config of 2,000 rules", Config: Rules2000, Process: true,
			text: compound},
		{Name: "edited-100", Title: "compound, first call after an edit of 100 lines",
			Config: Edited100, Process: true, text: compound},
		{Name: "edited-2000", Title: "compound, first call after an edit of 2,000 rules",
			Config: Edited2000, Process: true, text: compound},
	}
	list = append(list, Class{Name: "presets-1", Title: "compound, 1 preset", Config: Presets + 1,
		Process: true, text: compound}, Class{Name: "presets-all", Title: "compound, all presets",
		Config: Presets + Config(len(presetNames())), Process: true, text: compound})
	return slices.DeleteFunc(list, func(c Class) bool { return c.Helper && !helper })
}

// Processes lists the classes that are measured as whole processes. What the user has is measured
// with those that bring no config with them.
func Processes(helper, own bool) []Class {
	return slices.DeleteFunc(Classes(helper),
		func(c Class) bool { return !c.Process || own && c.Config != NoConfig })
}

// Find returns the class of that name.
func Find(list []Class, name string) (Class, bool) {
	for _, c := range list {
		if c.Name == name {
			return c, true
		}
	}
	return Class{}, false
}

// input returns the call as the agent sends it.
func (c *Class) input(project string) []byte {
	type call struct {
		Session string            `json:"session_id"`
		Path    string            `json:"transcript_path"`
		Cwd     string            `json:"cwd"`
		Mode    string            `json:"permission_mode"`
		Event   string            `json:"hook_event_name"`
		Tool    string            `json:"tool_name"`
		Input   map[string]string `json:"tool_input"`
		ToolUse string            `json:"tool_use_id"`
	}
	in := call{
		Session: "5f2b1c9e-0000-4000-8000-000000000000", Path: project + ".jsonl", Cwd: project,
		Mode:  "default",
		Event: "PreToolUse", Tool: "Bash", ToolUse: "toolu_01ABCDEFGHJKLMNPQRSTUVWX",
	}
	if c.tool == "" {
		in.Input = map[string]string{"command": c.text, "description": "what the agent says that it does"}
	} else {
		in.Tool = c.tool
		in.Input = map[string]string{"file_path": project + "/" + c.text, "old_string": "return nil",
			"new_string": "return err"}
	}
	data, err := json.Marshal(in)
	if err != nil {
		panic(err) // strings alone
	}
	return data
}

// everyday are the parts of long commands.
var everyday = [...]string{
	"git diff --stat HEAD~3",
	"ls -la src",
	"grep -rn 'func main' --include='*.go' . | head -20",
	"cat go.mod",
	"echo \"== $PWD\"",
	"go test ./internal/... 2>&1 | tail -n 30",
	"mkdir -p build/out",
	"find src -name '*.ts' -not -path '*/node_modules/*'",
	"cp README.md build/out/",
	"sed -n '1,80p' src/main.go",
}

func compound50() string {
	parts := make([]string, 50)
	for i := range parts {
		parts[i] = everyday[i%len(everyday)]
	}
	return strings.Join(parts, " && ")
}

// script returns everyday commands, one a line, of about that many bytes.
func script(size int) string {
	var b strings.Builder
	for i := 0; b.Len() < size; i++ {
		b.WriteString(everyday[i%len(everyday)])
		b.WriteByte('\n')
	}
	return b.String()
}

func heredoc(lines int) string {
	var b strings.Builder
	b.WriteString("cat > docs/notes.md <<'EOF'\n")
	for i := range lines {
		b.WriteString("Line " + strconv.Itoa(i) +
			" of a file with \"quotes\", $dollars and `ticks` in it.\n")
	}
	b.WriteString("EOF\n")
	return b.String()
}

const quoting = `printf '%s\n' "a b" $'c\td' "${HOME}/x" ~/y {1..12}{a,b} "$(echo nested ` +
	`"$(basename /a/b/c.txt .txt)")" $((1 + 2 * 3)); ` +
	`X=gi; Y=sta''tus; "$X"t $Y "--sho"rt; for f in a.c b.c c.c; do echo "file-${f%.c}" "${f/a/b}" ` +
	`"${UNSET:-$f}"; done; ` +
	`if [[ -n $X && ${#Y} -gt 3 ]]; then echo "\"$X\" and '\$Y'"; fi`

const wrappers = `env A=1 B=2 timeout 5 nice -n 10 bash -c 'cd src && find . -name "*.tmp" ` +
	`-print0 | xargs -0 -n 1 rm -f && sh -c "command git -C sub status"'`

const python = `python3 -c "
import json, os, subprocess
with open('package.json') as f:
    data = json.load(f)
print(data['name'], os.path.getsize('package.json'))
subprocess.run(['git', 'status', '--short'], check=True)
"`

const javascript = `node -e "
const fs = require('fs');
const { execSync } = require('child_process');
const data = JSON.parse(fs.readFileSync('package.json', 'utf8'));
console.log(data.name, execSync('git status --short').toString());
"`
