package paths

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// What Windows opens for a name is not always the file that is called so: it cuts streams, dots and
// blanks, knows short names, drives and devices, and takes a backslash for a slash. WSL, SMB, NTFS
// and FAT bring parts of that to other systems, and a call may be judged on one system and done on
// another. So a name that Windows reads otherwise has further forms: what restricts takes any, and
// what allows needs all of them. Where they lie in the same directory, and none is protected, as
// with a:b.txt, the name is as free as any other.

// Where names lie that only Windows knows, in the form that this package uses on other systems.
const (
	drives = "/mnt/"         // WSL has them there: /mnt/c
	remote = "/UNC/"         // HOST/SHARE, as \\?\UNC\ has it
	device = remote + "dev/" // NAME
)

// spelled holds the forms of the path that was asked about last.
type spelled struct {
	abs  string
	dirs *string   // the first of Path.Dirs
	as   *readings // nil: Windows reads the name as others do
}

// readings are what else a path may mean.
type readings struct {
	glob  bool     // the path is a pattern
	forms []string // all; nil: there is one
	short bool     // a component may be the short name of something
	users bool     // it lies in the home directory that somebody has on Windows
}

// forms returns the absolute forms of a known path before cleaning, in each reading of its
// spelling.
func (r *Resolver) forms(p *fact.Path, buf *[1]string) []string {
	var dirs *string
	if len(p.Dirs) > 0 {
		dirs = &p.Dirs[0]
	}
	if s := &r.spelled; s.abs != p.Abs || s.dirs != dirs || s.as != nil && s.as.glob != p.Glob {
		r.spelled = spelled{p.Abs, dirs, r.spell(p)}
	}
	if as := r.spelled.as; as != nil && as.forms != nil {
		return as.forms
	}
	return written(p, buf)
}

// spell reads a path as Windows does; nil is what is said of almost all.
func (r *Resolver) spell(p *fact.Path) *readings {
	var buf [1]string
	own, plain := written(p, &buf), true
	for _, form := range own {
		plain = plain && !odd(form) && !r.inUsers(form)
	}
	if plain {
		return nil
	}
	as := &readings{glob: p.Glob}
	all := slices.Clone(own)
	for _, form := range own {
		if odd(form) {
			all = r.read(as, all, form)
		}
	}
	for _, form := range all {
		as.users = as.users || r.inUsers(form)
	}
	switch {
	case len(all) > len(own):
		as.forms = all
	case !as.short && !as.users:
		return nil
	}
	return as
}

// odd is one look at each byte: almost all names pass.
func odd(s string) bool {
	s = s[len(volume(s)):]
	if onHost(s) {
		return true
	}
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\', ':', '~':
			return true
		case '.', ' ':
			if i+1 == len(s) || s[i+1] == '/' || s[i+1] == '\\' {
				if !dots(s[strings.LastIndexByte(s[:i], '/')+1 : i+1]) {
					return true
				}
			}
		}
	}
	return devices && holdsDevice(s)
}

// onHost reports whether a name begins with that of another host: with two slashes, which POSIX
// leaves to the system (XBD 4.13), and not with more.
func onHost(s string) bool {
	return len(s) > 2 && s[0] == '/' && s[1] == '/' && s[2] != '/'
}

// dots reports whether a name has nothing but dots: two go up, and ./... is what Go calls a tree.
// Windows, too, has names of three and more.
func dots(name string) bool { return strings.Trim(name, ".") == "" }

// read adds what Windows may take an absolute name for. The directories above the project are where
// they are, however they are called.
func (r *Resolver) read(as *readings, list []string, form string) []string {
	top := len(volume(form))
	for _, dir := range [...]string{r.project, r.scratch, r.home} {
		if len(dir) > top && (form == dir || strings.HasPrefix(form, dir+"/")) {
			top = len(dir)
		}
	}
	if !odd(form[top:]) {
		return list
	}
	as.short = as.short || holdsShort(form[top:])
	text, whole := restart(form, top, as.glob)
	if whole {
		if host := share(text); host != "" {
			list = append(list, host) // a letter may be the drive of this host or of another
		}
		form, top = located(text), 0
		list = append(list, form)
	}
	dir, rest := form[:top], strings.ReplaceAll(form[top:], `\`, "/")
	name := trimmed(rest, false)
	if name != form[top:] {
		list = append(list, rooted(dir+name))
	}
	if other := trimmed(rest, true); other != name {
		list = append(list, rooted(dir+other))
	}
	if devices && holdsDevice(rest) {
		list = append(list, device+"name")
	}
	return list
}

func rooted(p string) string {
	if p == "" {
		return "/"
	}
	return p
}

// restart returns the end of a joined name that is a whole path for Windows: from a drive or from
// backslashes on.
func restart(form string, top int, glob bool) (text string, ok bool) {
	if top == 0 && onHost(form) {
		text, ok = form, true
	}
	for i := top; i < len(form); i++ {
		if form[i] != '/' {
			continue
		}
		switch rest := form[i+1:]; {
		case len(rest) > 2 && letter(rest[0]) && rest[1] == ':' && (rest[2] == '/' || rest[2] == '\\'):
			text, ok = rest, true
		case len(rest) == 2 && letter(rest[0]) && rest[1] == ':':
			text, ok = rest, true
		case strings.HasPrefix(rest, `\`) && (!glob || strings.HasPrefix(rest, `\\`)):
			text, ok = rest, true // in a pattern, one quotes what follows
		}
	}
	return text, ok
}

// located returns where a path of Windows lies, in the form that this package has for it.
func located(text string) string {
	p := undevice(strings.ReplaceAll(text, `\`, "/"))
	if len(p) >= 2 && p[1] == ':' && letter(p[0]) {
		return drives + string(p[0]|0x20) + p[2:]
	}
	host, ok := strings.CutPrefix(p, "//")
	if !ok {
		return p // of the drive that one is on
	}
	host, rest, _ := strings.Cut(host, "/")
	switch subpath.Fold(host) {
	case ".", "?":
		return device + rest
	case "wsl$", "wsl.localhost":
		_, rest, _ = strings.Cut(rest, "/") // a distribution's root
		return "/" + rest
	}
	return remote + host + "/" + rest
}

// onShare reports whether a glob or a path begins where those of other hosts do. No link leads
// there.
func onShare(p string) bool {
	return len(p) > len(remote) && p[0] == '/' && (p[1] == 'U' || p[1] == 'u') &&
		strings.EqualFold(p[:len(remote)], remote)
}

func (r *Resolver) onShare(p *fact.Path) bool {
	var buf [1]string
	return slices.ContainsFunc(r.forms(p, &buf), onShare)
}

// share returns where a path lies that begins with the letter of a drive which a host shares.
func share(text string) string {
	p := strings.ReplaceAll(text, `\`, "/")
	if len(p) > 7 && (p[:4] == "//?/" || p[:4] == "//./") && subpath.Fold(p[4:8]) == "unc/" {
		p = "//" + p[8:]
	}
	q := undevice(p)
	if !onHost(p) || p[2] == '?' || p[2] == '.' || len(q) < 2 || q[1] != ':' {
		return ""
	}
	return remote + p[2:]
}

// undevice takes off what stands before a path that the system is to take as it is. A drive that
// is shared by its letter is that drive.
func undevice(p string) string {
	rest := ""
	for _, prefix := range [...]string{"//?/", "//./", "/??/"} {
		if strings.HasPrefix(p, prefix) {
			rest = p[len(prefix):]
		}
	}
	switch {
	case len(rest) >= 4 && subpath.Fold(rest[:4]) == "unc/":
		p = "//" + rest[4:]
	case len(rest) >= 2 && rest[1] == ':' && letter(rest[0]):
		return rest
	}
	if host, ok := strings.CutPrefix(p, "//"); ok {
		_, share, _ := strings.Cut(host, "/")
		if len(share) >= 2 && share[1] == '$' && letter(share[0]) &&
			(len(share) == 2 || share[2] == '/') {
			return share[:1] + ":" + share[2:]
		}
	}
	return p
}

func letter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// trimmed takes the name of a stream off each component, and dots and blanks at its end. With
// drive, a letter and a colon are the drive, in the directory that one is in there.
func trimmed(p string, drive bool) string {
	comps := strings.Split(p, "/")
	for i, c := range comps {
		if drive && len(c) > 2 && c[1] == ':' && letter(c[0]) {
			c = c[2:]
		}
		comps[i] = bare(c)
	}
	return strings.Join(comps, "/")
}

func bare(c string) string {
	if i := strings.IndexByte(c, ':'); i > 0 {
		c = c[:i]
	}
	if name := strings.TrimRight(c, ". "); name != "" {
		return name
	}
	return strings.TrimRight(c, " ") // the directory itself, or the one above it
}

// isDevice reports whether a component names a device, in whatever directory and with whatever
// extension. NUL is left out: what is written there is gone.
func isDevice(c string) bool {
	c, _, _ = strings.Cut(c, ".")
	c, _, _ = strings.Cut(c, ":")
	switch c = strings.TrimRight(c, " "); len(c) {
	case 3:
		c = subpath.Fold(c)
		return c == "con" || c == "prn" || c == "aux"
	case 4:
		c = subpath.Fold(c)
		return (c[:3] == "com" || c[:3] == "lpt") && '0' <= c[3] && c[3] <= '9'
	case 5: // one of the superscripts ¹, ² and ³ for a digit
		c = subpath.Fold(c[:3]) + c[3:]
		return (c[:3] == "com" || c[:3] == "lpt") && c[3] >= 0x80
	case 6, 7:
		c = subpath.Fold(c)
		return c == "conin$" || c == "conout$"
	}
	return false
}

func holdsDevice(p string) bool {
	for c := range strings.SplitSeq(p, "/") {
		if isDevice(c) {
			return true
		}
	}
	return false
}
