package hookfile

import (
	"os"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/shellquote"
)

// This file writes and reads the shell lines of a hook. A line is closed on failure when it ends
// with status 2, by which agents block the call, whatever happens to the program: it is missing,
// is killed, or hangs.

// LineSeconds is how long a line waits before it blocks: less than the agents do, and more than
// siblings.LastResort. seconds is the same as a word.
const (
	LineSeconds = 5
	seconds     = "5"
)

// Line is the shell line that runs a program and is closed on failure. With a message it says on
// standard error what happened: some agents do not block without.
func Line(exe string, args []string, message string) string {
	if path := System("timeout"); path != "" {
		return timeoutLine(path, Plain(exe, args), message)
	}
	sleep := System("sleep")
	if sleep == "" {
		sleep = "sleep"
	}
	return watchLine(sleep, Plain(exe, args), message)
}

// System finds a program of the system by its name, in directories that only the system writes.
func System(name string) string {
	for _, dir := range []string{"/usr/bin", "/bin", "/run/current-system/sw/bin"} {
		info, err := os.Stat(dir + "/" + name)
		if err == nil && info.Mode().IsRegular() && info.Mode()&0o111 != 0 {
			return dir + "/" + name
		}
	}
	return ""
}

// Plain is the shell line that only runs a program: '/opt/fencepost' hook --home '/home/you'.
func Plain(exe string, args []string) string {
	line := shellquote.Always(exe)
	for _, arg := range args {
		if plain(arg) {
			line += " " + arg
		} else {
			line += " " + shellquote.Always(arg)
		}
	}
	return line
}

// plain reports whether a word needs no quotes: a subcommand or a flag.
func plain(word string) bool {
	return word != "" && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz-") == ""
}

// timeoutLine is the form for a system with timeout(1).
func timeoutLine(timeout, line, message string) string {
	return timeout + " -s KILL " + seconds + " " + line + " || " + exit2("r=$?; ", message)
}

// exit2 ends a line with status 2. A program that did so itself has said why.
func exit2(status, message string) string {
	if message == "" {
		return "exit 2"
	}
	return "{ " + status + ownExit + shellquote.Always(message) + " >&2; exit 2; }"
}

const ownExit = "[ $r = 2 ] || echo "

// watchLine is the form for a system without timeout(1), as macOS is: the program runs in the
// background with the line's own input, and a second process kills it after a while. perl's alarm
// would not do: the program lives on after SIGALRM, as every Go program.
func watchLine(sleep, line, message string) string {
	return watchHead + line + " <&3 3<&- & p=$!; (trap 'kill $s' TERM; " + sleep + " " + seconds +
		" & s=$!; wait $s && kill -KILL $p) </dev/null >/dev/null 2>&1 3<&- & w=$!; " +
		"wait $p; r=$?; kill $w 2>/dev/null; [ $r = 0 ] || " + exit2("", message)
}

const watchHead = "exec 3<&0; "

// Argv reads a shell line of a hook: the program with its arguments, nil for a line of another form
// than is written here, and whether the line is closed on failure.
func Argv(line string) (argv []string, closed bool) {
	if rest, ok := strings.CutPrefix(line, watchHead); ok {
		argv, op, tail := simple(rest)
		if op != "<" {
			return nil, false
		}
		return argv, isWatch(line, rest[:len(rest)-len(op)-len(tail)])
	}
	words, op, tail := simple(line)
	argv, killed := afterTimeout(words)
	return argv, killed && op == "||" && isExit2(tail)
}

// Alone reports whether a line runs a command and nothing after it.
func Alone(line string) bool {
	words, op, _ := simple(line)
	return len(words) > 0 && op == ""
}

// isWatch reports whether a line is the watch form of a command, whatever sleep it names.
func isWatch(line, command string) bool {
	_, rest, _ := strings.Cut(line[len(watchHead)+len(command):], "TERM; ")
	sleep, _, _ := strings.Cut(rest, " ")
	known := sleep == "sleep" || strings.HasPrefix(sleep, "/") && strings.HasSuffix(sleep, "/sleep")
	want := strings.TrimSuffix(watchLine(sleep, strings.TrimRight(command, " "), ""), "exit 2")
	tail, ok := strings.CutPrefix(line, want)
	return known && ok && isExit2(tail)
}

// isExit2 reports whether the end of a line is exit 2, with a message or without.
func isExit2(text string) bool {
	rest, _ := strings.CutPrefix(strings.TrimSpace(text), "{ ")
	rest, _ = strings.CutPrefix(rest, "r=$?; ")
	if rest, ok := strings.CutPrefix(rest, ownExit); ok {
		words, op, tail := simple(rest)
		return len(words) == 1 && op == ">" && tail == "&2; exit 2; }"
	}
	words, op, tail := simple(text)
	return len(words) == 2 && words[0] == "exit" && words[1] == "2" && op == "" && tail == ""
}

// afterTimeout takes a leading timeout(1) from a command; killed says that it ends the command with
// SIGKILL, which nothing survives.
func afterTimeout(words []string) (argv []string, killed bool) {
	if len(words) == 0 || words[0] != "timeout" && !strings.HasSuffix(words[0], "/timeout") {
		return words, false
	}
	words = words[1:]
	for len(words) > 0 && strings.HasPrefix(words[0], "-") {
		name, value, attached := strings.Cut(words[0], "=")
		takes := name == "-s" || name == "--signal" || name == "-k" || name == "--kill-after"
		words = words[1:]
		if takes && !attached {
			if len(words) == 0 {
				return nil, false
			}
			value, words = words[0], words[1:]
		}
		kills := value == "KILL" || value == "9" || value == "SIGKILL"
		killed = killed || kills && takes || name == "-k" || name == "--kill-after"
	}
	if len(words) < 2 {
		return nil, false
	}
	return words[1:], killed
}

// simple reads the first simple command of a line: its words without quotes, the operator behind
// it, and what follows. Text that can stand for anything (an expansion, a pattern) ends the
// reading with no words. A redirection ends the command, too: "<" is the operator in the watch
// form.
func simple(line string) (words []string, op, tail string) {
	var word strings.Builder
	started := false
	end := func() {
		if started {
			words = append(words, word.String())
			word.Reset()
			started = false
		}
	}
	for i := 0; i < len(line); i++ {
		switch c := line[i]; c {
		case ' ', '\t':
			end()
		case '\'':
			n := strings.IndexByte(line[i+1:], '\'')
			if n < 0 {
				return nil, "", ""
			}
			word.WriteString(line[i+1 : i+1+n])
			started, i = true, i+1+n
		case '"':
			n := strings.IndexByte(line[i+1:], '"')
			if n < 0 || strings.ContainsAny(line[i+1:i+1+n], "$`\\") {
				return nil, "", ""
			}
			word.WriteString(line[i+1 : i+1+n])
			started, i = true, i+1+n
		case '\\':
			if i++; i == len(line) || line[i] == '\n' {
				return nil, "", ""
			}
			word.WriteByte(line[i])
			started = true
		case '$', '`', '*', '?', '[', '~', '{', '}', '(', ')', '#', '!':
			if c == '#' && started || c == '~' && started {
				word.WriteByte(c)
				continue
			}
			return nil, "", ""
		case '<', '>', ';', '\n', '&', '|':
			end()
			op = line[i : i+1]
			if i+1 < len(line) && line[i+1] == c && (c == '&' || c == '|') {
				op += op
			}
			return words, op, line[i+len(op):]
		default:
			word.WriteByte(c)
			started = true
		}
	}
	end()
	return words, "", ""
}
