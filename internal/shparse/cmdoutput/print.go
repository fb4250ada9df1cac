package cmdoutput

import (
	"strings"
)

// Print returns what the command prints; known is false where that is not sure.
func (c *Call) Print() (text string, known bool) {
	for _, a := range c.Args {
		if strings.Contains(a, "\x00") {
			return "", false
		}
	}
	switch c.Name {
	case "echo":
		text, known = echo(c.Args, c.Shell)
	case "printf":
		text, known = printf(c.Args, c.Shell)
		known = known && (!c.hasRandomPart() || wholeArguments(c.Args))
	case "basename":
		text, known = basename(c.Args)
		known = known && !c.hasRandomPart()
	case "dirname":
		text, known = dirname(c.Args)
	default:
		if !c.Piped || len(c.Input) > maxText || c.hasRandomPart() && c.Name != "cat" && c.Name != "tee" {
			return "", false
		}
		text, known = filter(c.Name, c.Args, c.Input)
	}
	if len(text) > maxText {
		return "", false
	}
	return text, known
}

// filter computes a command that transforms its standard input.
func filter(name string, args []string, text string) (string, bool) {
	switch name {
	case "cat":
		return text, len(args) == 0 || len(args) == 1 && args[0] == "-"
	case "tee":
		return text, len(args) == 0
	case "rev":
		return reverse(args, text)
	case "tr":
		return translate(args, text)
	case "base64":
		return base64Text(args, text)
	case "xxd":
		return unhex(args, text)
	case "head", "tail":
		return headTail(name, args, text)
	case "cut":
		return cut(args, text)
	case "sed":
		return sed(args, text)
	}
	return "", false
}

// basename is POSIX XCU basename with one name, and perhaps a suffix.
func basename(args []string) (string, bool) {
	if len(args) == 0 || len(args) > 2 || args[0] == "" || args[0][0] == '-' {
		return "", false
	}
	name := strings.TrimRight(args[0], "/")
	if name == "" {
		return "", false
	}
	name = name[strings.LastIndexByte(name, '/')+1:]
	if len(args) == 2 {
		if args[1] != "" && args[1][0] == '-' {
			return "", false
		}
		if name != args[1] {
			name = strings.TrimSuffix(name, args[1])
		}
	}
	return name + "\n", true
}

// dirname is POSIX XCU dirname: the last component and the slashes around it are removed, nothing
// else is cleaned.
func dirname(args []string) (string, bool) {
	if len(args) != 1 || args[0] == "" || args[0][0] == '-' {
		return "", false
	}
	s := strings.TrimRight(args[0], "/")
	i := strings.LastIndexByte(s, '/')
	switch {
	case s == "":
		return "/\n", strings.Trim(args[0], "/") == "" && len(args[0]) == 1
	case i < 0:
		return ".\n", true
	}
	if s = strings.TrimRight(s[:i], "/"); s == "" {
		s = "/"
	}
	return s + "\n", true
}
