package main

import (
	"maps"
	"reflect"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
	"github.com/fencepost/fencepost/internal/project/envrisk"
	"github.com/fencepost/fencepost/internal/project/gitconfig"
	"github.com/fencepost/fencepost/internal/sandbox/envscrub"
)

// enumeration has the words of the YAML for the values of one type.
type enumeration struct {
	typ   reflect.Type
	words []string // in the order in which messages have them
	value map[string]reflect.Value
	what  string // of a set, several of whose values may stand together: "effect"
}

// add adds a word.
func (e *enumeration) add(word string, value any) {
	if e.value == nil {
		e.typ, e.value = reflect.TypeOf(value), map[string]reflect.Value{}
	}
	e.words = append(e.words, word)
	e.value[word] = reflect.ValueOf(value)
}

// named is an enumeration whose words have no order.
func named[T any](words map[string]T) (e enumeration) {
	for _, w := range slices.Sorted(maps.Keys(words)) {
		e.add(w, words[w])
	}
	return e
}

// several is an enumeration of bits.
func several[T any](what string, words map[string]T) enumeration {
	e := named(words)
	e.what = what
	return e
}

// numbered is an enumeration whose values count from first on. A value without a word has no name.
func numbered[T ~uint8](first T, words []string) (e enumeration) {
	for i, w := range words {
		if w != "" {
			e.add(w, first+T(i))
		}
	}
	return e
}

// texts is an enumeration of words that stand for themselves.
func texts[T ~string](words ...string) (e enumeration) {
	for _, w := range words {
		e.add(w, T(w))
	}
	return e
}

func byType(list ...enumeration) map[reflect.Type]enumeration {
	all := map[reflect.Type]enumeration{}
	for _, e := range list {
		all[e.typ] = e
	}
	return all
}

func (e enumeration) read(r *nodeReader, n *yaml.Node, v reflect.Value) error {
	if e.what == "" {
		value, ok := e.value[n.Value]
		if !ok || n.Kind != yaml.ScalarNode {
			return r.errorf(n, "%q is not one of %s%s", n.Value, strings.Join(e.words, ", "),
				didYouMean(n.Value, slices.Clone(e.words)))
		}
		v.Set(value)
		return nil
	}
	words, err := r.words(n)
	for _, w := range words {
		bit, ok := e.value[w]
		if !ok {
			return r.errorf(n, "%q is no %s%s", w, e.what, didYouMean(w, slices.Clone(e.words)))
		}
		v.SetUint(v.Uint() | bit.Uint())
	}
	return err
}

// lookup returns the value of a type that a word stands for.
func lookup[T any](word string) (value T, ok bool) {
	v, ok := enumerations[reflect.TypeFor[T]()].value[word]
	if ok {
		value = v.Interface().(T)
	}
	return value, ok
}

// wordFor is the word for a value; "" for none.
func wordFor(value any) string {
	for word, v := range enumerations[reflect.TypeOf(value)].value {
		if v.Interface() == value {
			return word
		}
	}
	return ""
}

func wordsOf[T any]() []string {
	return slices.Clone(enumerations[reflect.TypeFor[T]()].words)
}

// divider is what divides columns.
type divider byte

// enumerations are the words of the YAML, by the types that they are read into.
var enumerations = byType(
	numbered(envrisk.NoKind+1, envrisk.KindNames()),
	numbered(gitconfig.Runner(0), gitconfig.RunnerNames()),
	numbered(gitconfig.Value(0), gitconfig.ValueNames()),
	texts[hazardKind](hazardKinds...),
	texts[scrubClass](envscrub.Classes()...),
	texts[history]("all", "new"),
	named(map[string]command.Parse{
		"gnu": command.GNU, "posix": command.POSIX, "cobra": command.Cobra,
		"goflag": command.GoFlag, "git": command.Git, "find": command.Find, "dd": command.DD,
		"tar": command.Tar, "raw": command.Raw, "joined": command.Joined, "nopt": command.Npm,
		"cmdlet": command.Cmdlet,
	}),
	named(map[string]command.Run{
		"roles": command.RunRoles, "shell": command.RunShell, "eval": command.RunEval,
		"source": command.RunSource, "trap": command.RunTrap, "env": command.RunEnv,
		"xargs": command.RunXargs, "parallel": command.RunParallel, "code": command.RunCode,
		"test": command.RunTest, "arch": command.RunArch, "found": command.RunFound,
		"pwsh": command.RunPwsh,
	}),
	named(map[string]command.Unread{
		"asks": command.UnreadAsks, "does": command.UnreadDoes, "rules": command.UnreadRules,
		"writes": command.UnreadWrites,
	}),
	several("property of a command", map[string]fact.Trait{
		"runner": fact.Runner, "installed": fact.Installed, "clean-env": fact.CleanEnv,
		"copies": fact.Copies, "links": fact.Links, "inert": fact.Inert, "plain": fact.Plain,
		"lines": fact.Lines, "substitutes": fact.Substitutes, "makefile": fact.Makefile,
		"typed": fact.Typed, "tees": fact.CopiesInput, "new-names": fact.MakesNewNames,
		"compiles": fact.Compiles, "trees": fact.Trees, "shows": fact.Shows,
		"searches": fact.Searches, "reports": fact.Reports,
		"unfiltered": fact.Unfiltered, "cased": fact.Cased, "stages": fact.Stages,
	}),
	several("property of a value", map[string]command.KeyTrait{
		"percent": command.Percent, "or-none": command.OrNone, "prefixed": command.Prefixed,
		"piped": command.PipedKey,
	}),
	named(map[string]fact.Wrapper{
		"transparent": fact.Transparent, "escalating": fact.Escalating,
	}),
	named(map[string]fact.Role{
		"none": fact.RoleNone, "any": fact.RoleAny,
		"pattern": fact.RolePattern, "read": fact.RoleRead, "write": fact.RoleWrite,
		"append": fact.RoleAppend, "delete": fact.RoleDelete, "move": fact.RoleMove,
		"edit": fact.RoleEdit, "meta": fact.RoleMeta, "create": fact.RoleCreate,
		"mkdir": fact.RoleMkdir, "set-dir": fact.RoleSetDir, "dir": fact.RoleDir,
		"search": fact.RoleSearch, "stem": fact.RoleStem, "mode": fact.RoleMode,
		"host": fact.RoleHost, "sent": fact.RoleSent, "url": fact.RoleURL, "command": fact.RoleCommand,
		"shell": fact.RoleShell, "script": fact.RoleScript, "code": fact.RoleCode,
		"assign": fact.RoleAssign, "program": fact.RoleProgram, "words": fact.RoleWords,
		"object": fact.RoleObject, "route": fact.RoleRoute, "stat": fact.RoleStat,
		"variable": fact.RoleVariable, "include": fact.RoleInclude,
		"database": fact.RoleDatabase, "text": fact.RoleText, "starts": fact.RoleStarts,
		"shell-arg": fact.RoleShellArg, "clock": fact.RoleClock,
	}),
	// "runs" is for options that can make the command run other code, since "code" is a role.
	named(map[string]command.Trait{
		"neutral": command.Neutral, "runs": command.Code, "recursive": command.Recursive,
		"harmless": command.Harmless, "last": command.Last, "filter": command.Filter,
		"at-file": command.AtFile, "more": command.More, "word": command.OnlyWord,
		"pair": command.OnlyPair, "list": command.List, "stdin": command.Stdin,
		"suffix": command.Suffix, "keeps-mode": command.KeepsMode, "follows": command.Follows,
		"no-start": command.NoStart, "here": command.InThisShell, "piped": command.Piped,
		"from-pipeline": command.FromPipeline, "hidden": command.Hidden,
		"ignored": command.Ignored, "no-host": command.NoHost,
	}),
	several("effect", map[string]command.Does{
		"reads": command.DoesRead, "lists": command.DoesRead | command.DoesList,
		"exec": command.DoesExec, "network": command.DoesNetwork,
		"privilege": command.DoesPrivilege, "process": command.DoesProcess,
		"vcs-loss": command.DoesLoseWork, "system": command.DoesSystem,
		"unseen-write": command.DoesWrite,
	}),
	named(map[string]fact.TreeKind{
		"copy": fact.TreeCopy, "link": fact.TreeLink, "zip": fact.TreeZip, "tar": fact.TreeTar,
		"archive": fact.TreeArchive, "patch": fact.TreePatch, "mail": fact.TreeMail,
		"checkout": fact.TreeCheckout, "merge": fact.TreeMerge, "pick": fact.TreePick,
		"rebase": fact.TreeRebase, "back": fact.TreeBack, "stash": fact.TreeStash, "bisect": fact.TreeBisect,
		"restore": fact.TreeRestore, "edits": fact.TreeEdits, "refs": fact.TreeRefs,
	}),
	named(map[string]fact.OutputKind{
		"number": fact.NumberOutput, "parts": fact.PartsOutput, "lines": fact.LinesOutput,
		"names": fact.NamesOutput, "words": fact.WordsOutput, "ref": fact.RefOutput,
		"temporary": fact.TempOutput, "columns": fact.ColumnsOutput, "field": fact.FieldOutput,
		"list": fact.ListOutput, "entries": fact.EntriesOutput, "jobs": fact.JobsOutput,
		"work-tree": fact.TopOutput, "word-columns": fact.WordColumnsOutput,
		"refs": fact.RefsOutput, "word": fact.WordOutput,
	}),
	named(map[string]fact.IncludeLang{"c": fact.CIncludes, "roff": fact.RoffIncludes,
		"names": fact.NameIncludes}),
	named(map[string]divider{"blank": ' ', "tab": '\t', "colon": ':', "blanks": 'w'}),
)
