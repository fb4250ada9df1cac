package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Environ judges the assignment of an environment variable for a program: some variables make programs run other
// code, load a library, or look for both somewhere else. program is the base name of the command that the assignment
// precedes; "" for one that persists.
func Environ(name string, value *fact.Word, program string) (hazard bool, why string) {
	if strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_") {
		return judge(value, empty, name+" makes every program that starts load other code")
	}
	if strings.HasPrefix(name, "GIT_CONFIG") {
		if name == "GIT_CONFIG_NOSYSTEM" || value.Known() && value.Text == "/dev/null" {
			return false, ""
		}
		return judge(value, empty, name+" gives git settings that can run programs")
	}
	if strings.HasPrefix(name, "BASH_FUNC_") {
		return true, name + " defines a function in every bash that starts"
	}
	switch name {
	case "PATH":
		return judge(value, knownSearchPath, "PATH decides which programs the names of commands stand for")
	case "BASH_ENV", "ENV", "ZDOTDIR":
		return judge(value, empty, name+" names a file that every shell which starts runs")
	case "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4":
		return judge(value, noExpansion, name+" can hold commands that the shell runs")
	case "IFS":
		if program == "read" {
			return false, ""
		}
		return judge(value, blanks, "IFS decides how the shell divides words")
	case "SHELLOPTS", "BASHOPTS", "BASH_XTRACEFD", "GLOBIGNORE":
		return judge(value, empty, name+" changes how the shell reads its commands")
	case "GIT_SSH", "GIT_SSH_COMMAND", "GIT_PROXY_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "SSH_ASKPASS",
		"SUDO_ASKPASS", "RSYNC_RSH", "CVS_RSH", "SVN_SSH", "CARGO_BUILD_RUSTC_WRAPPER", "RUSTC_WRAPPER", "RUSTC", "CC", "CXX",
		"LESSOPEN", "LESSCLOSE", "MANOPT", "TERMINFO":
		return judge(value, plainTool, name+" names a program that is run")
	case "GIT_PAGER", "PAGER", "MANPAGER", "SYSTEMD_PAGER", "GH_PAGER", "AWS_PAGER", "DELTA_PAGER", "BAT_PAGER",
		"GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "EDITOR", "VISUAL", "FCEDIT", "KUBE_EDITOR", "GH_EDITOR", "BROWSER", "GH_BROWSER":
		return judge(value, plainTool, name+" names a program that is run")
	case "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR":
		return judge(value, empty, name+" decides which programs git runs")
	case "GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY",
		"GIT_ALTERNATE_OBJECT_DIRECTORIES":
		return judge(value, projectRelative, name+" makes git use another repository, whose settings can run programs")
	case "NODE_OPTIONS":
		return judge(value, nodeOptions, "NODE_OPTIONS can make node load other code")
	case "NODE_PATH", "PYTHONPATH", "PERL5LIB", "RUBYLIB", "CLASSPATH", "GOPATH", "LUA_PATH", "LUA_CPATH",
		"PYTHONUSERBASE":
		return judge(value, projectRelative, name+" decides where code is loaded from")
	case "PYTHONSTARTUP", "PYTHONHOME", "PYTHONINSPECT", "PYTHONBREAKPOINT", "PERL5OPT", "PERL5DB", "RUBYOPT",
		"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "ERL_AFLAGS", "ERL_FLAGS":
		return judge(value, inert, name+" can make an interpreter run other code")
	case "MAVEN_OPTS", "GRADLE_OPTS", "SBT_OPTS":
		return judge(value, noAgent, name+" can make Java load other code")
	case "MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS":
		return judge(value, jobs, name+" changes what make runs")
	case "MAKEFILES", "RIPGREP_CONFIG_PATH", "CURL_HOME", "WGETRC", "INPUTRC", "NPM_CONFIG_USERCONFIG",
		"npm_config_userconfig", "npm_config_script_shell", "PIP_CONFIG_FILE", "KUBECONFIG", "CARGO_HOME", "RUSTUP_HOME",
		"TF_CLI_CONFIG_FILE", "DOCKER_CONFIG", "GNUPGHOME":
		return judge(value, projectRelative, name+" names settings that can run programs")
	case "GOFLAGS":
		return judge(value, goFlags, "GOFLAGS can make go run other programs")
	case "LESS":
		return judge(value, simpleOptions, "LESS adds options that the call does not show")
	case "TAR_OPTIONS", "UNZIP", "UNZIPOPT", "ZIPOPT", "TF_CLI_ARGS":
		return judge(value, empty, name+" adds options that the call does not show")
	case "HOME", "XDG_CONFIG_HOME", "SHELL":
		return judge(value, empty, name+" decides whose settings programs read, or which shell they start")
	case "TMPDIR", "TMP", "TEMP":
		return judge(value, plainDir, name+" decides where programs write their temporary files")
	}
	return false, ""
}

// judge reports a hazard unless the value is known and fits.
func judge(value *fact.Word, fits func(string) bool, why string) (bool, string) {
	if value.IsLiteral() && (value.Text == "" || fits(value.Text)) {
		return false, ""
	}
	if value.Kind == fact.Partial && fitsPartly(value, fits) {
		return false, ""
	}
	return true, why
}

// fitsPartly accepts a value such as src:$PYTHONPATH or $PATH:/usr/bin: the variable's own old value, which adds
// nothing that was not there.
func fitsPartly(value *fact.Word, fits func(string) bool) bool {
	ref := value.From
	if ref != "$PATH" && ref != "${PATH}" && ref != "$PYTHONPATH" && ref != "$NODE_PATH" && ref != "$CLASSPATH" {
		return false
	}
	return fits(strings.TrimSuffix(value.Text, ":")) && fits(strings.TrimPrefix(value.Suffix, ":"))
}

func empty(s string) bool { return s == "" }

// knownSearchPath reports whether a PATH holds nothing but system directories.
func knownSearchPath(s string) bool {
	if s == "" {
		return true
	}
	for dir := range strings.SplitSeq(s, ":") {
		if !systemDir(dir) {
			return false
		}
	}
	return true
}

// projectRelative reports whether every part of a search path lies below the current directory.
func projectRelative(s string) bool {
	for part := range strings.SplitSeq(s, ":") {
		if strings.HasPrefix(part, "/") || strings.HasPrefix(part, "~") || strings.ContainsAny(part, "$`") {
			return false
		}
		for step := range strings.SplitSeq(part, "/") {
			if step == ".." {
				return false
			}
		}
	}
	return true
}

// plainTool reports whether a pager, editor or compiler is one that runs nothing else.
func plainTool(s string) bool {
	switch s {
	case "cat", "true", ":", "false", "more", "less", "less -R", "less -F", "less -FRX", "gcc", "g++", "cc", "c++", "clang",
		"clang++", "ssh", "sccache", "ccache", "none", "vi", "vim", "nano", "/bin/true", "/bin/false", "/usr/bin/true", "/bin/cat":
		return true
	}
	return false
}

func blanks(s string) bool { return strings.Trim(s, " \t\n") == "" }

func noExpansion(s string) bool { return !strings.ContainsAny(s, "$`\\") }

// nodeOptions reports whether none of the options loads code.
func nodeOptions(s string) bool {
	for o := range strings.FieldsSeq(s) {
		name, _, _ := strings.Cut(o, "=")
		switch name {
		case "--max-old-space-size", "--max_old_space_size", "--no-warnings", "--experimental-vm-modules", "--trace-warnings",
			"--enable-source-maps", "--no-deprecation", "--trace-deprecation", "--unhandled-rejections",
			"--openssl-legacy-provider", "--max-semi-space-size", "--stack-trace-limit", "--no-experimental-fetch":
		default:
			return false
		}
	}
	return true
}

// inert reports whether the value is a number or a warning switch, which load nothing.
func inert(s string) bool {
	return s == "0" || s == "1" || s == "-w" || s == "-W0" || strings.HasPrefix(s, "-Xmx") && noAgent(s)
}

func noAgent(s string) bool {
	return !strings.Contains(s, "agent") && !strings.Contains(s, "OnOutOfMemoryError") && !strings.Contains(s, "OnError") &&
		!strings.Contains(s, "classpath") && !strings.Contains(s, "@")
}

// jobs reports whether flags of make only set how it works, not what.
func jobs(s string) bool {
	for o := range strings.FieldsSeq(s) {
		o = strings.TrimLeft(o, "-")
		if !strings.HasPrefix(o, "j") && o != "s" && o != "k" && o != "w" && o != "no-print-directory" && o != "silent" {
			return false
		}
		if strings.HasPrefix(o, "j") && strings.Trim(o[1:], "0123456789=") != "" {
			return false
		}
	}
	return true
}

// goFlags reports whether none of go's flags runs a program or replaces source files.
func goFlags(s string) bool {
	return !strings.Contains(s, "exec") && !strings.Contains(s, "overlay") && !strings.Contains(s, "vettool") &&
		!strings.Contains(s, "modfile") && !strings.Contains(s, "extld") && !strings.Contains(s, "-C")
}

// simpleOptions reports whether the options are switches of one letter, which take no program.
func simpleOptions(s string) bool {
	for o := range strings.FieldsSeq(s) {
		if strings.Trim(o, "-FRXSinweM") != "" {
			return false
		}
	}
	return true
}

// plainDir reports whether a directory for temporary files lies below the current one or is the usual one.
func plainDir(s string) bool {
	return s == "/tmp" || strings.HasPrefix(s, "/tmp/") && !strings.Contains(s, "/..") || projectRelative(s)
}
