package dialect

import (
	"strings"
)

// ShellComputes reports whether a variable is a number from the start. Of BASHPID and SECONDS bash
// evaluates what some assignments give them: +=, =( ), declare and the variable of a loop.
func ShellComputes(name string, d Dialect) bool {
	switch name {
	case "RANDOM", "OPTIND":
		return d != POSIX
	case "SRANDOM", "HISTCMD", "BASHPID":
		return d == Bash
	case "SECONDS":
		return d != POSIX
	case "ZLE_RPROMPT_INDENT":
		return d == Zsh
	}
	return d == Zsh && ZshInteger(name)
}

// CountedByShell reports whether what the shell keeps in a variable is a number. A POSIX sh has no
// more of these than the standard demands.
func CountedByShell(name string, d Dialect) bool {
	switch name {
	case "PPID", "OPTIND", "LINENO":
		return true
	case "RANDOM", "SRANDOM", "SECONDS", "BASHPID", "EPOCHSECONDS", "EPOCHREALTIME", "UID", "EUID",
		"GROUPS", "HISTCMD", "PIPESTATUS", "BASH_LINENO", "BASH_SUBSHELL", "BASH_ARGC", "COLUMNS",
		"LINES":
		return d != POSIX
	case "status", "pipestatus", "ARGC", "ERRNO", "GID", "EGID", "TTYIDLE", "ZSH_SUBSHELL":
		return d == Zsh
	}
	return d == Zsh && ZshInteger(name)
}

// KeptByShell reports whether a variable is not what the script assigns to it, because the shell
// itself sets it.
func KeptByShell(name string, d Dialect) bool {
	switch name {
	case "RANDOM", "SRANDOM", "SECONDS", "LINENO", "BASHPID", "PPID", "EPOCHSECONDS", "EPOCHREALTIME",
		"UID", "EUID", "GROUPS", "HISTCMD", "OPTIND", "PIPESTATUS", "DIRSTACK", "FUNCNAME", "BASH_SOURCE",
		"BASH_LINENO", "BASH_COMMAND", "BASH_EXECUTION_STRING", "BASH_SUBSHELL", "BASH_ARGV0", "BASH_ARGC", "BASH_ARGV",
		"BASHOPTS", "SHELLOPTS", "BASH_VERSINFO", "COLUMNS", "LINES":
		return true
	case "status", "pipestatus", "ARGC", "ERRNO", "GID", "EGID", "USERNAME", "TTYIDLE", "funcstack",
		"functrace", "dirstack", "ZSH_SUBSHELL":
		return d.Has(NumericParameters)
	}
	return false
}

// ZshInteger reports whether zsh takes what is assigned to a parameter of its own for an
// expression.
func ZshInteger(name string) bool {
	switch name {
	case "ARGC", "BAUD", "COLUMNS", "DIRSTACKSIZE", "EGID", "ERRNO", "EUID", "FUNCNEST", "GID",
		"HISTCMD", "HISTSIZE", "KEYTIMEOUT", "LINES", "LISTMAX", "LOGCHECK", "MAILCHECK", "OPTIND",
		"PERIOD", "SAVEHIST", "SHLVL", "TMOUT", "TRY_BLOCK_ERROR", "TRY_BLOCK_INTERRUPT", "TTYIDLE",
		"UID", "status":
		return true
	}
	return false
}

// ZshTwin is the other name of a parameter, or the other half of a scalar and an array that zsh
// keeps in step; "" if there is none.
func ZshTwin(name string) string {
	switch name {
	case "PS1", "prompt":
		return "PROMPT"
	case "PROMPT":
		return "PS1"
	case "PS2", "PS3", "PS4":
		return "PROMPT" + name[2:]
	case "PROMPT2", "PROMPT3", "PROMPT4":
		return "PS" + name[6:]
	case "RPS1":
		return "RPROMPT"
	case "RPROMPT":
		return "RPS1"
	case "path", "fpath", "cdpath", "mailpath", "manpath", "module_path", "fignore", "psvar", "watch":
		return strings.ToUpper(name)
	case "PATH", "FPATH", "CDPATH", "MAILPATH", "MANPATH", "MODULE_PATH", "FIGNORE", "PSVAR", "WATCH":
		return strings.ToLower(name)
	}
	return ""
}

// ZshTable reports whether a variable of zsh's own is an associative array.
func ZshTable(name string) bool {
	switch name {
	case "aliases", "galiases", "saliases", "dis_aliases", "dis_galiases", "dis_saliases", "builtins",
		"dis_builtins", "commands", "functions", "dis_functions", "functions_source", "history",
		"jobdirs", "jobtexts", "jobstates", "modules", "nameddirs", "options", "parameters", "termcap",
		"terminfo", "userdirs", "usergroups", "widgets", "mapfile", "sysparams":
		return true
	}
	return false
}
