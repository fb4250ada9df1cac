package plan

import (
	"path"
	"slices"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
)

// builder makes one plan.
type builder struct {
	r     *Request
	fs    FS
	p     *Plan
	lists map[string]*listing
	types map[string]Type
	spent int // directories that were looked into

	private     []string // directories that are empty but for openings
	roots       []string // what may be written
	flagged     []string // what --read-only names
	reads       []string
	unprotected map[string]bool
	// What is read-only below something that may be written.
	readOnly   map[string]*Protected
	exceptions []string // what may be written below something read-only
	rewritten  []string // files that may be made, and made anew, below something read-only
	pins       []string // directories that are neither read-only nor moved
	hides      map[string]*hiding
	sockets    map[string]bool
	told       map[string]bool
	homeDir    string    // resolved, once asked for
	own        []setting // git's settings of the person and the machine, once asked for
}

// Build makes the plan of a request.
func Build(r *Request, fs FS) (*Plan, error) {
	b := &builder{r: r, fs: fs, lists: map[string]*listing{}, types: map[string]Type{},
		unprotected: map[string]bool{},
		readOnly:    map[string]*Protected{}, hides: map[string]*hiding{}, sockets: map[string]bool{},
		told: map[string]bool{},
		p: &Plan{Net: r.Network, Serve: r.Serve, Dir: r.Dir, Path: r.Path, Argv: r.Argv, Env: r.Env,
			Background: r.Background != "kill"}}
	if b.p.Net == "" {
		b.p.Net = sandbox.NetNone
	}
	for _, look := range [...]func() error{
		b.readable, b.flaggedReadOnly, b.writable, b.privates, b.protect, b.secrets, b.hideSockets,
	} {
		if err := look(); err != nil {
			return nil, err
		}
	}
	b.write()
	return b.p, nil
}

func (b *builder) add(s Step) { b.p.Steps = append(b.p.Steps, s) }

func (b *builder) note(text string) {
	if !b.told[text] {
		b.told[text] = true
		b.p.Notes = append(b.p.Notes, text)
	}
}

// readable takes the flags -r, and the sockets that may be reached.
func (b *builder) readable() error {
	for _, given := range b.r.Read {
		found, err := b.expand("-r", given)
		if err != nil {
			return err
		}
		b.reads = append(b.reads, found...)
	}
	for _, given := range b.r.Sockets {
		p := b.absolute(given)
		if to, ok := b.fs.Resolve(p); ok && b.typeOf(to) == Socket {
			b.sockets[to] = true
			continue
		}
		return &Error{"--socket " + Quote(given) + ": there is no socket",
			"Start the program that serves it, or leave the flag out"}
	}
	slices.Sort(b.reads)
	b.reads = slices.Compact(b.reads)
	return nil
}

// writable takes the flags -w.
func (b *builder) writable() error {
	for _, given := range b.r.Write {
		found, err := b.expand("-w", given)
		if err != nil {
			return err
		}
		for _, p := range found {
			if dir := b.underFlag(p); dir != "" {
				b.note("-w " + Quote(p) + " lies in --read-only " + Quote(dir) + ", which counts")
				continue
			}
			if err := b.mayWrite(given, p); err != nil {
				return err
			}
			b.roots = append(b.roots, p)
			b.unprotected[p] = true
		}
	}
	if own := b.r.Own; own != "" {
		to, ok := b.fs.Resolve(b.absolute(own))
		if !ok || b.typeOf(to) != Dir {
			return &Error{"--own " + Quote(own) + " is no directory", "Make it first, or leave the flag out"}
		}
		if err := b.mayWrite(own, to); err != nil {
			return err
		}
		b.roots, b.unprotected[to] = append(b.roots, to), true
	}
	if s := b.r.Scratch; s != "" {
		to, ok := b.fs.Resolve(s)
		if !ok || b.typeOf(to) != Dir {
			return &Error{"the scratch directory " + Quote(s) + " is not there", "Make it first"}
		}
		b.roots = append(b.roots, to)
	}
	for _, given := range b.r.Lift {
		if to, ok := b.fs.Resolve(b.absolute(given)); ok {
			if err := b.exact("--lift", b.absolute(given), to); err != nil {
				return err
			}
			b.unprotected[to] = true
			if b.typeOf(to) == File {
				b.rewritten = append(b.rewritten, to)
			}
		} else {
			b.rewritten = append(b.rewritten, b.resolve(given))
		}
	}
	b.roots = outermost(b.roots)
	return nil
}

// flaggedReadOnly takes the flags --read-only. What is not there cannot be held by a mount: if the run makes
// it, it is quarantined afterwards.
func (b *builder) flaggedReadOnly() error {
	for _, given := range b.r.ReadOnly {
		p := b.absolute(given)
		if to, ok := b.fs.Resolve(p); ok {
			b.flagged = append(b.flagged, to)
		} else if wild(p) {
			b.glob("/", split(p), func(hit string, _ Type) {
				if to, ok := b.fs.Resolve(hit); ok {
					b.flagged = append(b.flagged, to)
				}
			})
		}
	}
	b.flagged = outermost(b.flagged)
	return nil
}

// underFlag returns what of the flags --read-only a path lies in, "" for nothing.
func (b *builder) underFlag(p string) string {
	for _, dir := range b.flagged {
		if subpath.In(p, dir) {
			return dir
		}
	}
	return ""
}

// outermost sorts paths and leaves out what lies below another one.
func outermost(paths []string) []string {
	slices.SortFunc(paths, comparePaths)
	var out []string
	for _, p := range paths {
		if n := len(out); n == 0 || !subpath.In(p, out[n-1]) {
			out = append(out, p)
		}
	}
	return out
}

// comparePaths orders paths so that what lies below a directory comes right behind it.
func comparePaths(a, b string) int { return slices.Compare(split(a), split(b)) }

// system are directories that no command writes to.
var system = [...]string{"/proc", "/sys", "/dev"}

// mayWrite refuses what would leave nothing to confine.
func (b *builder) mayWrite(given, p string) error {
	what := "-w " + Quote(given)
	switch {
	case p == "/":
		return &Error{what + " is the whole machine", "Name the directory that the command writes to"}
	case p == b.home():
		return &Error{what + " is the home directory, with all settings and keys",
			"Name the directory in it that the command writes to"}
	case b.home() != "" && subpath.In(b.home(), p):
		return &Error{what + " holds the home directory", "Name the directory that the command writes to"}
	}
	for _, dir := range system {
		if subpath.In(p, dir) && !subpath.In(p, "/dev/shm") {
			return &Error{what + " lies in " + dir + ", which the sandbox makes itself", "Leave it out"}
		}
	}
	if t := b.typeOf(p); t != Dir && t != File {
		return &Error{what + " is a " + t.String(), "Only files and directories can be made writable"}
	}
	return nil
}

// home is the home directory without links; "" for none.
func (b *builder) home() string {
	if b.homeDir == "" && b.r.Home != "" {
		b.homeDir = path.Clean(b.r.Home)
		if to, ok := b.fs.Resolve(b.r.Home); ok {
			b.homeDir = to
		}
	}
	return b.homeDir
}

// rootOf returns the writable path that p lies in, "" for none.
func (b *builder) rootOf(p string) string {
	for _, root := range b.roots {
		if subpath.In(p, root) {
			return root
		}
	}
	return ""
}
