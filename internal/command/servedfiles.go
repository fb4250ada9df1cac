package command

import (
	"path"
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// A server of this machine may hand out the files of the project: curl localhost:8000/.env shows what
// cat .env shows. Below which directory it serves is not known; the name of the file is.

// servedFiles adds the reads of the files that the addresses of a request to this machine name.
func (e *effectFinder) servedFiles() {
	for i := range e.l.operands {
		w := &e.l.operands[i].Word
		if !w.IsLiteral() {
			continue
		}
		for _, name := range servedNames(w) {
			file := fact.Lit("." + name)
			e.out.effect(fact.Effect{Kind: fact.Read, Guess: true, Data: true,
				Path: e.l.in.Paths.Path(e.l.c.Dirs, &file)})
		}
	}
}

// servedNames returns the names of files in the address of a server of this machine: its path, and
// the values in its query. Each begins with a slash. A route such as /auth/token has no such name.
func servedNames(w *fact.Word) (names []string) {
	text := w.Text
	if i := strings.Index(text, "://"); i >= 0 {
		text = text[i+len("://"):]
	}
	start := strings.IndexByte(text, '/')
	if start <= 0 || text[0] != ':' && !thisMachine(hostName(w)) {
		return nil
	}
	asked, query, _ := strings.Cut(text[start:], "?")
	asked, _, _ = strings.Cut(asked, "#")
	for _, name := range append([]string{asked}, strings.FieldsFunc(query, func(r rune) bool {
		return r == '&' || r == '=' || r == '#'
	})...) {
		name = path.Clean("/" + decoded(name))
		if strings.Contains(name, "/.") || strings.Contains(path.Base(name), ".") {
			names = append(names, name)
		}
	}
	return names
}

// decoded reads %2e as a dot. What is malformed stays, while net/url would refuse the whole.
func decoded(name string) string {
	var out []byte
	for i := 0; i < len(name); i++ {
		ch := name[i]
		n, err := strconv.ParseUint(name[min(i+1, len(name)):min(i+3, len(name))], 16, 8)
		if ch == '%' && i+2 < len(name) && err == nil {
			ch, i = byte(n), i+2
		}
		out = append(out, ch)
	}
	return string(out)
}

// thisMachine reports whether a host is the machine itself.
func thisMachine(host string) bool {
	return host == "localhost" || host == "::1" || host == "0.0.0.0" ||
		strings.HasPrefix(host, "127.") || strings.HasSuffix(host, ".localhost")
}
