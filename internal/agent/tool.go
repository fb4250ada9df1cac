package agent

import "github.com/fencepost/fencepost/internal/fact"

// Kind is what a tool does, as far as the gate tells tools apart.
type Kind uint8

const (
	Other      Kind = iota // judged by its name alone
	Shell                  // runs shell text, which is analysed
	PowerShell             // runs text of PowerShell, of which a part is analysed
	Read                   // reads a file
	Write                  // replaces a file
	Edit                   // changes a part of a file
	Names                  // lists names of files that match a pattern
	Search                 // reads the files of a tree
	Fetch                  // contacts the host of a URL
	Query                  // asks a search engine
	Hidden                 // runs what its input only names: the commands in the text of a skill
)

// Tool is what is known of a tool: the one table that says what a field of its input means.
type Tool struct {
	Name  string
	Kind  Kind
	Field string // of the input: the command, the path or the address that it acts on; "" for none
	May   bool   // the field may be missing
}

// ToolOf returns what is known of the tool of that name. Names are those of Claude Code; other
// agents' tools are given the name of the one that does the same (Call.Native keeps their own).
func ToolOf(name string) Tool {
	switch name {
	case "Bash":
		return Tool{name, Shell, "command", false}
	case "Monitor": // a shell command, or a web socket
		return Tool{name, Shell, "command", true}
	case "PowerShell":
		return Tool{name, PowerShell, "command", false}
	case "Read":
		return Tool{name, Read, "file_path", false}
	case "Write":
		return Tool{name, Write, "file_path", false}
	case "Edit", "MultiEdit":
		return Tool{name, Edit, "file_path", false}
	case "NotebookEdit":
		return Tool{name, Edit, "notebook_path", false}
	case "NotebookRead":
		return Tool{name, Read, "notebook_path", false}
	case "LS":
		return Tool{name, Names, "path", true}
	case "LSP": // shows names, signatures and lines of the file
		return Tool{name, Read, "filePath", false}
	case "Glob":
		return Tool{name, Names, "path", true}
	case "Grep":
		return Tool{name, Search, "path", true}
	case "WebFetch":
		return Tool{name, Fetch, "url", false}
	case "WebSearch":
		return Tool{name, Query, "", true}
	case "Skill", "SlashCommand", "Workflow":
		return Tool{name, Hidden, "", true}
	case "mcp__filesystem__read_file", "mcp__filesystem__read_text_file",
		"mcp__filesystem__read_media_file": // of the reference server: what it reads is in its input
		return Tool{name, Read, "path", false}
	case "mcp__filesystem__list_directory", "mcp__filesystem__list_directory_with_sizes",
		"mcp__filesystem__directory_tree", "mcp__filesystem__search_files",
		"mcp__filesystem__get_file_info":
		return Tool{name, Names, "path", true}
	case "mcp__filesystem__write_file":
		return Tool{name, Write, "path", false}
	case "mcp__filesystem__edit_file", "mcp__filesystem__create_directory":
		return Tool{name, Edit, "path", false}
	case "mcp__playwright__browser_take_screenshot", "mcp__playwright__browser_snapshot",
		"mcp__playwright__browser_console_messages", "mcp__playwright__browser_network_requests",
		"mcp__plugin_playwright_playwright__browser_take_screenshot",
		"mcp__plugin_playwright_playwright__browser_snapshot",
		"mcp__plugin_playwright_playwright__browser_console_messages",
		"mcp__plugin_playwright_playwright__browser_network_requests": // to a file, or shown
		return Tool{name, Write, "filename", true}
	case "mcp__chrome-devtools__take_snapshot", "mcp__chrome-devtools__take_screenshot":
		return Tool{name, Write, "filePath", true}
	case "mcp__chrome-devtools__get_network_request":
		return Tool{name, Write, "responseFilePath", true}
	case "mcp__fetch__fetch":
		return Tool{name, Fetch, "url", false}
	}
	return Tool{Name: name}
}

// Writes reports whether the tool changes a file.
func (t *Tool) Writes() bool { return t.Kind == Write || t.Kind == Edit }

// Reads reports whether the tool reads files or their names, and nothing else.
func (t *Tool) Reads() bool { return t.Kind == Read || t.Kind == Names || t.Kind == Search }

// HasPath reports whether Field names a file or directory.
func (t *Tool) HasPath() bool { return t.Writes() || t.Reads() }

// Script returns the text of a call that is analysed: for a shell, or for PowerShell. Other: there
// is none. Monitor has one where it runs a command, and none where it listens to a web socket.
func Script(call *fact.Call) (kind Kind, text string) {
	t := ToolOf(call.Tool)
	if t.Kind != Shell && t.Kind != PowerShell {
		return Other, ""
	}
	f, ok := call.Get(t.Field)
	if ok && f.String || t.Kind == Shell && !t.May {
		return t.Kind, f.Text
	}
	return Other, ""
}

// RunsShell reports whether the call runs shell text that is analysed.
func RunsShell(call *fact.Call) bool {
	kind, _ := Script(call)
	return kind == Shell
}

// Lacks says what a call of the tool cannot be judged without, as a sentence; "" if it has all.
func Lacks(call *fact.Call) string {
	t := ToolOf(call.Tool)
	if t.Field == "" || len(call.Touches) > 0 {
		return ""
	}
	f, ok := call.Get(t.Field)
	switch {
	case !ok && t.May && (t.Kind != Shell || hasSocket(call)):
		return ""
	case !ok:
		return "The input of " + call.Tool + " has no field " + t.Field + "."
	case f.String, t.May && t.Kind != Shell && string(f.Raw) == "null":
		return ""
	}
	return "The field " + t.Field + " of " + call.Tool + " is not a string."
}

func hasSocket(call *fact.Call) bool {
	_, ok := call.Get("ws")
	return ok
}
