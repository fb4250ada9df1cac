package confine

import (
	"strings"

	"github.com/fencepost/fencepost/gen/needs"
	"github.com/fencepost/fencepost/internal/fact"
)

// need is what the spec of a program says that it needs in the sandbox (presets/commands).
type need struct {
	caches, reads, writes, hosts, sockets, sets []string

	hooks    bool // those of the project may run
	packages bool // what it runs unseen are packages, which need none of the project's secrets
	settings bool // it changes those of a repository
	always   bool // its caches are opened also where it only looks
	idle     bool // this command only looks
	contacts bool // it contacts something, or runs what may
}

// needOf returns what a command needs, with its subcommands; nil for nothing.
func needOf(c *fact.Command) *need {
	var n *need
	subs := subcommands(c)
	for i := 0; i <= len(subs) && c.Name != ""; i++ {
		name := c.Name
		if i > 0 {
			name += " " + strings.Join(subs[:i], " ")
		}
		if line := needLine(name); line != "" {
			if n == nil {
				n = &need{}
			}
			n.add(line)
		}
	}
	return n
}

// subcommands are those that the spec knows; of one that knows none the first words that are no
// options.
func subcommands(c *fact.Command) []string {
	const most = 2
	if len(c.Sub) > 0 {
		return c.Sub
	}
	var out []string
	for i := 1; i < len(c.Canon) && len(out) < most; i++ {
		w := &c.Canon[i]
		if !w.Known() || strings.HasPrefix(w.Text, "-") {
			break
		}
		out = append(out, w.Text)
	}
	return out
}

// needLine returns the line of a command in the table, without its name.
func needLine(name string) string {
	_, rest, ok := strings.Cut(needs.Table, "\n"+name+"\t")
	if !ok {
		return ""
	}
	line, _, _ := strings.Cut(rest, "\n")
	return line
}

// add reads a line.
func (n *need) add(line string) {
	for field := range strings.SplitSeq(line, "\t") {
		key, values, _ := strings.Cut(field, "=")
		list := strings.Fields(values)
		switch key {
		case "caches":
			n.caches = append(n.caches, list...)
		case "reads":
			n.reads = append(n.reads, list...)
		case "writes":
			n.writes = append(n.writes, list...)
		case "hosts":
			n.hosts = append(n.hosts, list...)
		case "sockets":
			n.sockets = append(n.sockets, list...)
		case "sets":
			n.sets = append(n.sets, list...)
		case "always":
			n.always = true
		case "hooks":
			n.hooks = true
		case "packages":
			n.packages = true
		case "settings":
			n.settings = true
		}
	}
}

// kinds calls f for each kind of project that the specs know: the files that such a project has,
// and the line of the program that works in it.
func kinds(f func(files []string, line string)) {
	const mark = "\tfiles="
	for table := needs.Table; ; {
		i := strings.Index(table, mark)
		if i < 0 {
			return
		}
		begin := strings.LastIndexByte(table[:i], '\n') + 1
		line, rest, _ := strings.Cut(table[begin:], "\n")
		_, files, _ := strings.Cut(line, mark)
		files, _, _ = strings.Cut(files, "\t")
		f(strings.Fields(files), line)
		table = "\n" + rest
	}
}
