package lang

import "strings"

// debuggerActions are those of one command of gdb (GDB manual, Shell Commands, Python) or lldb (its
// help). What else a debugger does with a program it debugs is not seen.
func debuggerActions(text string, _ Options) Actions {
	var a actions
	a.debugCommand(strings.TrimSpace(text))
	return Actions{List: a.acts}
}

func (a *actions) debugCommand(text string) {
	if rest, ok := strings.CutPrefix(text, "!"); ok {
		a.shell(rest)
		return
	}
	name, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch name {
	case "shell", "shel", "she":
		a.shell(rest)
	case "make":
		a.shell(text)
	case "platform":
		if command, ok := strings.CutPrefix(rest, "shell "); ok {
			a.shell(withoutOptions(command))
		}
	case "pipe", "|", "target":
		if _, command, ok := strings.Cut(text, "| "); ok {
			a.shell(command)
		}
	case "python", "py", "pi", "python-interactive", "script":
		a.acts = append(a.acts, Action{Kind: Code, Text: rest, Lang: "python"})
	default:
		a.acts = append(a.acts, search("", text)...) // call system("...")
	}
}

// withoutOptions cuts off the options of lldb's platform shell: -h, and -s PROGRAM and -t SECONDS
// with their arguments.
func withoutOptions(text string) string {
	for strings.HasPrefix(text, "-") {
		var option string
		option, text, _ = strings.Cut(text, " ")
		if option == "-s" || option == "-t" {
			_, text, _ = strings.Cut(text, " ")
		}
	}
	return text
}
