package command

import (
	"strings"

	"github.com/fencepost/fencepost/gen/hazards"
	"github.com/fencepost/fencepost/internal/fact"
)

// does returns the effects that the call has whatever its operands.
func (r *resolver) does() (Does, []FixedEffect) {
	does, fixed := r.spec.Does, r.spec.Effects
	if r.variant != nil && r.variant.HasDoes {
		does, fixed = r.variant.Does, r.variant.Effects
	}
	for i := range r.given {
		if g := &r.given[i]; g.opt != nil && !g.off {
			does |= g.does()
		}
	}
	return does, fixed
}

// effects derives the effects from roles, from the spec and from the options given.
func (r *resolver) effects() {
	does, fixed := r.does()
	r.lists = does&DoesList != 0
	recursive, harmless := r.spec.Is&fact.Trees != 0, r.harmless()
	for i := range r.given {
		if o := r.given[i].opt; o != nil && !r.given[i].off {
			recursive = recursive || o.Is&Recursive != 0
			r.c.Follows = r.c.Follows || o.Is&Follows != 0
			r.reach(o.Is)
		}
	}
	if r.spec.Parse == Tar && (r.has([]string{"-c"}) && r.toStdout() || r.has([]string{"-O"})) ||
		r.spec.Is&fact.Shows != 0 || recursive && r.eachLine() {
		r.c.Reach = fact.ReachAll
	}
	for i := range r.c.Operands {
		r.operandEffects(&r.c.Operands[i], recursive, harmless)
		r.nameEffects(i, recursive, harmless)
	}
	if r.spec.Parse == Find {
		r.findEffects()
	}
	if !harmless {
		r.backups()
		r.copiedModes()
		r.fixedEffects(fixed, recursive)
	}
	r.pathless(does, harmless)
	r.gitConfig()
	r.gitRepository()
	if r.noSub && r.extra {
		r.effect(fact.Effect{Kind: fact.Exec, Detail: "runs a subcommand that fencepost does not know"})
	}
}

func (r *resolver) fixedEffects(fixed []FixedEffect, recursive bool) {
	if len(fixed) == 0 {
		return
	}
	dirs := r.dirs()
	for _, f := range fixed {
		w := fact.Lit(r.fromHome(f.Path))
		r.effect(fact.Effect{Kind: f.Kind, Path: r.path(dirs, &w), Recursive: f.Recursive || recursive,
			Names: f.Kind == fact.Read && r.lists})
	}
}

// fromHome replaces the ~ of a spec's path. A home that is not known does not take the effect away:
// the rest of the path is what protected names are compared with.
func (r *resolver) fromHome(path string) string {
	rest, ok := strings.CutPrefix(path, "~/")
	if !ok {
		return path
	}
	if r.in.Disk != nil {
		return strings.TrimSuffix(r.in.Disk.HomeDir(), "/") + "/" + rest
	}
	return "/" + rest
}

// pathless adds the effects that have no path.
func (r *resolver) pathless(does Does, harmless bool) {
	if does&DoesNetwork != 0 && !r.reaches() {
		r.effect(fact.Effect{Kind: fact.Network})
	}
	if does&DoesPrivilege != 0 {
		r.effect(fact.Effect{Kind: fact.Privilege})
	}
	if harmless {
		return
	}
	if does&DoesExec != 0 {
		r.effect(fact.Effect{Kind: fact.Exec, Detail: "runs code that fencepost cannot see"})
	}
	if does&DoesProcess != 0 {
		r.effect(fact.Effect{Kind: fact.Process})
	}
	if does&DoesVCSLoss != 0 {
		r.effect(fact.Effect{Kind: fact.VCSLoss, Detail: r.c.Name + " " + strings.Join(r.c.Sub, " ")})
	}
	if does&DoesSystem != 0 {
		r.effect(fact.Effect{Kind: fact.System})
	}
	if does&DoesWrite != 0 {
		r.effect(fact.Effect{Kind: fact.Write, Detail: "writes where no operand says"})
	}
}

// reaches reports whether an operand has named the host.
func (r *resolver) reaches() bool {
	for i := range r.c.Effects {
		if r.c.Effects[i].Kind == fact.Network {
			return true
		}
	}
	return false
}

func (r *resolver) effect(e fact.Effect) { r.c.Effects = append(r.c.Effects, e) }

// variable adds that the value of a variable is shown, of any one where its name is not known.
func (r *resolver) variable(name *fact.Word) {
	e := fact.Effect{Kind: fact.Variable}
	if name.Known() {
		e.Variable = name.Text
	}
	r.effect(e)
}

// nameEffects adds what an operand that is not known does to the files that it may name.
func (r *resolver) nameEffects(i int, recursive, harmless bool) {
	o := &r.c.Operands[i]
	names := o.Word.Origin.Names
	if names == nil || o.Word.IsLiteral() || !o.IsPath {
		return
	}
	dirs, first := r.c.Dirs, len(r.c.Effects)
	if o.Flag == "" {
		dirs = r.dirs()
	}
	for k := range names.List {
		p := *o
		if p.Word = names.List[k]; onlyChanges(o.Role) && belowHere(&p.Word) {
			continue // the operand is not known, which says as much: find . -name '*.o' | xargs rm
		}
		p.Word.Written = o.Word.Written
		p.Path = r.path(dirs, &p.Word)
		p.Path.Entry = o.Path.Entry
		r.operandEffects(&p, recursive, harmless)
	}
	for k := first; k < len(r.c.Effects); k++ {
		r.c.Effects[k].Guess = true
	}
}

// onlyChanges reports whether a role changes files and reads none. What is changed has to be known,
// while what is read need not be.
func onlyChanges(r fact.Role) bool {
	return r == fact.RoleDelete || r == fact.RoleWrite || r == fact.RoleAppend || r == fact.RoleMeta
}

// belowHere reports whether a pattern stands for any files below the current directory.
func belowHere(w *fact.Word) bool {
	return w.Glob && (strings.HasPrefix(w.Text, "**/") || strings.HasPrefix(w.Text, "./**/"))
}

// operandEffects adds the effects of one operand or option-argument.
func (r *resolver) operandEffects(o *fact.Operand, recursive, harmless bool) {
	if r.spec.Remote && o.Role.IsPath() && remote(&o.Word) {
		r.network(o)
		return
	}
	switch o.Role {
	case fact.RoleVariable:
		r.variable(&o.Word)
		return
	case fact.RoleURL:
		r.url(o)
		return
	case fact.RoleHost:
		r.effect(fact.Effect{Kind: fact.Network, Host: hostName(&o.Word)})
		r.unknownHost(o)
		return
	case fact.RoleMode:
		if !harmless {
			r.mode(&o.Word)
		}
		return
	case fact.RoleObject:
		r.object(o)
		return
	case fact.RoleRoute:
		r.route(o)
		return
	case fact.RoleClock:
		if o.Word.Known() && !strings.HasPrefix(o.Word.Text, "+") {
			r.effect(fact.Effect{Kind: fact.System, Detail: "sets the clock"})
		}
		return
	case fact.RoleDatabase:
		r.database(o, harmless)
		return
	}
	if !o.IsPath {
		return
	}
	switch o.Role {
	case fact.RoleRead, fact.RoleSearch, fact.RoleStat:
		r.pathEffect(fact.Read, o, recursive || o.Role == fact.RoleSearch)
	case fact.RoleDir:
		if o.Flag != "" {
			r.pathEffect(fact.Read, o, false)
		}
	case fact.RoleMove:
		r.pathEffect(fact.Read, o, true)
	case fact.RoleEdit:
		r.pathEffect(fact.Read, o, recursive)
	}
	if harmless {
		return
	}
	switch o.Role {
	case fact.RoleWrite, fact.RoleEdit, fact.RoleStem:
		r.pathEffect(fact.Write, o, recursive)
		if n := len(r.c.Effects) - 1; recursive && o.Role == fact.RoleEdit && n >= 0 {
			r.c.Effects[n].Whole = true
		}
	case fact.RoleAppend:
		r.pathEffect(fact.Append, o, recursive)
	case fact.RoleDelete:
		r.pathEffect(fact.Delete, o, recursive)
	case fact.RoleMove:
		r.pathEffect(fact.Delete, o, false)
	case fact.RoleMeta:
		r.pathEffect(fact.Meta, o, recursive)
	case fact.RoleCreate:
		r.effect(fact.Effect{Kind: fact.Write, Path: o.Path, Create: true})
	case fact.RoleMkdir:
		r.effect(fact.Effect{Kind: fact.Write, Path: o.Path, Create: true, Mkdir: true})
	case fact.RoleSetDir:
		r.effect(fact.Effect{Kind: fact.Write, Path: o.Path, Create: true, Mkdir: true})
		if r.mayExist(&o.Path) {
			r.pathEffect(fact.Meta, o, false)
		}
	case fact.RoleScript:
		r.effect(fact.Effect{Kind: fact.Exec, Path: o.Path, Detail: "runs " + o.Word.Show()})
	}
}

// pathEffect adds an effect on the path of an operand. A delete, move or write whose path is not
// known is a hazard.
func (r *resolver) pathEffect(kind fact.EffectKind, o *fact.Operand, recursive bool) {
	if isDevice(o) && (kind == fact.Read || kind == fact.Write || kind == fact.Append) {
		return
	}
	names := kind == fact.Read && (r.lists && (o.Flag == "" || o.Role != fact.RoleRead) ||
		o.Role == fact.RoleStat)
	e := fact.Effect{Kind: kind, Path: o.Path, Recursive: recursive, Names: names,
		Data: kind == fact.Read && r.data && o.Flag == "-m"}
	if o.Path.Glob && kind == fact.Read {
		e.Shown = r.shown()
	}
	r.effect(e)
	// the tree
	if dir, ok := strings.CutSuffix(o.Path.Abs, "/**"); ok && kind == fact.Read && o.Path.Known &&
		len(o.Path.Dirs) <= 1 {
		p := fact.Path{Written: strings.TrimSuffix(o.Path.Written, "/**"), Abs: dir, Known: true}
		if dir == "" {
			p.Written, p.Abs = "/", "/"
		}
		p.Glob = strings.ContainsAny(dir, "*?[")
		r.effect(fact.Effect{Kind: kind, Path: p, Recursive: true, Names: names})
	}
	if o.Path.Known || kind == fact.Read || kind == fact.Meta {
		return
	}
	verb := "writes to"
	if kind == fact.Delete {
		verb = "deletes"
	}
	r.hazard(hazards.DynamicPath, o.Word.Show(),
		"it "+verb+" a path that fencepost cannot know")
}

// NamesEntry reports whether a name, as it is written, means the directory entry: with a slash or a
// dot at its end it means the directory to which a link leads (POSIX XBD 4.16).
func NamesEntry(name string) bool {
	last := name[strings.LastIndexByte(name, '/')+1:]
	return last != "" && last != "." && last != ".."
}

// entry reports whether an operand means the directory entry: rm and mv leave what a link leads to
// alone, and so does find -delete unless it is told to follow its starting points.
func (r *resolver) entry(o *fact.Operand) bool {
	if !r.spec.Entries || o.Role != fact.RoleDelete && o.Role != fact.RoleMove {
		return false
	}
	return NamesEntry(o.Word.Text+o.Word.Suffix) && !r.has([]string{"-L", "-H", "-follow"})
}

// mayExist reports whether there is, or may be, something at a path.
func (r *resolver) mayExist(p *fact.Path) bool {
	return r.in.Disk == nil || !r.in.Disk.Missing(p)
}

// isDevice reports whether a path is one that can be read and written without a trace.
func isDevice(o *fact.Operand) bool {
	if o.Word.Kind != fact.Literal {
		return isPipe(&o.Word)
	}
	switch o.Word.Text {
	case "/dev/null", "/dev/stdin", "/dev/stdout", "/dev/stderr", "/dev/tty", "/dev/fd/0", "/dev/fd/1",
		"/dev/fd/2":
		return true
	}
	return false
}

// isPipe reports whether a word is the name of a process substitution's pipe and nothing else: no
// file, and what is at the other end is judged as the commands that it holds.
func isPipe(w *fact.Word) bool {
	return w.Origin.Kind == fact.PipeOrigin && !w.Many && w.Suffix == "" &&
		(w.Text == "" || w.Text == "/dev/fd/")
}

// url adds the effects of an operand that is a URL or, for a Remote command, may be HOST:PATH or a
// local directory.
func (r *resolver) url(o *fact.Operand) {
	text := o.Word.Text
	switch {
	case r.spec.Remote && strings.Contains(text, "::"):
		// git's remote helpers: ext::COMMAND runs a command.
		r.effect(fact.Effect{Kind: fact.Exec, Detail: "runs the remote helper of " + o.Word.Show()})
		if command, ok := strings.CutPrefix(text, "ext::"); ok && o.Word.Known() {
			r.programWords(strings.ReplaceAll(command, "% ", " "), nil)
		}
	case strings.HasPrefix(text, "file://"):
		w := subWord(&o.Word, len("file://"))
		r.effect(fact.Effect{Kind: fact.Read, Path: r.path(r.dirs(), &w), Recursive: true})
	case !r.spec.Remote || remote(&o.Word) || strings.Contains(text, "://"):
		r.network(o)
	case o.Word.Kind != fact.Literal:
		r.effect(fact.Effect{Kind: fact.Network})
	case strings.ContainsRune(text, '/') || text == "." || text == "..":
		r.effect(fact.Effect{Kind: fact.Read, Path: r.path(r.dirs(), &o.Word), Recursive: true})
	}
}

func (r *resolver) network(o *fact.Operand) {
	r.effect(fact.Effect{Kind: fact.Network, Host: hostName(&o.Word)})
}

// route adds the hosts that stand behind HOST:PORT: and are contacted instead: HOST:PORT or
// addresses with commas between them. With nothing there the host stays what it is.
func (r *resolver) route(o *fact.Operand) {
	text := strings.TrimLeft(o.Word.Text, "+")
	for range 2 {
		if _, after, ok := strings.Cut(text, "]:"); ok && strings.HasPrefix(text, "[") {
			text = after
			continue
		}
		_, text, _ = strings.Cut(text, ":")
	}
	if !o.Word.Known() {
		r.effect(fact.Effect{Kind: fact.Network})
		return
	}
	for to := range strings.SplitSeq(text, ",") {
		w := fact.Lit("//" + to)
		if w.Text = "x:" + w.Text; to != "" && to[0] != ':' || strings.Count(to, ":") > 1 {
			r.effect(fact.Effect{Kind: fact.Network, Host: hostName(&w)})
		}
	}
}

// remote reports whether a word names another machine: HOST:PATH, or a URL.
func remote(w *fact.Word) bool {
	colon := strings.IndexByte(w.Text, ':')
	if colon <= 0 {
		return false
	}
	slash := strings.IndexByte(w.Text, '/')
	return slash < 0 || slash > colon
}
