package command

import "strings"

// A variable that names a file of settings or a directory of plug-ins hands a program code. Any
// file of the project may be named, so that what it holds decides: a kubeconfig without an exec
// plug-in is data.

// Files says what files hold at the time when a program gets a variable that names them. Paths are
// as the variable has them.
type Files interface {
	// Text returns what a small file holds; ok is false where that is not known. A file that does not
	// exist holds nothing.
	Text(path string) (text string, ok bool)
	// Names returns the names in a directory, none if there is no such directory.
	Names(dir string) (names []string, ok bool)
	// Changed reports whether the same call has written there.
	Changed(path string) bool
}

// changed reports whether the call has written what one part of a value names.
func (a *Assignment) changed(value string) bool {
	if a.Files == nil {
		return false
	}
	for part := range strings.SplitSeq(value, ":") {
		if part != "" && a.Files.Changed(part) {
			return true
		}
	}
	return false
}

// fileRule says what the files may hold that a variable names.
type fileRule uint8

const (
	noRule     fileRule = iota // the variable is none of those
	lacksWords                 // the files hold something, and none of some words
	lacksNames                 // none of some names is in the directory
	dockerDir                  // the directory is one of docker's settings without plug-ins
	emptyDir                   // there is nothing in the directory
	noFile                     // it is /dev/null
	system                     // it lies where packages of the system are installed
)

// ofFile returns what is asked of variables that name settings or plug-ins, with words divided by
// bars.
func ofFile(name string) (rule fileRule, words string) {
	switch name {
	case "KUBECONFIG":
		return lacksWords, "exec|auth-provider|cmd-path"
	case "RIPGREP_CONFIG_PATH":
		return lacksWords, "--pre|--hostname-bin|-z|--search-zip"
	case "AWS_CONFIG_FILE", "AWS_SHARED_CREDENTIALS_FILE":
		return lacksWords, "credential_process|plugins|cli_"
	case "TF_CLI_CONFIG_FILE", "TERRAFORM_CONFIG":
		return lacksWords, "dev_overrides|credentials_helper|filesystem_mirror|network_mirror|plugin_cache_dir"
	case "DOCKER_CONFIG":
		return dockerDir, ""
	case "CARGO_HOME":
		return lacksNames, "config|config.toml|bin|env"
	case "GNUPGHOME":
		return lacksNames, "gpg.conf|gpg-agent.conf|dirmngr.conf|scdaemon.conf|gpgconf.ctl"
	case "GRADLE_USER_HOME", "MAVEN_USER_HOME":
		return lacksNames, "init.gradle|init.gradle.kts|init.d|gradle.properties|settings.xml|wrapper"
	case "RUSTUP_HOME", "PRE_COMMIT_HOME", "NVM_DIR", "VOLTA_HOME", "PYENV_ROOT", "RBENV_ROOT", "ASDF_DATA_DIR", "MISE_DATA_DIR":
		return emptyDir, ""
	case "MAKEFILES", "CURL_HOME", "WGETRC", "SYSTEM_WGETRC", "INPUTRC", "APT_CONFIG", "NPM_CONFIG_USERCONFIG", "npm_config_userconfig",
		"NPM_CONFIG_GLOBALCONFIG", "npm_config_globalconfig", "PIP_CONFIG_FILE", "CLOUDSDK_CONFIG", "AZURE_CONFIG_DIR",
		"AZURE_EXTENSION_DIR", "HELM_PLUGINS", "HELM_CONFIG_HOME", "HELM_DATA_HOME", "MYSQL_HOME", "PSQLRC", "SCREENRC", "SYSSCREENRC",
		"TERMINFO_DIRS", "BAT_CONFIG_PATH", "BAT_CONFIG_DIR", "FD_CONFIG", "STARSHIP_CONFIG", "UV_CONFIG_FILE", "POETRY_CONFIG_DIR",
		"YARN_RC_FILENAME", "COMPOSER_HOME", "DOTNET_ROOT", "DOTNET_HOST_PATH", "KREW_ROOT", "XDG_CONFIG_DIRS",
		"XDG_DATA_HOME", "XDG_DATA_DIRS", "LFTP_HOME", "NETRC", "MAILRC", "EDITRC", "GDBINIT", "VIM", "VIMRUNTIME",
		"PYTHONPLATLIBDIR", "PYTHON_HISTORY", "SQLITE_HISTORY", "TCLLIBPATH", "GUILE_LOAD_COMPILED_PATH",
		"PERLLIB", "PERL5SHELL", "R_LIBS_SITE", "LUA_PATH_5_3", "LUA_PATH_5_4", "LUA_CPATH_5_3", "LUA_CPATH_5_4", "LUA_INIT_5_4",
		"MAVEN_ARGS", "MAVEN_CONFIG", "GIT_CONFIG_PARAMETERS", "JQ_LIBRARY_PATH", "MANPATH", "MANROFFOPT", "GROFF_COMMAND_PREFIX",
		"GROFF_BIN_PATH", "HGRCPATH", "SVN_CONFIG_DIR", "BZR_PLUGIN_PATH":
		return noFile, ""
	case "COMPILER_PATH", "GCC_EXEC_PREFIX", "COLLECT_GCC", "COLLECT_LTO_WRAPPER", "GCC_SPECS", "CCACHE_PREFIX", "CCACHE_COMPILER",
		"CCACHE_CONFIGPATH", "DISTCC_DIR", "CCC_OVERRIDE_OPTIONS", "CLANG_CONFIG_FILE_SYSTEM_DIR", "COLLECT_NAMES":
		return system, ""
	}
	return noRule, ""
}

// judgeFile judges a variable that names settings or plug-ins.
func (a *Assignment) judgeFile(rule fileRule, words string) (Judgement, string) {
	value := a.Value
	if value.IsLiteral() && (value.Text == "" || a.holdsData(rule, words, value.Text)) {
		return Fits, ""
	}
	if rule == system {
		return Suspect, a.Name + " decides which programs and libraries a compiler uses"
	}
	return Suspect, a.Name + " names settings that can run programs"
}

func (a *Assignment) holdsData(rule fileRule, words, value string) bool {
	switch rule {
	case noFile:
		return value == "/dev/null"
	case system:
		return systemTree(value)
	}
	if rule == lacksWords && value == "/dev/null" {
		return true
	}
	if a.Files == nil || !inProject(value, a.Inside) || a.changed(value) {
		return false
	}
	switch rule {
	case lacksWords:
		return a.filled(value) && a.lacks(value, words)
	case lacksNames:
		return a.lacksNames(value, words)
	case dockerDir:
		return a.lacksNames(value, "cli-plugins|plugins") && a.lacks(value+"/config.json", "cred|plugin|Plugin|proxies|HttpHeaders")
	}
	have, ok := a.Files.Names(value)
	return ok && len(have) == 0
}

// filled reports whether each file that a value names holds anything. Nobody names settings that
// are not there: what does not exist yet may when the program starts, and hold what it likes.
func (a *Assignment) filled(value string) bool {
	for part := range strings.SplitSeq(value, ":") {
		if text, ok := a.Files.Text(part); !ok || strings.TrimSpace(text) == "" {
			return false
		}
	}
	return true
}

// lacks reports whether the files that a value names hold none of the words.
func (a *Assignment) lacks(value, words string) bool {
	for part := range strings.SplitSeq(value, ":") {
		text, ok := a.Files.Text(part)
		if !ok {
			return false
		}
		for w := range strings.SplitSeq(words, "|") {
			if strings.Contains(text, w) {
				return false
			}
		}
	}
	return true
}

// lacksNames reports whether a directory has none of the names.
func (a *Assignment) lacksNames(dir, names string) bool {
	have, ok := a.Files.Names(dir)
	if !ok {
		return false
	}
	for n := range strings.SplitSeq(names, "|") {
		if contains(have, n) {
			return false
		}
	}
	return true
}

// gitRuns reports whether the settings of a repository run programs.
func (a *Assignment) gitRuns(dir string) bool {
	if a.Files == nil || dir == ".git" {
		return false
	}
	text, ok := a.Files.Text(dir + "/config")
	return !ok || GitConfigRuns(text) != ""
}

// shadows reports whether a directory of a search path holds what an interpreter loads by itself,
// or in place of its own library: then not only the project's programs load from it.
func (a *Assignment) shadows(value string) bool {
	if a.Files == nil {
		return false
	}
	for dir := range strings.SplitSeq(value, ":") {
		if dir == "" {
			dir = "."
		}
		names, ok := a.Files.Names(dir)
		if !ok {
			return true
		}
		for _, n := range names {
			if a.Name == "PYTHONPATH" && (ShadowsPython(n) || a.packageIn(dir, n)) || a.Name == "PERL5LIB" && shadowsPerl(n) ||
				a.Name == "RUBYLIB" && shadowsRuby(n) {
				return true
			}
		}
	}
	return false
}

// packageIn reports whether a directory is a package in place of a module of Python's own.
func (a *Assignment) packageIn(dir, name string) bool {
	if !OwnModule(name) {
		return false
	}
	names, ok := a.Files.Names(dir + "/" + name)
	return !ok || contains(names, "__init__.py")
}

// shadowsPerl reports whether a name is that of a pragma, whose names are in lower case, or of one
// of the modules that nearly every program loads.
func shadowsPerl(name string) bool {
	base, ok := strings.CutSuffix(name, ".pm")
	if !ok {
		return name == "sitecustomize.pl"
	}
	if base != "" && base[0] >= 'a' && base[0] <= 'z' {
		return true
	}
	switch base {
	case "Carp", "Exporter", "POSIX", "Config", "Symbol", "SelectSaver", "XSLoader", "DynaLoader", "AutoLoader", "Cwd", "Errno", "Fcntl",
		"FindBin", "Socket", "Storable", "Encode", "Safe", "Opcode", "English", "Env":
		return true
	}
	return false
}

func shadowsRuby(name string) bool {
	switch strings.TrimSuffix(strings.TrimSuffix(name, ".rb"), ".so") {
	case "rubygems", "set", "json", "erb", "yaml", "psych", "date", "time", "fileutils", "optparse", "pathname", "tempfile", "tmpdir",
		"shellwords", "stringio", "strscan", "monitor", "rbconfig", "did_you_mean", "error_highlight", "syntax_suggest", "bundler",
		"bundled_gems", "timeout", "uri", "open3", "logger", "etc", "socket", "io", "enc", "unicode_normalize", "English", "delegate",
		"forwardable", "singleton", "securerandom", "digest", "openssl", "net", "ostruct", "pp", "prettyprint", "benchmark":
		return true
	}
	return false
}
