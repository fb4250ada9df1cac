package confine

import (
	"path"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Reader is a Disk that also reads: the settings of a repository, which say where its remotes are.
// No more than a few KB count; "" where there is nothing.
type Reader interface{ Text(path string) string }

// contacting are the commands of git that contact a remote, and whether the name of one is their
// first operand.
var contacting = [...]string{"fetch", "pull", "push", "ls-remote", "remote"}

// remotes adds the hosts of the remotes that a command of git could contact: those of the settings
// of its repository. They are no more than a hint, as other settings of git lead elsewhere.
func (d *draft) remotes(c *fact.Command) {
	r, ok := d.c.Disk.(Reader)
	if !ok || c.Name != "git" || len(c.Sub) == 0 || !slices.Contains(contacting[:], c.Sub[0]) {
		return
	}
	dir := d.c.Dir
	if c.Dirs.Known && len(c.Dirs.List) > 0 {
		dir = c.Dirs.List[0]
	}
	top := d.repository(dir)
	if top == "" {
		return
	}
	named := ""
	if i := slices.IndexFunc(c.Operands, func(o fact.Operand) bool { return o.Flag == "" }); i >= 0 &&
		c.Sub[0] != "remote" {
		named = c.Operands[i].Word.Text
	}
	for _, u := range remoteURLs(r.Text(d.gitConfig(r, top)), named) {
		d.host(urlHost(u), false)
	}
}

// gitConfig is the path of the settings of the repository whose work tree a directory is.
func (d *draft) gitConfig(r Reader, top string) string {
	if d.kind(top+"/.git") == Dir {
		return top + "/.git/config"
	}
	dir, ok := strings.CutPrefix(strings.TrimSpace(r.Text(top+"/.git")), "gitdir:")
	if !ok {
		return ""
	}
	if dir = strings.TrimSpace(dir); !strings.HasPrefix(dir, "/") {
		dir = path.Join(top, dir)
	}
	if common := strings.TrimSpace(r.Text(dir + "/commondir")); strings.HasPrefix(common, "/") {
		dir = common
	} else if common != "" {
		dir = path.Join(dir, common)
	}
	return dir + "/config"
}

// remoteURLs are the addresses of the remote of a name in the settings of a repository; of all
// remotes where none has it.
func remoteURLs(text, named string) []string {
	var all, own []string
	section := ""
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			name, ok := strings.CutPrefix(line, `[remote "`)
			if section = ""; ok {
				section, _, _ = strings.Cut(name, `"]`)
			}
			continue
		}
		key, value, ok := strings.Cut(line, "=")
		key = strings.ToLower(strings.TrimSpace(key))
		if section == "" || !ok || key != "url" && key != "pushurl" {
			continue
		}
		value = strings.Trim(strings.TrimSpace(value), `"`)
		if all = append(all, value); section == named {
			own = append(own, value)
		}
	}
	if own != nil {
		return own
	}
	return all
}

// urlHost is the host in an address of git: https://HOST/…, ssh://USER@HOST:PORT/…, USER@HOST:PATH.
// "" for a path, and for what is not plain.
func urlHost(u string) string {
	scheme, rest, ok := strings.Cut(u, "://")
	switch {
	case ok && scheme == "file":
		return ""
	case ok:
		rest, _, _ = strings.Cut(rest, "/")
	default:
		if rest, _, ok = strings.Cut(u, ":"); !ok || strings.Contains(rest, "/") {
			return ""
		}
	}
	rest = strings.ToLower(rest[strings.LastIndexByte(rest, '@')+1:])
	if strings.Trim(rest, "abcdefghijklmnopqrstuvwxyz0123456789.-:") != "" {
		return ""
	}
	host, port, _ := strings.Cut(rest, ":")
	if port != "" {
		return host + ":" + port
	}
	return host
}
