package rule

import (
	"path"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// IfUnknown is the `unknown` of a path rule with that glob. Its value allow, which only presets
// have, keeps a rule about names from asking about a path that is unknown, or known only by a tree
// in which it lies; a pattern that may match the name still asks, below a tree if the glob speaks
// of nothing but the name, and below a home directory if it ends in one.
//
// A component that begins with a star names everything that a directory shows: it does not ask
// about the files with a telling suffix that may be among them, but for the system's own
// directories and below a pattern for hidden ones, as in ~/.s*/*. Nor does one that ends so and is
// written or deleted: split a.txt part-, rm build*.
//
// Of a path that is not known the beginning or the end may say enough: ~/.ssh/$X, $DIR/.netrc,
// /proc/$PID/environ.
func IfUnknown(unknown Decision, kind fact.EffectKind, p *fact.Path, glob string) Decision {
	if unknown == Allow && !p.Known && (p.Abs != "" || p.Tail != "") && tellsEnough(p, glob) {
		return Unset
	}
	below := isTree(p.Abs)
	if unknown != Allow || !p.Known || below && mayLieAnywhere(p, glob) &&
		!(p.Homes && namesFile(p.Abs, glob)) {
		return unknown
	}
	base := lastName(p.Abs)
	if p.Glob && len(base) > 1 && base[0] == '.' && strings.IndexByte("*?[", base[1]) < 0 &&
		strings.HasPrefix(lastName(glob), "*") && !strings.HasSuffix(glob, "*") {
		return Allow // .config.* is asked about for hidden names, and not for .config.pem
	}
	if p.Glob && (!below && tellsNoDir(p.Abs, glob) || p.Known && standsForOthers(p.Tail, glob) ||
		tellsNoWord(base, lastName(glob))) {
		return Allow
	}
	if p.Glob && strings.HasPrefix(base, "*") && !isNameItself(base, glob) &&
		!strings.HasPrefix(p.Abs, "/proc/") && !strings.HasPrefix(p.Abs, "/etc/") &&
		!namesHidden(p.Abs) && !(below && mayFindHidden(p, base, glob)) &&
		!coversNamedDir(p.Abs, glob) {
		return Allow
	}
	if p.Glob && changesFiles(kind) && strings.HasSuffix(base, "*") &&
		strings.HasPrefix(glob, "**/*.") {
		return Allow
	}
	return Unset
}

// tellsNoWord reports whether a pattern has not the word by which a glob knows names, whatever
// stands before it: f*.txt for *password.txt. A suffix is no word.
func tellsNoWord(base, glob string) bool {
	if !strings.HasPrefix(glob, "*") {
		return false
	}
	for word := range strings.SplitSeq(strings.ToLower(glob), "*") {
		if strings.LastIndexByte(word, '.') != 0 && !strings.Contains(strings.ToLower(base), word) {
			return true
		}
	}
	return false
}

// coversNamedDir reports whether a pattern names all in a directory that a glob is about, if a star
// of the pattern may stand for a file that the glob names: ~/.config/gh/* and
// **/.config/gh/hosts.yml, or ~/.config/*/*.db and **/.config/gcloud/**.
func coversNamedDir(abs, glob string) bool {
	if dir, all := strings.CutSuffix(glob, "/**"); all {
		for i := strings.LastIndexByte(abs, '/'); i > 0; i = strings.LastIndexByte(abs, '/') {
			if abs = abs[:i]; coversNamedDir(abs, dir) {
				return true
			}
		}
		return false
	}
	glob = strings.TrimPrefix(glob, "**/")
	if strings.IndexByte(glob, '/') < 0 {
		return false
	}
	for named := false; ; {
		i, j := strings.LastIndexByte(abs, '/'), strings.LastIndexByte(glob, '/')
		have, want := abs[i+1:], glob[j+1:]
		switch {
		case !strings.ContainsAny(have, "*?["):
			if !strings.EqualFold(have, want) {
				return false
			}
			named = true
		case strings.HasPrefix(want, ".") && !strings.HasPrefix(have, "."):
			return false
		default:
			ok, err := path.Match(strings.ToLower(have), strings.ToLower(want))
			if !ok || err != nil {
				return false
			}
		}
		if j < 0 || i < 0 {
			return named && j < 0
		}
		abs, glob = abs[:i], glob[:j]
	}
}

func changesFiles(k fact.EffectKind) bool {
	return k == fact.Write || k == fact.Append || k == fact.Delete
}

// isNameItself reports whether a component that begins with a star stands for the very name that a
// glob is about, where the star stands for nothing: the *.env of rg -g.
func isNameItself(base, glob string) bool {
	return strings.EqualFold(strings.TrimLeft(base, "*"), lastName(glob))
}

// mayLieAnywhere reports whether a path that stands for names in a tree says nothing of where a
// glob begins: src/**/a may be a/.ssh/a. One of the tree in which all of the glob lies does:
// /proc/1/**/environ.
func mayLieAnywhere(p *fact.Path, glob string) bool {
	if strings.LastIndexByte(glob, '/') == len("**") {
		return false
	}
	begin, _, _ := strings.Cut(glob, "*")
	return len(begin) < len("/x/") || !strings.HasPrefix(p.Abs, begin)
}

// tellsNoDir reports whether a pattern says nothing of the directory that a glob begins with: a
// star in packages/*/a may be any directory of a project, and is not asked about for what lies
// below **/Library/x. Part of a name, as in L*/x, says something.
func tellsNoDir(abs, glob string) bool {
	rest, ok := strings.CutPrefix(strings.Replace(glob, "~/", "**/", 1), "**/")
	first, below, _ := strings.Cut(rest, "/")
	if !ok || below == "" || strings.ContainsAny(first, "*?") || namesHidden(abs) {
		return false
	}
	rest = strings.ToLower(rest)
	for at := strings.ToLower(abs); at != ""; {
		name, _, _ := strings.Cut(at, "/")
		if strings.Trim(name, "*") != "" && mayBegin(at, rest) {
			return false
		}
		_, at, _ = strings.Cut(at, "/")
	}
	return true
}

// mayBegin reports whether the components of a pattern may be those of a glob, one after the other.
func mayBegin(abs, glob string) bool {
	for abs != "" && glob != "" {
		var name, want string
		name, abs, _ = strings.Cut(abs, "/")
		want, glob, _ = strings.Cut(glob, "/")
		if strings.ContainsAny(want, "*?") {
			return true
		}
		if ok, err := path.Match(name, want); !ok && err == nil {
			return false
		}
	}
	return true
}

// standsForOthers reports whether a glob names no name that a pattern stands for. Each of these is
// behind a separator.
func standsForOthers(found, glob string) bool {
	if found == "" {
		return false
	}
	last := strings.ToLower(lastName(strings.TrimSuffix(glob, "/**"))) // which is the directory, too
	for name := range strings.SplitSeq(found[1:], "/") {
		if ok, err := path.Match(last, strings.ToLower(name)); ok || err != nil {
			return false
		}
	}
	return true
}

// mayFindHidden reports whether find, whose stars stand for names with a leading dot as well, may
// have found a hidden file that a glob names. A project's *.json is not asked about for what may
// stand before the dot, nor is a bare star.
func mayFindHidden(p *fact.Path, base, glob string) bool {
	name := lastName(glob)
	switch {
	case strings.Trim(base, "*") == "":
		return false
	case p.Homes:
		return true
	case !strings.HasPrefix(name, "."):
		return false
	case !p.Far && strings.HasPrefix(base, "*."):
		base = base[1:]
	}
	ok, err := path.Match(strings.ToLower(base), strings.ToLower(name))
	return ok || err != nil
}

// namesFile reports whether a pattern with a name of its own, and a glob, speak of a file and not
// of all in a directory.
func namesFile(abs, glob string) bool {
	return strings.Trim(lastName(abs), "*") != "" && !strings.Contains(lastName(glob), "*")
}

func lastName(path string) string { return path[strings.LastIndexByte(path, '/')+1:] }

// isTree reports whether a path is a pattern for what lies in the directories below one.
func isTree(path string) bool {
	return strings.Contains(path, "/**/") || strings.HasSuffix(path, "/**")
}

// namesHidden reports whether a component of a path is a pattern for hidden names: one that begins
// with a dot (POSIX XCU 2.14.3), or with the stars *** that stand for those as well (package
// expand). .[!.]* does not count: inline code that lists a directory gets it for what may be there.
func namesHidden(path string) bool {
	for rest := path; rest != ""; {
		var name string
		name, rest, _ = strings.Cut(rest, "/")
		if strings.HasPrefix(name, "***") || strings.HasPrefix(name, ".") && name != ".[!.]*" &&
			strings.ContainsAny(name, "*?[") {
			return true
		}
	}
	return false
}

// tellsEnough reports whether what is known of a path lies below the directory of a glob, or ends
// as the glob does.
func tellsEnough(p *fact.Path, glob string) bool {
	if dir, ok := strings.CutSuffix(glob, "/**"); ok {
		dir = strings.TrimPrefix(dir, "**")
		return strings.HasPrefix(dir, "/") && (hasDir(p.Abs, dir) || hasDir(p.Tail, dir))
	}
	last := strings.LastIndexByte(glob, '*') + 1
	if last == len("**") && namesHidden(p.Tail) { // $DIR/.net*
		name := p.Tail[strings.LastIndexByte(p.Tail, '/')+1:]
		if ok, _ := path.Match(name, strings.TrimPrefix(glob[last:], "/")); ok {
			return true
		}
	}
	if last == 0 || last == len(glob) || glob[last] != '/' || len(p.Tail) < len(glob)-last ||
		!strings.EqualFold(p.Tail[len(p.Tail)-len(glob)+last:], glob[last:]) {
		return false
	}
	before := max(0, last-len("/*")) // /proc of /proc/*/environ, nothing of **/.env
	return last == len("**") || len(p.Abs) >= before &&
		strings.EqualFold(p.Abs[:before], glob[:before]) && hasDir(p.Abs, glob[:before])
}

// hasDir reports whether a path has the components of dir, which begins with a separator, one after
// the other.
func hasDir(path, dir string) bool {
	for i := 0; i+len(dir) <= len(path); i++ {
		end := i + len(dir)
		if path[i] == '/' && strings.EqualFold(path[i:end], dir) &&
			(end == len(path) || path[end] == '/') {
			return true
		}
	}
	return false
}
