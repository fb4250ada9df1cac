package command

import (
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/lang"
)

// traced reports whether a program shows what the command reads: strace of strace wc FILE.
func (e *effectFinder) traced() bool {
	return slices.ContainsFunc(e.l.c.Via, func(name string) bool {
		return lang.Word("any", "tracers", name)
	})
}

// find derives the effects from roles, from the spec and from the options given.
func (e *effectFinder) find() {
	does, fixed := e.l.does()
	e.out.lists = does&DoesList != 0 && !e.traced()
	recursive := e.l.spec.Is&fact.Trees != 0
	for i := range e.l.given {
		if o := e.l.given[i].opt; o != nil && !e.l.given[i].off {
			recursive = recursive || o.Is&Recursive != 0
			e.out.follows = e.out.follows || o.Is&Follows != 0
			if o.Is&(Hidden|Ignored) != 0 {
				e.out.noteReach(o.Is)
			}
		}
	}
	if e.l.spec.Syntax.Parse == Tar &&
		(e.l.has("-c") && e.out.archivesToStdout() || e.l.has("-O")) ||
		e.l.spec.Is&fact.Shows != 0 ||
		recursive && e.l.any.roles&(1<<fact.RolePattern) != 0 && e.out.showsAllLines() {
		e.out.reach = fact.ReachAll
	}
	for i := range e.l.operands {
		e.operandEffects(&e.l.operands[i], recursive)
		o := &e.l.operands[i]
		if o.Word.IsLiteral() || !o.IsPath {
			continue
		}
		if o.Word.Origin.Names != nil {
			e.nameEffects(i, recursive, o.Word.Origin.Names)
		} else if o.Word.Kind == fact.Partial &&
			(o.Role == fact.RoleRead || o.Role == fact.RoleSearch) {
			e.nameEffects(i, recursive, textNames(&o.Word, e.l.in.Text))
		}
	}
	if e.l.spec.Syntax.Parse == Find {
		e.findDeletes()
	}
	if !e.l.any.harmless {
		if e.l.any.is&Suffix != 0 {
			e.backupEffects()
		}
		if e.l.any.is&KeepsMode != 0 && e.l.in.Disk != nil {
			e.copiedModes(e.l.in.Disk)
		}
		if len(fixed) > 0 {
			e.out.fixedEffects(fixed, recursive)
		}
	}
	if does&^(DoesRead|DoesList) != 0 {
		e.pathlessEffects(does)
	}
	if e.out.hasEffect(fact.Network) {
		e.servedFiles()
	}
	gitEffects(e)
	if e.l.doubts.subcommand && e.l.doubts.operand {
		e.out.effect(fact.Effect{Kind: fact.Exec,
			Detail: "runs a subcommand that fencepost does not know"})
	}
}

// pathlessEffects adds the effects that have no path.
func (e *effectFinder) pathlessEffects(does Does) {
	if does&DoesNetwork != 0 && !e.out.hasEffect(fact.Network) {
		e.out.effect(fact.Effect{Kind: fact.Network})
	}
	if does&DoesPrivilege != 0 {
		e.out.effect(fact.Effect{Kind: fact.Privilege})
	}
	if e.l.any.harmless {
		return
	}
	if does&DoesExec != 0 {
		e.out.effect(fact.Effect{Kind: fact.Exec, Detail: "runs code that fencepost cannot see"})
	}
	if does&DoesProcess != 0 {
		e.out.effect(fact.Effect{Kind: fact.Process})
	}
	if does&DoesLoseWork != 0 {
		e.out.effect(fact.Effect{Kind: fact.VCSLoss,
			Detail: e.l.name + " " + strings.Join(e.l.canon.sub, " ")})
	}
	if does&DoesSystem != 0 {
		e.out.effect(fact.Effect{Kind: fact.System})
	}
	if does&DoesWrite != 0 {
		e.out.effect(fact.Effect{Kind: fact.Write, Detail: "writes where no operand says"})
	}
}

// nameEffects adds what an unknown operand does to the files that it may name.
func (e *effectFinder) nameEffects(i int, recursive bool, names *fact.Names) {
	o := &e.l.operands[i]
	dirs, first := e.l.c.Dirs, len(e.out.effects)
	if o.Flag == "" {
		dirs = e.l.in.dirs
	}
	for k := range names.List {
		p := *o
		if p.Word = names.List[k]; onlyChanges(o.Role) && belowHere(&p.Word) {
			continue // that the operand is unknown says as much: find . -name '*.o' | xargs rm
		}
		p.Word.Written = o.Word.Written
		p.Path = e.l.in.Paths.Path(dirs, &p.Word)
		p.Path.Entry = o.Path.Entry
		e.operandEffects(&p, recursive)
	}
	for k := first; k < len(e.out.effects); k++ {
		e.out.effects[k].Guess = true
	}
}

// operandEffects adds the effects of one operand or option-argument.
func (e *effectFinder) operandEffects(o *fact.Operand, recursive bool) {
	if e.l.spec.Effects.Remote && o.Role.IsPath() && remote(&o.Word) {
		e.networkEffect(o)
		return
	}
	switch o.Role {
	case fact.RoleVariable:
		e.out.variable(&o.Word)
		return
	case fact.RoleURL:
		e.urlEffects(o)
		return
	case fact.RoleHost:
		e.out.effect(fact.Effect{Kind: fact.Network, Host: hostName(&o.Word)})
		e.unknownHost(o)
		return
	case fact.RoleSent:
		e.unknownHost(o)
		return
	case fact.RoleMode:
		if !e.l.any.harmless {
			e.modeEffects(&o.Word)
		}
		return
	case fact.RoleObject:
		e.objectEffects(o)
		return
	case fact.RoleRoute:
		e.routeEffects(o)
		return
	case fact.RoleClock:
		if o.Word.Known() && !strings.HasPrefix(o.Word.Text, "+") {
			e.out.effect(fact.Effect{Kind: fact.System, Detail: "sets the clock"})
		}
		return
	case fact.RoleDatabase:
		e.databaseEffects(o)
		return
	}
	if !o.IsPath {
		return
	}
	switch o.Role {
	case fact.RoleRead, fact.RoleSearch, fact.RoleStat:
		e.out.pathEffect(fact.Read, o, recursive || o.Role == fact.RoleSearch)
	case fact.RoleDir:
		if o.Flag != "" {
			e.out.pathEffect(fact.Read, o, false)
		}
	case fact.RoleMove:
		e.out.pathEffect(fact.Read, o, true)
	case fact.RoleEdit:
		e.out.pathEffect(fact.Read, o, recursive)
	}
	if e.l.any.harmless && (o.Flag == "" || e.l.spec.Syntax.Parse == Cmdlet) {
		return // another option may still write: rsync -n --log-file=FILE
	}
	switch o.Role {
	case fact.RoleWrite, fact.RoleEdit, fact.RoleStem:
		e.out.pathEffect(fact.Write, o, recursive)
		if n := len(e.out.effects) - 1; recursive && o.Role == fact.RoleEdit && n >= 0 {
			e.out.effects[n].Whole = true
		}
	case fact.RoleAppend:
		e.out.pathEffect(fact.Append, o, recursive)
	case fact.RoleDelete:
		e.out.pathEffect(fact.Delete, o, recursive)
	case fact.RoleMove:
		e.out.pathEffect(fact.Delete, o, false)
	case fact.RoleMeta:
		e.out.pathEffect(fact.Meta, o, recursive)
	case fact.RoleCreate:
		e.out.effect(fact.Effect{Kind: fact.Write, Path: o.Path, Create: true})
	case fact.RoleMkdir:
		e.out.effect(fact.Effect{Kind: fact.Write, Path: o.Path, Create: true, Mkdir: true})
	case fact.RoleSetDir:
		e.out.effect(fact.Effect{Kind: fact.Write, Path: o.Path, Create: true, Mkdir: true})
		if e.l.in.mayExist(&o.Path) {
			e.out.pathEffect(fact.Meta, o, false)
		}
	case fact.RoleScript:
		e.out.effect(fact.Effect{Kind: fact.Exec, Path: o.Path, Detail: "runs " + o.Word.Show()})
	}
}
