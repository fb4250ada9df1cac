package violation

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// quotes are what programs put around names, with what ends them.
var quotes = [...][2]string{{"'", "'"}, {`"`, `"`}, {"`", "'"}, {"`", "`"}, {"‘", "’"}, {"“", "”"},
	{"«", "»"}, {"„", "“"}}

// pathsIn are the names in a line that may be paths: those in quotes first, then those between
// colons, then words with a slash. at is where the error stands: what is nearest before it is
// likeliest.
func pathsIn(line string, at int) (names []string, both bool) {
	inQuotes := quoted(line)
	for _, q := range inQuotes {
		names = add(names, pathOf(q))
	}
	if len(slashed(names)) > 0 {
		return names, len(inQuotes) == 2 && len(names) == 2
	}
	both = len(names) == 2
	parts := segments(line[:min(at, len(line))])
	for i := len(parts) - 1; i >= 0; i-- {
		// Of a bare word before the first colon nothing says that it is more than the program's name.
		names = segment(names, parts[i], i > 0)
	}
	if at < len(line) {
		for _, part := range segments(line[at:]) {
			names = segment(names, part, false)
		}
	}
	return names, both
}

// segments cuts a line where programs put a name apart from the rest.
func segments(line string) []string {
	var out []string
	start := 0
	for i := 0; i+1 < len(line); i++ {
		colon := line[i] == ':' && (line[i+1] == ' ' || line[i+1] == '\t')
		paren := line[i] == ' ' && line[i+1] == '('
		if colon || paren {
			out = append(out, strings.TrimSpace(line[start:i]))
			start = i + 2
		}
	}
	return append(out, strings.TrimSpace(line[start:]))
}

// segment adds the names of one: all of it if it begins as a path or is one word, and its words
// with a slash.
func segment(names []string, s string, bare bool) []string {
	s = strings.TrimRight(s, ":")
	switch {
	case s == "":
		return names
	case begins(s):
		names = add(names, pathOf(s))
	case !strings.ContainsAny(s, " \t/") && bare && !strings.ContainsAny(s, "()[]{}<>="):
		return add(names, pathOf(s))
	}
	for rest := s; ; {
		i := strings.IndexAny(rest, "/~")
		if i < 0 {
			break
		}
		start := strings.LastIndexAny(rest[:i], " \t=(") + 1
		if start > 0 && begins(rest[start:]) && isCall(strings.TrimSpace(rest[:start])) {
			names = add(names, pathOf(rest[start:])) // a name with blanks, to the end
		}
		end := strings.IndexAny(rest[i:], " \t")
		if end < 0 {
			names = add(names, pathOf(rest[start:]))
			break
		}
		names = add(names, pathOf(rest[start:i+end]))
		rest = rest[i+end+1:]
	}
	return names
}

// isCall reports whether a word is the system call that Go names before a path: all that follows is
// the path.
func isCall(w string) bool {
	switch w {
	case "open", "openat", "mkdir", "mkdirat", "rename", "remove", "unlink", "unlinkat", "chmod",
		"create", "readlink", "symlink", "link", "stat", "lstat":
		return true
	}
	return false
}

// begins reports whether a text begins as a path does.
func begins(s string) bool {
	return strings.HasPrefix(s, "/") || strings.HasPrefix(s, "./") ||
		strings.HasPrefix(s, "../") || strings.HasPrefix(s, "~/")
}

// pathOf is a name without what programs put around it; "" if it can be none.
func pathOf(s string) string {
	s = strings.Trim(s, " \t\r")
	s = strings.TrimRight(s, ".,;:!)]}>")
	s = strings.TrimLeft(s, "([{<>=")
	for _, scheme := range [...]string{"unix://", "file://", "unix:"} {
		s = strings.TrimPrefix(s, scheme)
	}
	const most = 4096
	switch {
	case strings.ContainsFunc(s, odd):
		return ""
	case s == "" || len(s) > most || s == "/" || s == "." || s == "..":
		return ""
	case strings.Contains(s, "://"):
		return ""
	case len(s) > 1 && strings.HasSuffix(s, "/"):
		s = strings.TrimRight(s, "/")
	}
	return s
}

// odd reports whether a terminal would obey a character, or show it in another place, or not at
// all. Who has such in the names of his files is not asked about them.
func odd(r rune) bool {
	return r < ' ' || r >= 0x7f && r <= 0x9f || r >= 0x200b && r <= 0x200f ||
		r >= 0x2028 && r <= 0x202e || r >= 0x2060 && r <= 0x2069 || r == 0xfeff || r == utf8.RuneError
}

// quoted are the texts in quotes, in their order.
func quoted(line string) []string {
	var out []string
	for i := 0; i < len(line); {
		open, text, size := quotedAt(line, i)
		if !open {
			i++
			continue
		}
		out = append(out, text)
		i += size
	}
	return out
}

// quotedAt returns the text in quotes that begins at i. A quote within a word is an apostrophe.
func quotedAt(line string, i int) (open bool, text string, size int) {
	for _, q := range quotes {
		if !strings.HasPrefix(line[i:], q[0]) {
			continue
		}
		if i > 0 && isLetter(line[i-1]) {
			return false, "", 0
		}
		rest := line[i+len(q[0]):]
		for from := 0; ; {
			n := strings.Index(rest[from:], q[1])
			if n < 0 {
				break
			}
			n += from
			after := n + len(q[1])
			if after < len(rest) && isLetter(rest[after]) { // an apostrophe in the name
				from = after
				continue
			}
			if n == 0 {
				return false, "", 0
			}
			return true, rest[:n], len(q[0]) + after
		}
	}
	return false, "", 0
}

const (
	letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	digits  = "0123456789"
)

func isLetter(c byte) bool { return strings.IndexByte(letters+digits, c) >= 0 }

// add adds a name that is not there yet.
func add(names []string, s string) []string {
	if s == "" || slices.Contains(names, s) {
		return names
	}
	return append(names, s)
}

// hosts are the names in a line that may be hosts.
func hosts(line string) []string {
	var names []string
	for _, w := range words(line) {
		if _, rest, ok := strings.Cut(w, "://"); ok {
			w, _, _ = strings.Cut(rest, "/")
			if at := strings.LastIndexByte(w, '@'); at >= 0 {
				w = w[at+1:]
			}
		}
		if h, port, ok := strings.Cut(w, ":"); ok && number(port) > 0 {
			w = h
		}
		if isHost(w) {
			names = add(names, strings.ToLower(w))
		}
	}
	return names
}

// words are the words of a line, without what stands around them.
func words(line string) []string {
	list := strings.FieldsFunc(line, func(r rune) bool {
		return strings.ContainsRune(" \t,\"'()`<>=", r)
	})
	for i := range list {
		list[i] = strings.TrimRight(list[i], ".:;!?")
	}
	return list
}

// isHost reports whether a word can be the name of a host and is unlike that of a file or a
// library.
func isHost(w string) bool {
	if len(w) > 253 || !strings.Contains(w, ".") || w != strings.ToLower(w) {
		return false // programs write names of hosts small, and those of their classes not
	}
	labels := strings.Split(w, ".")
	for _, l := range labels {
		if l == "" || len(l) > 63 || l[0] == '-' || l[len(l)-1] == '-' ||
			strings.Trim(l, letters+digits+"-_") != "" {
			return false
		}
	}
	last := labels[len(labels)-1]
	if len(last) < 2 || strings.ContainsAny(last, digits) {
		return false
	}
	switch last {
	case "py", "js", "go", "rb", "c", "h", "java", "json", "txt", "toml", "yaml", "yml", "lock",
		"cjs", "mjs", "ts", "so", "sh", "pm", "php", "rs", "conf", "cfg", "log", "html", "xml":
		return false
	}
	return true
}

// agentSocket stands for the socket of the ssh agent, which its programs do not name.
const agentSocket = "$SSH_AUTH_SOCK"

// endpoints are what in a line was connected to: paths of sockets, and HOST:PORT.
func endpoints(line string) []string {
	var names []string
	list := words(line)
	if low := strings.ToLower(line); strings.Contains(low, "connecting to agent") ||
		strings.Contains(low, "authentication agent") {
		return []string{agentSocket}
	}
	for i, w := range list {
		switch {
		case strings.HasPrefix(w, "unix://"), strings.HasPrefix(w, "unix:/"), strings.HasPrefix(w, "/"):
			names = add(names, pathOf(w))
			continue
		case strings.Contains(w, "://"):
			_, w, _ = strings.Cut(w, "://")
			w, _, _ = strings.Cut(w, "/")
		}
		at := strings.LastIndexByte(w, ':')
		if at > 0 && number(w[at+1:]) > 0 && (isHost(w[:at]) || local(w[:at])) {
			names = add(names, strings.ToLower(w))
			continue
		}
		// "connect to 127.0.0.1 port 5432", `at "localhost" (127.0.0.1), port 5432`
		if w == "port" && i > 0 && i+1 < len(list) && number(list[i+1]) > 0 &&
			(local(list[i-1]) || isHost(list[i-1])) {
			names = add(names, strings.ToLower(list[i-1])+":"+list[i+1])
		}
	}
	return names
}

// local reports whether a host is this machine.
func local(host string) bool {
	switch strings.ToLower(strings.Trim(host, "[]")) {
	case "localhost", "127.0.0.1", "::1", "0.0.0.0":
		return true
	}
	return false
}

// number is a port; 0 for none.
func number(s string) int {
	n, err := strconv.ParseUint(s, 10, 16)
	if err != nil {
		return 0
	}
	return int(n)
}
