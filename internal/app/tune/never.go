package tune

import (
	"slices"
	"strings"
	"unicode"
)

// risk says why nothing is proposed for a word of a command or of a tool's name; "" where nothing
// speaks against it. It goes by what the word means in the command lines of most programs: the
// programs themselves are not known.
func risk(word string) string {
	switch word {
	case "publish", "release", "deploy", "deployment", "push", "upload", "ship", "promote", "send",
		"post", "submit", "tweet", "email", "mail", "notify", "share", "announce", "sync", "merge",
		"broadcast", "prod", "production", "live":
		return "it publishes"
	case "sudo", "su", "doas", "admin", "root", "grant", "chmod", "chown", "impersonate", "privileged":
		return "it gives rights"
	case "secret", "secrets", "token", "tokens", "password", "passwords", "passwd", "passphrase",
		"credential", "credentials", "login", "logout", "auth", "oauth", "key", "keys", "keychain",
		"keyring", "vault", "dotenv", "cert", "certs", "ssh", "gpg", "apikey", "cookie", "cookies",
		"env", "environ", "decrypt":
		return "it is about secrets"
	case "delete", "del", "rm", "remove", "destroy", "drop", "purge", "prune", "wipe", "clean",
		"reset", "truncate", "kill", "shutdown", "reboot", "format", "force", "forced", "hard",
		"overwrite", "uninstall", "revoke", "terminate", "rollback", "revert", "flush", "erase", "nuke",
		"restore", "down", "teardown", "cleanup", "gc", "clear", "unlink", "discard", "seed", "migrate":
		return "it destroys"
	case "remote", "scp", "rsync", "ftp", "tunnel", "apply", "provision", "install", "upgrade", "rpc",
		"serve", "listen", "expose", "proxy":
		return "it reaches other machines, or brings code from them"
	case "exec", "execute", "eval", "evaluate", "shell", "sh", "bash", "zsh", "cmd", "command",
		"script", "dlx", "plugin", "plugins", "hook", "hooks":
		return "it runs what it is given"
	}
	return ""
}

// headRisk is risk for the name of a command or subcommand.
func headRisk(word string) string {
	switch word {
	case "console", "repl", "tinker", "interactive", "debug", "debugger", "inspect", "develop", "gdb",
		"lldb", "pdb", "dlv", "irb", "pry", "iex", "ghci", "jshell", "ipython", "vim", "vi", "nvim",
		"view", "vimdiff", "ex", "ed", "emacs", "emacsclient", "nano", "sqlite", "duckdb", "psql",
		"mysql", "mariadb", "mongosh", "mongo", "redis", "clickhouse", "sqlplus", "osascript", "expect",
		"telnet", "sftp", "bc", "dc", "octave", "maxima", "gp", "sage", "gnuplot", "minicom", "picocom":
		return "it runs what it reads"
	}
	return risk(word)
}

// toolRisk is risk for words of a tool's name: what a server is asked to change or to run is seen
// by others, or cannot be undone.
func toolRisk(word string) string {
	switch word {
	case "create", "update", "edit", "write", "add", "set", "put", "patch", "insert", "upsert",
		"modify", "close", "assign", "move", "rename", "reply", "comment", "append", "replace",
		"approve", "archive", "invite", "transfer", "copy", "fork", "save", "store", "import", "enable",
		"disable", "start", "stop", "cancel", "schedule", "trigger", "dispatch", "book", "buy", "pay",
		"order", "react", "subscribe", "change", "resolve", "reopen", "lock", "unlock":
		return "it changes something on a server"
	case "run", "query", "sql", "terminal", "process", "invoke", "call", "click", "type", "fill",
		"press", "drag", "keyboard", "mouse", "code", "js", "javascript", "python":
		return "it runs what it is given"
	}
	return risk(word)
}

// riskOf is the first risk among the parts of a word: --force-with-lease, db:migrate, sendMail.
func riskOf(word string, of func(string) string) string {
	for _, w := range split(word) {
		if why := of(w); why != "" {
			return why
		}
	}
	return ""
}

// fileRisk is risk for the name of a program or script: what it is written in says nothing.
func fileRisk(word string) string {
	switch word {
	case "sh", "bash", "zsh", "cmd", "script", "scripts":
		return ""
	}
	return risk(word)
}

// split returns the parts of a word in lower case: it ends where no letter stands, and before a
// capital behind a small letter.
func split(word string) (parts []string) {
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			parts = append(parts, b.String())
			b.Reset()
		}
	}
	small := false
	for _, c := range word {
		if !unicode.IsLetter(c) || small && unicode.IsUpper(c) {
			end()
		}
		if unicode.IsLetter(c) {
			b.WriteRune(unicode.ToLower(c))
		}
		small = unicode.IsLower(c)
	}
	end()
	return parts
}

// secretMarks are parts of names under which secrets are kept.
const secretMarks = ".env|secret|passw|credential|token|id_rsa|id_ed25519|.pem|.key|.p12|.pfx|" +
	".ssh|.aws|.kube|.gnupg|.netrc|.npmrc|.pypirc|.tfvars|apikey|api_key|api-key|keychain|.git-cred"

// secretName reports whether a word without blanks looks like the name of a secret, or holds one.
func secretName(word string) bool {
	word = strings.ToLower(word)
	return slices.ContainsFunc(strings.Split(secretMarks, "|"),
		func(mark string) bool { return strings.Contains(word, mark) })
}
