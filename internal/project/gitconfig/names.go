package gitconfig

import "strings"

// Hooks are the names under which git runs a file of the directory of hooks (githooks(5)).
func Hooks() []string { return strings.Fields(hooks) }

const hooks = `applypatch-msg pre-applypatch post-applypatch pre-commit pre-merge-commit
	prepare-commit-msg commit-msg post-commit pre-rebase post-checkout post-merge pre-push pre-receive
	update proc-receive post-receive post-update reference-transaction push-to-checkout pre-auto-gc
	post-rewrite sendemail-validate fsmonitor-watchman p4-changelist p4-prepare-changelist
	p4-post-changelist p4-pre-submit post-index-change`

// IsInclude reports whether a setting names a file of further settings.
func IsInclude(key string) bool {
	return key == "include.path" ||
		strings.HasPrefix(key, "includeif.") && strings.HasSuffix(key, ".path")
}

// IsHooks reports whether a setting names a directory of hooks.
func IsHooks(key string) bool { return key == "core.hookspath" || key == "init.templatedir" }

// Named returns the words in the value of a setting that may name files which git runs or reads. An
// alias runs only if somebody types it.
func Named(key, value string) (words []string) {
	if !Runs(key) || key == "core.worktree" || strings.HasPrefix(key, "alias.") {
		return nil
	}
	for _, word := range strings.FieldsFunc(value, func(r rune) bool {
		return strings.ContainsRune(" \t\"'!;|&()<>=", r)
	}) {
		if strings.Contains(word, "/") || RunnerOf(key) == Unseen {
			words = append(words, word)
		}
	}
	return words
}
