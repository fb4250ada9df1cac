package lang

import "strings"

// sftpActions are those of the commands of a file transfer: put reads files here, get writes them,
// ! runs a command (sftp(1), ftp(1)).
func sftpActions(text string, _ Options) Actions {
	var a actions
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimLeft(line, " \t-@")
		if command, ok := strings.CutPrefix(line, "!"); ok {
			a.shell(command)
			continue
		}
		words := strings.Fields(line)
		for len(words) > 2 && strings.HasPrefix(words[1], "-") {
			words = append(words[:1], words[2:]...)
		}
		if len(words) < 2 {
			continue
		}
		switch words[0] {
		case "put", "mput", "reput":
			a.act(Read, strings.Trim(words[1], `'"`))
		case "get", "mget", "reget":
			if len(words) > 2 {
				a.act(Write, strings.Trim(words[2], `'"`))
			}
		}
	}
	return Actions{List: a.acts}
}
