package main

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/agent/claude/settings"
	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/app/tune"
	"github.com/fencepost/fencepost/internal/policy"
)

// initFrom writes configs with the rules of Claude Code's settings that the person has made: those
// for everything into the person's config, those for this project alone into the project's. That is
// not trusted by itself: a repository can bring such settings, too.
func initFrom(s stdio, user, force bool) int {
	file, err := settings.UserFile()
	if err != nil {
		return s.fail("init: %v", err)
	}
	files := []string{file}
	if dir, err := configDir(false); err == nil && !user {
		files = append(files, settings.LocalFile(dir))
	}
	var codes []int
	for i, file := range files {
		f, err := hookfile.Read(file)
		var t taken
		var text []byte
		if err == nil {
			t.all(f.Root)
			text, err = tune.Text(t.rules)
		}
		if err != nil {
			return s.fail("init: %s: %v", file, err)
		}
		if len(t.rules)+len(t.left) == 0 {
			continue
		}
		head := "# Taken over from " + oneLine(file) + ". In Claude Code these rules hold as before.\n"
		for _, why := range t.left {
			head += "# Not taken over: " + oneLine(why) + "\n"
			s.printf("not taken over: %s\n", oneLine(why))
		}
		codes = append(codes, runInit(s, i == 0, force, head+"import: ["+standardHere()+"]\n"+string(text)))
	}
	if len(codes) == 0 {
		return s.fail("init: your settings of Claude Code have no permission rules")
	}
	return slices.Max(codes)
}

// taken are rules of Claude Code as rules of a config.
type taken struct {
	rules []tune.Rule
	left  []string // what is not taken over, and why
}

// all takes over the rules of a settings file.
func (t *taken) all(root hookfile.Object) {
	var lists map[string]json.RawMessage
	_ = json.Unmarshal(root.Get("permissions"), &lists) // what is no object has no lists
	for _, list := range []string{"deny", "ask", "allow"} {
		var rules []string
		_ = json.Unmarshal(lists[list], &rules)
		for _, r := range rules {
			if why := t.rule(list, r); why != "" {
				t.left = append(t.left, list+" "+r+": "+why)
			}
		}
	}
}

func (t *taken) add(in, text string) { t.rules = append(t.rules, tune.Rule{In: in, Text: text}) }

const (
	unlike = "fencepost has no rule like it"
	wide   = "it is too wide: "
)

// rule takes over one rule; why says that it does not.
func (t *taken) rule(list, r string) (why string) {
	tool, spec, scoped := strings.Cut(r, "(")
	spec = strings.TrimSuffix(spec, ")")
	scoped = scoped && spec != "*"
	host, isHost := strings.CutPrefix(spec, "domain:")
	server := strings.HasPrefix(tool, "mcp__") && strings.Count(tool, "__") < 2
	switch {
	case scoped && tool == "Bash":
		return t.command(list, spec)
	case scoped && touches[tool] != "":
		return t.path(list, touches[tool], spec)
	case scoped && tool == "WebFetch" && isHost && !strings.Contains(host, "*"):
		t.effect(list, "network", "host", host)
		return ""
	case scoped:
		return unlike
	case list == "allow" && (tool == "Bash" || tool == "WebFetch" || touches[tool] != "" || server ||
		strings.Contains(tool, "*")):
		return wide + "it allows everything that the tool does"
	case server:
		tool += "__*"
	}
	entry := tune.Single(tool)
	if list == "deny" {
		entry = "{tool: " + entry + "}"
	}
	t.add("tools."+list, entry)
	return ""
}

// command takes over a rule for commands: a whole one, or a beginning.
func (t *taken) command(list, spec string) (why string) {
	text, begins := strings.CutSuffix(strings.TrimSuffix(spec, ":*"), " *")
	begins = begins || strings.HasSuffix(spec, ":*")
	words := strings.Fields(text)
	risk, line := policy.Risky(words), strings.Join(words, " ")
	switch {
	case strings.ContainsAny(text, "*&|;<>()$`'\"\\\n") || line == "":
		return unlike
	case list == "allow" && begins && risk != "":
		return wide + risk
	case list == "allow" && !begins:
		t.add(tune.InAllowChecks, tune.Single("^"+regexp.QuoteMeta(line)+"$"))
	default:
		t.add("tools.bash."+list, tune.Single(line))
	}
	return ""
}

// touches are the tools whose rules name paths, and the effects that these are about.
var touches = map[string]string{"Read": "read", "Edit": "write, append", "Write": "write, append"}

// path takes over a rule for paths, which are written as in a .gitignore.
func (t *taken) path(list, on, spec string) (why string) {
	glob := strings.TrimSuffix(strings.TrimPrefix(spec, "./"), "/")
	ofFile := strings.HasPrefix(glob, "/") && !strings.HasPrefix(glob, "//") // below its settings file
	switch {
	case ofFile || strings.ContainsAny(glob, "[]{}!?\\"):
		return unlike
	case list == "allow" && strings.Trim(glob, "*/~.") == "":
		return wide + "it allows every path"
	case strings.HasPrefix(glob, "/"):
		glob = glob[1:]
	case !strings.Contains(glob, "/"):
		glob = "**/" + glob
	}
	if list != "allow" && !strings.HasSuffix(glob, "*") {
		t.effect(list, on, "glob", glob+"/**")
	}
	t.effect(list, on, "glob", glob)
	return ""
}

func (t *taken) effect(list, on, key, value string) {
	t.add(tune.InEffects, "{on: ["+on+"], "+key+": "+tune.Single(value)+", decision: "+list+
		", description: A permission rule of Claude Code}")
}
