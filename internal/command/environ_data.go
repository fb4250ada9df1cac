package command

import "strings"

// What most variables hold is data. An assignment of one of which neither the name nor the value
// says so keeps an allowing prefix rule from applying, because the rule was written for the command
// without it.

// carriesData reports whether variables of that name hold data whatever the value: no program is
// known to run it, to load it, or to fetch code from it.
func carriesData(upper string) bool {
	switch upper {
	// How output looks.
	case "TERM", "COLORTERM", "COLUMNS", "LINES", "FORCE_COLOR", "NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "LANG", "LANGUAGE", "TZ",
		"LS_COLORS", "GREP_COLORS", "PY_COLORS", "CARGO_TERM_COLOR", "RUST_LOG", "RUST_BACKTRACE", "GODEBUG", "LOGLEVEL", "DEBUG":
		return true
	// Who a commit is by, and the text of one.
	case "GIT_AUTHOR_NAME", "GIT_AUTHOR_EMAIL", "GIT_AUTHOR_DATE", "GIT_COMMITTER_NAME", "GIT_COMMITTER_EMAIL", "GIT_COMMITTER_DATE", "EMAIL":
		return true
	// What is being worked on: a name that the person's own settings explain.
	case "AWS_PROFILE", "AWS_REGION", "AWS_DEFAULT_REGION", "GITHUB_SHA", "GITHUB_REF", "GITHUB_REPOSITORY", "BUILD_NUMBER", "VERSION",
		"TAG", "BRANCH", "COMMIT", "SHA", "DATE", "MESSAGE", "TITLE", "BODY", "MSG", "NAME", "TOKEN", "PASSWORD", "URL", "HOST", "SOURCE_DATE_EPOCH":
		return true
	}
	for _, begin := range [...]string{"LC_", "TF_VAR_", "NEXT_PUBLIC_", "VITE_", "REACT_APP_", "NUXT_PUBLIC_", "EXPO_PUBLIC_", "GATSBY_"} {
		if strings.HasPrefix(upper, begin) {
			return true // of these the first is the locale, the others are handed on as text by their tools
		}
	}
	for _, end := range [...]string{"_URL", "_URI", "_DSN", "_HOST", "_PORT", "_ADDR", "_ADDRESS", "_ENDPOINT", "_ORIGIN", "_TOKEN", "_SECRET",
		"_PASSWORD", "_PASS", "_KEY", "_KEY_ID", "_USER", "_USERNAME", "_EMAIL", "_VERSION", "_TAG", "_SHA", "_COMMIT", "_REF", "_BRANCH", "_REVISION",
		"_DATE", "_TIME", "_TIMESTAMP", "_EPOCH", "_ID", "_UID", "_GID", "_COUNT", "_NUMBER", "_LEVEL", "_TIMEOUT", "_SEED"} {
		if strings.HasSuffix(upper, end) {
			return true
		}
	}
	return false
}

// fetchesCode reports whether variables of that name seem to say which server a tool takes packages
// or programs from.
func fetchesCode(upper string) bool {
	for _, part := range [...]string{"DOWNLOAD", "REGISTRY", "MIRROR", "INDEX_URL", "_PROXY", "AWS_ENDPOINT_URL"} {
		if strings.Contains(upper, part) {
			return !strings.HasPrefix(upper, "SKIP_") && !strings.Contains(upper, "SKIP_") && !strings.HasPrefix(upper, "NO_")
		}
	}
	return false
}

// namesPlace reports whether variables of that name usually hold a file or directory for data.
func namesPlace(upper string) bool {
	for _, end := range [...]string{"DIR", "_PATH", "FILE", "_ROOT", "_OUT", "OUTPUT", "_CACHE", "CONFIG", "_DATA", "FIXTURES", "GOCACHE", "DEST"} {
		if strings.HasSuffix(upper, end) {
			return true
		}
	}
	return false
}

// plainData reports whether a value is a number, a switch, some words, or an address of this
// machine: it names no file, holds no option and no text of a shell, so that a program that ran it
// or loaded it could find only what is installed.
func plainData(s string) bool {
	if strings.HasPrefix(s, "http://") || strings.HasPrefix(s, "https://") {
		return localService(s)
	}
	if strings.ContainsAny(s, "/\\$`;|&<>(){}!*?~'\"\n\r\x00") {
		return false
	}
	for word := range strings.FieldsSeq(s) {
		switch word[0] {
		case '-', '+', '@':
			return strings.Trim(word[1:], "0123456789.") == "" && word[0] != '@' // a number with its sign
		}
	}
	return true
}
