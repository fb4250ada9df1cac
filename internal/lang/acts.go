package lang

import "regexp"

// actsIn is an expression for what in a text of a client, a debugger or an editor starts programs of
// this machine or names files of it; "" for other languages. The rest is for the server, the program
// that is debugged or the file that is edited.
func actsIn(lang string) string {
	switch lang {
	case "ex":
		return `(?:^|[|\n])[: \t%.,$0-9'<>]*(?:!|(?:w|wr|write|wq|x|sav|saveas|up|update|mksession` +
			`|mks|mkvimrc|redir|wundo)!?[ \t>]+[^ \t\n]|(?:r|read|sil|silent)!?[ \t]*!` +
			`|(?:call|exe|execute|let|echo|sil|silent)\b[^\n]*\()`
	case "gdb", "lldb": // GDB manual, Shell Commands, Python; lldb's help
		return `(?m)^[ \t]*(?:!|she|make\b|platform[ \t]+sh|(?:pipe|\||target)\b?.*\|[ \t]` +
			`|py|pi\b|script)|\b(?:system|popen|exec\w*|f?open|unlink|remove|rename|rmdir)[ \t]*\(`
	case "mysql": // MySQL manual, mysql Client Commands
		return `(?im)\\[!TP]|(?:^|;)[ \t]*(?:system|pager|tee)[ \t]`
	case "psql": // PostgreSQL manual, psql, Meta-Commands
		return "`" + `|\\(?:!|(?:o|out|w|write|g|gx|s|lo_export)[ \t]*[^ \t\n\\(;]` +
			`|copy[ \t][^\n]*[ \t](?:to|program)[ \t])`
	case "sftp": // sftp(1), ftp(1)
		return `(?m)^[ \t@-]*(?:!|m?put\b|reput\b|m?get\b|reget\b)`
	case "socat": // socat(1), ADDRESS TYPES
		return `(?i)\b(?:EXEC|SYSTEM|SHELL|G?OPEN|FILE|CREATE?):`
	}
	return ""
}

// actsActions are those of such a text. What acts is not read: it is code that nobody knows.
func actsActions(lang, text, expression string) Actions {
	var a Actions
	if regexp.MustCompile(expression).MatchString(text) {
		a.List = []Action{{Kind: Code, Text: text, Lang: lang}}
	}
	return a
}
