package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
)

// Windows does not always open the file that a name spells: it cuts streams, dots and blanks, knows
// short names, drives and devices, and takes a backslash for a slash. WSL, SMB, NTFS and FAT bring
// parts of that to other systems, and a call may be judged on one system and run on another. So a
// name that Windows reads differently has further forms. A restriction takes any of them, and a
// permission needs all. If all forms lie in the same directory and none is protected, as with
// a:b.txt, the name is as free as any other.

// Where names lie that only Windows knows, in the form that this package uses on other systems.
const (
	drives = "/mnt/"         // WSL has them there: /mnt/c
	remote = "/UNC/"         // HOST/SHARE, as \\?\UNC\ has it
	device = remote + "dev/" // NAME
)

// forms returns the absolute forms of a known path before cleaning, those of Windows included. The
// list is valid until the next call. unsure is true where the path may stand for more: a component
// may be a short name, or the path lies in somebody's home directory on Windows.
func (r *Resolver) forms(p *fact.Path) (forms []string, unsure bool) {
	own := p.Dirs
	if len(own) == 0 {
		r.ownForm[0] = p.Abs
		own = r.ownForm[:]
	}
	forms = own[:len(own):len(own)]
	for _, form := range own {
		if spelledOddly(form) {
			top := r.topOf(form)
			unsure = unsure || holdsShort(form[top:])
			forms = addForms(forms, form, top, p.Glob)
		}
	}
	for _, form := range forms {
		unsure = unsure || (strings.HasPrefix(form, drives) || volume(form) != "") && r.inOtherHome(form)
	}
	return forms, unsure
}

// topOf returns the length of the project's, the scratch or the home directory at the beginning of
// a form. Their own names mean themselves, whatever Windows would make of them.
func (r *Resolver) topOf(form string) int {
	top := len(volume(form))
	for _, dir := range [...]string{r.project, r.scratch, r.home} {
		if len(dir) > top && (form == dir || strings.HasPrefix(form, dir+"/")) {
			top = len(dir)
		}
	}
	return top
}

// spelledOddly reports whether Windows may read a name differently. It looks at each byte once:
// almost all names pass.
func spelledOddly(s string) bool {
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
				if !onlyDots(s[strings.LastIndexByte(s[:i], '/')+1 : i+1]) {
					return true
				}
			}
		}
	}
	return onWindows && holdsDevice(s)
}

// onHost reports whether a name begins with two slashes, and not with more. POSIX leaves their
// meaning to the system (XBD 4.13), and Windows takes the name of another host.
func onHost(s string) bool {
	return len(s) > 2 && s[0] == '/' && s[1] == '/' && s[2] != '/'
}

// onlyDots reports whether a name has nothing but dots. Two go up, and Go calls a tree ./... . Names
// of three and more exist on Windows, too.
func onlyDots(name string) bool { return strings.Trim(name, ".") == "" }

// addForms adds what Windows may take an absolute name for. It reads the name from top on. glob
// says that the name is a pattern.
func addForms(list []string, form string, top int, glob bool) []string {
	if !spelledOddly(form[top:]) {
		return list
	}
	text, whole := wholePathIn(form, top, glob)
	if whole {
		if host := driveHost(text); host != "" {
			list = append(list, host) // a letter may be the drive of this host or of another
		}
		form, top = locateOnWindows(text), 0
		list = append(list, form)
	}
	dir, rest := form[:top], strings.ReplaceAll(form[top:], `\`, "/")
	name := trimComponents(rest, false)
	if name != form[top:] {
		list = append(list, orRoot(dir+name))
	}
	if other := trimComponents(rest, true); other != name {
		list = append(list, orRoot(dir+other))
	}
	if onWindows && holdsDevice(rest) {
		list = append(list, device+"name")
	}
	return list
}

func orRoot(p string) string {
	if p == "" {
		return "/"
	}
	return p
}

// wholePathIn returns the end of a joined name that is a whole path for Windows: from a drive or
// from backslashes on.
func wholePathIn(form string, top int, glob bool) (text string, ok bool) {
	if top == 0 && onHost(form) {
		text, ok = form, true
	}
	for i := top; i < len(form); i++ {
		if form[i] != '/' {
			continue
		}
		switch rest := form[i+1:]; {
		case len(rest) > 2 && isLetter(rest[0]) && rest[1] == ':' && (rest[2] == '/' || rest[2] == '\\'):
			text, ok = rest, true
		case len(rest) == 2 && isLetter(rest[0]) && rest[1] == ':':
			text, ok = rest, true
		case strings.HasPrefix(rest, `\`) && (!glob || strings.HasPrefix(rest, `\\`)):
			text, ok = rest, true // in a pattern, one quotes what follows
		}
	}
	return text, ok
}

// locateOnWindows returns where a path of Windows lies, in the form of this package.
func locateOnWindows(text string) string {
	p := withoutDevice(strings.ReplaceAll(text, `\`, "/"))
	if len(p) >= 2 && p[1] == ':' && isLetter(p[0]) {
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

// onShare reports whether a glob or a path lies on another host. No link leads there.
func onShare(p string) bool {
	return len(p) > len(remote) && p[0] == '/' && (p[1] == 'U' || p[1] == 'u') &&
		strings.EqualFold(p[:len(remote)], remote)
}

// driveHost returns where a path lies that begins with a drive that a host shares by its letter.
func driveHost(text string) string {
	p := strings.ReplaceAll(text, `\`, "/")
	if len(p) > 7 && (p[:4] == "//?/" || p[:4] == "//./") && subpath.Fold(p[4:8]) == "unc/" {
		p = "//" + p[8:]
	}
	q := withoutDevice(p)
	if !onHost(p) || p[2] == '?' || p[2] == '.' || len(q) < 2 || q[1] != ':' {
		return ""
	}
	return remote + p[2:]
}

// withoutDevice cuts the prefix that tells Windows to take a path as it is. A drive that is shared
// by its letter is that drive.
func withoutDevice(p string) string {
	rest := ""
	for _, prefix := range [...]string{"//?/", "//./", "/??/"} {
		if strings.HasPrefix(p, prefix) {
			rest = p[len(prefix):]
		}
	}
	switch {
	case len(rest) >= 4 && subpath.Fold(rest[:4]) == "unc/":
		p = "//" + rest[4:]
	case len(rest) >= 2 && rest[1] == ':' && isLetter(rest[0]):
		return rest
	}
	if host, ok := strings.CutPrefix(p, "//"); ok {
		_, share, _ := strings.Cut(host, "/")
		if len(share) >= 2 && share[1] == '$' && isLetter(share[0]) &&
			(len(share) == 2 || share[2] == '/') {
			return share[:1] + ":" + share[2:]
		}
	}
	return p
}

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// trimComponents cuts the name of a stream off each component, and dots and blanks at its end. With
// drive, a letter and a colon are a drive, and mean its current directory.
func trimComponents(p string, drive bool) string {
	comps := strings.Split(p, "/")
	for i, c := range comps {
		if drive && len(c) > 2 && c[1] == ':' && isLetter(c[0]) {
			c = c[2:]
		}
		comps[i] = withoutStream(c)
	}
	return strings.Join(comps, "/")
}

func withoutStream(c string) string {
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
