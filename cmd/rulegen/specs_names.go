package main

import (
	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

// The words of the YAML and what they stand for.

func parseNames() map[string]command.Parse {
	return map[string]command.Parse{
		"gnu": command.GNU, "posix": command.POSIX, "cobra": command.Cobra,
		"goflag": command.GoFlag, "git": command.Git,
		"find": command.Find, "dd": command.DD, "tar": command.Tar, "raw": command.Raw,
		"joined": command.Joined, "nopt": command.Nopt, "cmdlet": command.Cmdlet,
	}
}

func runNames() map[string]command.Run {
	return map[string]command.Run{
		"roles": command.RunRoles, "shell": command.RunShell, "eval": command.RunEval,
		"source": command.RunSource,
		"trap":   command.RunTrap, "env": command.RunEnv, "xargs": command.RunXargs,
		"parallel": command.RunParallel,
		"code":     command.RunCode, "test": command.RunTest, "arch": command.RunArch,
		"found": command.RunFound, "pwsh": command.RunPwsh,
	}
}

func unreadNames() map[string]command.Unread {
	return map[string]command.Unread{
		"asks": command.UnreadAsks, "does": command.UnreadDoes, "rules": command.UnreadRules,
		"writes": command.UnreadWrites,
	}
}

func commandTraits() map[string]fact.Trait {
	return map[string]fact.Trait{
		"runner": fact.Runner, "installed": fact.Installed, "clean-env": fact.CleanEnv,
		"copies": fact.Copies,
		"links":  fact.Links, "inert": fact.Inert, "plain": fact.Plain, "lines": fact.Lines,
		"substitutes": fact.Substitutes, "makefile": fact.Makefile, "typed": fact.Typed,
		"tees": fact.Tees, "new-names": fact.Fresh, "compiles": fact.Compiles, "trees": fact.Trees,
		"shows": fact.Shows, "searches": fact.Searches, "reports": fact.Reports,
	}
}

func keyTraitNames() map[string]command.KeyTrait {
	return map[string]command.KeyTrait{
		"percent": command.Percent, "or-none": command.OrNone, "prefixed": command.Prefixed,
		"piped": command.PipedKey,
	}
}

func wrapperNames() map[string]fact.Wrapper {
	return map[string]fact.Wrapper{"transparent": fact.Transparent, "escalating": fact.Escalating}
}

func roleNames() map[string]fact.Role {
	return map[string]fact.Role{
		"none": fact.RoleNone, "any": fact.RoleAny, "pattern": fact.RolePattern,
		"read": fact.RoleRead, "write": fact.RoleWrite,
		"append": fact.RoleAppend, "delete": fact.RoleDelete, "move": fact.RoleMove,
		"edit": fact.RoleEdit,
		"meta": fact.RoleMeta, "create": fact.RoleCreate, "mkdir": fact.RoleMkdir,
		"set-dir": fact.RoleSetDir, "dir": fact.RoleDir, "search": fact.RoleSearch,
		"stem": fact.RoleStem, "mode": fact.RoleMode, "host": fact.RoleHost,
		"url": fact.RoleURL, "command": fact.RoleCommand, "shell": fact.RoleShell,
		"script": fact.RoleScript,
		"code":   fact.RoleCode, "assign": fact.RoleAssign, "program": fact.RoleProgram,
		"words": fact.RoleWords, "object": fact.RoleObject,
		"route": fact.RoleRoute, "stat": fact.RoleStat, "variable": fact.RoleVariable,
		"include":  fact.RoleInclude,
		"database": fact.RoleDatabase, "text": fact.RoleText, "starts": fact.RoleStarts,
		"shell-arg": fact.RoleShellArg, "clock": fact.RoleClock,
	}
}

// traitNames has "runs" for options that can make the command run other code, since "code" is a
// role.
func traitNames() map[string]command.Trait {
	return map[string]command.Trait{
		"neutral": command.Neutral, "runs": command.Code, "recursive": command.Recursive,
		"harmless": command.Harmless,
		"last":     command.Last, "filter": command.Filter, "at-file": command.AtFile,
		"more": command.More,
		"word": command.OnlyWord, "pair": command.Pair, "list": command.List,
		"stdin": command.Stdin, "suffix": command.Suffix, "keeps-mode": command.KeepsMode,
		"follows": command.Follows, "no-start": command.NoStart, "here": command.Here,
		"piped": command.Piped, "from-pipeline": command.FromPipeline,
		"hidden": command.Hidden, "ignored": command.Ignored,
	}
}

func doesNames() map[string]command.Does {
	return map[string]command.Does{
		"reads": command.DoesRead, "lists": command.DoesRead | command.DoesList,
		"exec": command.DoesExec, "network": command.DoesNetwork,
		"privilege": command.DoesPrivilege, "process": command.DoesProcess,
		"vcs-loss": command.DoesVCSLoss,
		"system":   command.DoesSystem, "unseen-write": command.DoesWrite,
	}
}
