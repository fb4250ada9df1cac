package command

import (
	"strings"

	"github.com/fencepost/fencepost/internal/fact"
)

// Judgement is what is known of the assignment of an environment variable.
type Judgement uint8

const (
	Unjudged Judgement = iota // what programs do with it is not known, and the value could name code
	Fits                      // it makes no program run other code
	Suspect                   // it may
)

// Assignment is one environment variable that a program gets.
type Assignment struct {
	Name    string
	Value   *fact.Word
	Program string                 // base name of the command that the assignment precedes; "" for one that persists
	Inside  func(path string) bool // reports whether an absolute path lies in the project; nil: none is known to
	Files   Files                  // what the files hold that the value names; nil: nothing is known of them
}

// Environ judges the assignment of an environment variable for a program: some variables make
// programs run other code, load a library, or look for both somewhere else; most only carry data.
func Environ(a Assignment) (j Judgement, why string) {
	name, value := a.Name, a.Value
	projectRelative := func(s string) bool { return inProject(s, a.Inside) && !a.changed(s) }
	if rule, words := ofFile(name); rule != noRule {
		return a.judgeFile(rule, words)
	}
	if strings.HasPrefix(name, "LD_") || strings.HasPrefix(name, "DYLD_") {
		return judge(value, empty, name+" makes every program that starts load other code")
	}
	if strings.HasPrefix(name, "GIT_CONFIG") {
		if name == "GIT_CONFIG_NOSYSTEM" || value.Known() && value.Text == "/dev/null" {
			return Fits, ""
		}
		return judge(value, empty, name+" gives git settings that can run programs")
	}
	if strings.HasPrefix(name, "BASH_FUNC_") {
		return Suspect, name + " defines a function in every bash that starts"
	}
	if strings.HasPrefix(name, "GIT_TRACE") {
		return judge(value, traceSwitch, name+" names a file that git appends to")
	}
	if strings.HasPrefix(name, "TF_CLI_ARGS") {
		return judge(value, empty, name+" adds options that the call does not show")
	}
	switch name {
	case "PATH":
		if value.Kind == fact.Partial && gluedPath(value) {
			return Suspect, "PATH has an empty or torn element, which stands for a directory of the project"
		}
		return judge(value, knownSearchPath, "PATH decides which programs the names of commands stand for")
	case "BASH_ENV", "ENV", "ZDOTDIR":
		return judge(value, empty, name+" names a file that every shell which starts runs")
	case "PROMPT_COMMAND":
		return judge(value, empty, "PROMPT_COMMAND holds commands that the shell runs")
	case "PS0", "PS1", "PS2", "PS4":
		return judge(value, noExpansion, name+" can hold commands that the shell runs")
	case "IFS":
		if a.Program == "read" {
			return Fits, ""
		}
		return judge(value, blanks, "IFS decides how the shell divides words")
	case "CDPATH":
		return judge(value, empty, "CDPATH decides where cd goes")
	case "SHELLOPTS", "BASHOPTS", "BASH_XTRACEFD", "GLOBIGNORE":
		return judge(value, empty, name+" changes how the shell reads its commands")
	case "GIT_SSH", "GIT_SSH_COMMAND", "GIT_PROXY_COMMAND", "GIT_EXTERNAL_DIFF", "GIT_ASKPASS", "SSH_ASKPASS",
		"SUDO_ASKPASS", "RSYNC_RSH", "CVS_RSH", "SVN_SSH", "CARGO_BUILD_RUSTC_WRAPPER", "RUSTC_WRAPPER", "RUSTC", "CC", "CXX",
		"RUSTC_WORKSPACE_WRAPPER", "CARGO_BUILD_RUSTC", "RUSTDOC", "RUSTFMT", "CARGO", "AR", "LD", "AS", "RANLIB", "CPP", "FC",
		"GIT_MERGE_TOOL", "JAVACMD", "PYTHON", "NODE", "PERL", "RUBY", "CMAKE_C_COMPILER",
		"CMAKE_CXX_COMPILER", "CMAKE_C_COMPILER_LAUNCHER", "CMAKE_CXX_COMPILER_LAUNCHER", "CMAKE_TOOLCHAIN_FILE",
		"KUBECTL_EXTERNAL_DIFF", "FZF_DEFAULT_COMMAND", "FZF_CTRL_T_COMMAND", "FZF_DEFAULT_OPTS_FILE",
		"HGMERGE", "CARGO_REGISTRY_CREDENTIAL_PROVIDER",
		"LESSOPEN", "LESSCLOSE", "MANOPT", "TERMINFO":
		return judge(value, plainTool, name+" names a program that is run")
	case "GIT_PAGER", "PAGER", "MANPAGER", "SYSTEMD_PAGER", "GH_PAGER", "AWS_PAGER", "DELTA_PAGER", "BAT_PAGER",
		"GIT_EDITOR", "GIT_SEQUENCE_EDITOR", "EDITOR", "VISUAL", "FCEDIT", "KUBE_EDITOR", "GH_EDITOR", "SVN_EDITOR", "HGEDITOR",
		"SUDO_EDITOR", "SYSTEMD_EDITOR", "PULUMI_EDITOR", "BROWSER", "GH_BROWSER":
		return judge(value, viewer, name+" names a program that is run")
	case "GIT_EXEC_PATH", "GIT_TEMPLATE_DIR", "GIT_ATTR_SOURCE":
		return judge(value, empty, name+" decides which programs git runs")
	case "GIT_DIR", "GIT_COMMON_DIR":
		protected := func(s string) bool { return projectRelative(s) && belowGit(s) && !a.gitRuns(s) }
		return judge(value, protected, name+" makes git use another repository, whose settings can run programs")
	case "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES":
		return judge(value, projectRelative, name+" makes git use another repository, whose settings can run programs")
	case "NODE_OPTIONS":
		return judge(value, nodeOptions, "NODE_OPTIONS can make node load other code")
	case "PYTHONPATH", "PERL5LIB", "RUBYLIB":
		own := func(s string) bool { return projectRelative(s) && !a.shadows(s) }
		return judge(value, own, name+" decides where code is loaded from")
	case "NODE_PATH", "CLASSPATH", "GOPATH", "LUA_PATH", "LUA_CPATH",
		"PYTHONUSERBASE", "JULIA_LOAD_PATH", "R_LIBS", "R_LIBS_USER", "GEM_PATH", "GEM_HOME", "GUILE_LOAD_PATH", "ERL_LIBS",
		"PYTHONPYCACHEPREFIX", "BUNDLE_GEMFILE", "BUNDLE_PATH", "DENO_DIR", "GOBIN", "GOMODCACHE", "CPATH",
		"C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "LIBRARY_PATH", "PKG_CONFIG_PATH", "ANSIBLE_LIBRARY", "ANSIBLE_ROLES_PATH",
		"ANSIBLE_COLLECTIONS_PATH":
		return judge(value, projectRelative, name+" decides where code is loaded from")
	case "PYTHONSTARTUP", "PYTHONHOME", "PYTHONINSPECT", "PYTHONBREAKPOINT", "PERL5OPT", "PERL5DB", "RUBYOPT",
		"JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS", "JDK_JAVA_OPTIONS", "ERL_AFLAGS", "ERL_FLAGS", "ERL_ZFLAGS", "ELIXIR_ERL_OPTIONS", "LUA_INIT", "PHPRC", "PHP_INI_SCAN_DIR", "R_PROFILE",
		"R_PROFILE_USER", "R_ENVIRON", "R_ENVIRON_USER", "CATALINA_OPTS", "ANT_OPTS", "LEIN_JVM_OPTS", "DOTNET_STARTUP_HOOKS",
		"CORECLR_PROFILER", "CORECLR_PROFILER_PATH", "PYTEST_PLUGINS", "VIMINIT", "EXINIT", "GVIMINIT",
		"MYVIMRC", "EMACSLOADPATH", "GCONV_PATH", "HOSTALIASES", "OPENSSL_CONF", "OPENSSL_ENGINES", "GTK_MODULES",
		"QT_PLUGIN_PATH", "PERL_UNICODE":
		return judge(value, inert, name+" can make an interpreter run other code")
	case "PYTHONWARNINGS":
		return judge(value, warnings, "PYTHONWARNINGS can name a module that python imports")
	case "GOTOOLCHAIN":
		return judge(value, goToolchain, "GOTOOLCHAIN names a tool chain that go fetches and runs")
	case "MAVEN_OPTS", "GRADLE_OPTS", "SBT_OPTS", "JAVA_OPTS", "JVM_OPTS":
		return judge(value, javaOptions, name+" can make Java load other code, or write its logs elsewhere")
	case "MAKEFLAGS", "MFLAGS", "GNUMAKEFLAGS":
		return judge(value, jobs, name+" changes what make runs")
	case "ANSIBLE_CONFIG", "PGSERVICEFILE", "PGPASSFILE", "COMPOSER", "NUGET_PACKAGES", "SSH_AUTH_SOCK":
		return judge(value, projectRelative, name+" names settings that can run programs")
	case "RUSTFLAGS", "RUSTDOCFLAGS", "CARGO_ENCODED_RUSTFLAGS", "CARGO_BUILD_RUSTFLAGS":
		return judge(value, rustFlags, name+" can make rustc run or link other programs")
	case "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CGO_CFLAGS", "CGO_LDFLAGS", "CGO_CXXFLAGS":
		return judge(value, compilerFlags, name+" can make the compiler load or run other code")
	case "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy", "AWS_ENDPOINT_URL", "DOCKER_HOST",
		"PIP_INDEX_URL", "PIP_EXTRA_INDEX_URL", "UV_INDEX_URL", "NPM_CONFIG_REGISTRY", "npm_config_registry", "GOPROXY",
		"GONOSUMDB", "GONOSUMCHECK", "GOINSECURE", "CARGO_REGISTRIES_CRATES_IO_PROTOCOL", "NODE_EXTRA_CA_CERTS", "SSL_CERT_FILE",
		"REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE":
		return judge(value, localService, name+" decides which machine a program talks to, or whom it trusts")
	case "NODE_TLS_REJECT_UNAUTHORIZED", "GIT_SSL_NO_VERIFY":
		return judge(value, empty, name+" switches the check of the other side's identity off")
	case "PYTEST_ADDOPTS":
		return judge(value, pytestOptions, "PYTEST_ADDOPTS can make pytest load other code")
	case "JAVA_HOME", "GOROOT":
		return judge(value, systemTree, name+" decides which tool chain runs")
	case "GOFLAGS":
		return judge(value, goFlags, "GOFLAGS can make go run other programs")
	case "LESS":
		return judge(value, simpleOptions, "LESS adds options that the call does not show")
	case "TAR_OPTIONS", "UNZIP", "UNZIPOPT", "ZIPOPT":
		return judge(value, empty, name+" adds options that the call does not show")
	case "HOME", "XDG_CONFIG_HOME", "SHELL":
		return judge(value, empty, name+" decides whose settings programs read, or which shell they start")
	case "TMPDIR", "TMP", "TEMP":
		if value.Origin.Kind == fact.TempOrigin {
			return Fits, ""
		}
		return judge(value, func(s string) bool { return plainDir(s) || projectRelative(s) }, name+" decides where programs write their temporary files")
	}
	j, why = bySuffix(name, value, projectRelative)
	if j == Fits && value.IsLiteral() && a.changed(value.Text) && !carriesData(strings.ToUpper(name)) {
		return Unjudged, "" // a program may take for settings what the line has just written
	}
	return j, why
}

// bySuffix judges a variable of a name that the table does not have by what such names usually say.
func bySuffix(name string, value *fact.Word, projectRelative func(string) bool) (j Judgement, why string) {
	upper := strings.ToUpper(name)
	for _, k := range [...]struct {
		end  string
		fits func(string) bool
	}{
		{"_PAGER", viewer}, {"_EDITOR", viewer}, {"_BROWSER", viewer}, {"_SHELL", shell}, {"_COMMAND", plainTool}, {"_CMD", plainTool},
		{"_WRAPPER", plainTool}, {"_ASKPASS", plainTool}, {"_LAUNCHER", plainTool}, {"_HELPER", plainTool},
	} {
		if strings.HasSuffix(upper, k.end) {
			return judge(value, k.fits, name+" seems to name a program that is run")
		}
	}
	for _, end := range [...]string{"_PRELOAD", "_STARTUP", "_HOOK", "_HOOKS", "_PLUGIN", "_PLUGINS", "_PLUGIN_PATH", "_PLUGIN_DIR",
		"_RCFILE", "_INIT_FILE", "_EXEC_PATH", "_EXEC_PREFIX", "_COMPILER_PATH"} {
		if strings.HasSuffix(upper, end) {
			return judge(value, empty, name+" seems to name code that a program loads")
		}
	}
	for _, end := range [...]string{"_CONFIG_FILE", "_CONFIG_PATH", "_CONFIG_HOME", "_MODULE_PATH", "_LIBRARY_PATH"} {
		if strings.HasSuffix(upper, end) {
			return judge(value, projectRelative, name+" seems to name settings or code that a program loads")
		}
	}
	if fetchesCode(upper) {
		return judge(value, localService, name+" seems to say where a program fetches code from")
	}
	if carriesData(upper) || value.IsLiteral() && plainData(value.Text) {
		return Fits, ""
	}
	if namesPlace(upper) && value.IsLiteral() && (plainDir(value.Text) || projectRelative(value.Text)) {
		return Fits, ""
	}
	return Unjudged, ""
}

// judge finds an assignment suspect unless the value is known and fits.
func judge(value *fact.Word, fits func(string) bool, why string) (Judgement, string) {
	if value.Glob && strings.ContainsAny(value.Text, "*?") { // names of files, which may be anything
		return Suspect, why
	}
	if value.IsLiteral() && (value.Text == "" || fits(value.Text)) {
		return Fits, ""
	}
	if value.Kind == fact.Partial && fitsPartly(value, fits) {
		return Fits, ""
	}
	return Suspect, why
}

// fitsPartly accepts a value such as src:$PYTHONPATH or $PATH:/usr/bin: the variable's own old
// value, which adds nothing that was not there.
func fitsPartly(value *fact.Word, fits func(string) bool) bool {
	if value.Origin.Kind != fact.VariableOrigin {
		return false
	}
	switch value.Origin.Name {
	case "PATH", "PYTHONPATH", "NODE_PATH", "CLASSPATH":
	default:
		return false
	}
	before, after := value.Text, value.Suffix
	if before != ":" { // which is an empty element, the current directory, as in PATH=:$PATH
		before = strings.TrimSuffix(before, ":")
	}
	if after != ":" {
		after = strings.TrimPrefix(after, ":")
	}
	return fits(before) && fits(after)
}

// gluedPath reports whether what stands before and behind an old value makes an element of a search
// path that is empty, or another one: `:$PATH`, `$PATH:`, `/usr/bin$PATH`.
func gluedPath(value *fact.Word) bool {
	before, after := value.Text, value.Suffix
	return before != "" && (before == ":" || !strings.HasSuffix(before, ":")) ||
		after != "" && (after == ":" || !strings.HasPrefix(after, ":"))
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

// inProject reports whether every part of a search path lies below the current directory, or in the
// project.
func inProject(s string, inside func(string) bool) bool {
	for part := range strings.SplitSeq(s, ":") {
		if strings.HasPrefix(part, "/") && inside != nil && inside(part) {
			continue
		}
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

// plainTool reports whether a compiler, an interpreter or the like is one of those that the
// variable is for. A shell is none: what it would run is what another program hands to it.
func plainTool(s string) bool {
	if i := strings.LastIndexByte(s, '-'); i > 0 && strings.Trim(s[i+1:], "0123456789.") == "" {
		s = s[:i] // gcc-13
	}
	switch s {
	case "python", "python3", "node", "perl", "ruby", "cargo", "rustc", "ar", "ld", "mold", "lld", "rg", "fd", "gcc", "g++", "cc", "c++",
		"clang", "clang++", "sccache", "ccache", "ssh", "ssh -q", "ssh -o BatchMode=yes", "ssh -o StrictHostKeyChecking=accept-new":
		return true
	}
	return viewer(s)
}

// viewer reports whether a pager, editor or browser shows what it is given, and runs none of it.
func viewer(s string) bool {
	switch s {
	case "cat", "/bin/cat", "true", "/bin/true", "/usr/bin/true", ":", "false", "/bin/false", "none", "more", "less", "less -R", "less -F",
		"less -FRX", "bat", "delta", "vi", "vim", "nano", "code --wait":
		return true
	}
	return false
}

// shell reports whether a value names a shell of the system.
func shell(s string) bool {
	switch s {
	case "bash", "sh", "zsh", "/bin/bash", "/bin/sh", "/bin/zsh":
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
	return s == "0" || s == "1" || s == "-w" || s == "-W0" || strings.HasPrefix(s, "-Xmx") && javaOptions(s)
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

// warnings reports whether a filter of python names only actions and built-in categories: another
// category is imported.
func warnings(s string) bool { return !strings.Contains(s, ".") }

// goToolchain reports whether the tool chain is the installed one or a release of Go itself.
func goToolchain(s string) bool {
	release, _, _ := strings.Cut(s, "+")
	return release == "local" || release == "auto" || release == "path" || strings.HasPrefix(release, "go1.") && strings.Trim(release[4:], "0123456789.rcbeta") == ""
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

// plainDir reports whether a directory for temporary files lies below the current one or is the
// usual one.
func plainDir(s string) bool {
	return s == "/tmp" || strings.HasPrefix(s, "/tmp/") && !strings.Contains(s, "/..") || inProject(s, nil)
}

// traceSwitch reports whether a value of GIT_TRACE and its like switches tracing on standard error
// on or off. Any other number is a descriptor, an absolute path a file.
func traceSwitch(s string) bool {
	switch strings.ToLower(s) {
	case "0", "1", "2", "true", "false":
		return true
	}
	return false
}

// rustFlags reports whether none of rustc's flags names a linker, a code generator or a file.
func rustFlags(s string) bool {
	return !strings.Contains(s, "linker") && !strings.Contains(s, "link-arg") && !strings.Contains(s, "codegen-backend") &&
		!strings.Contains(s, "@") && !strings.Contains(s, "-L") && !strings.Contains(s, "--extern") && !strings.Contains(s, "plugin")
}

// compilerFlags reports whether the flags are of the usual kind: warnings, levels, macros,
// directories of the project.
func compilerFlags(s string) bool {
	for f := range strings.FieldsSeq(s) {
		switch {
		case strings.HasPrefix(f, "-fplugin"), strings.HasPrefix(f, "-wrapper"), strings.HasPrefix(f, "-specs"),
			strings.HasPrefix(f, "--specs"), strings.HasPrefix(f, "-fuse-ld"), strings.HasPrefix(f, "-B"), strings.HasPrefix(f, "@"),
			strings.HasPrefix(f, "-Xclang"), strings.HasPrefix(f, "-load"):
			return false
		case strings.HasPrefix(f, "-O"), strings.HasPrefix(f, "-W"), strings.HasPrefix(f, "-g"), strings.HasPrefix(f, "-D"),
			strings.HasPrefix(f, "-std="), strings.HasPrefix(f, "-f"), strings.HasPrefix(f, "-m"), strings.HasPrefix(f, "-l"),
			f == "-s", f == "-pipe", f == "-pedantic", f == "-static":
		case strings.HasPrefix(f, "-I"), strings.HasPrefix(f, "-L"):
			if !inProject(f[2:], nil) && !strings.HasPrefix(f[2:], "/usr/") {
				return false
			}
		default:
			return false
		}
	}
	return true
}

// localService reports whether the value switches a proxy off or names this machine.
func localService(s string) bool {
	s = strings.TrimPrefix(strings.TrimPrefix(s, "http://"), "https://")
	switch s {
	case "off", "direct", "https://proxy.golang.org,direct", "proxy.golang.org,direct", "registry.npmjs.org", "registry.npmjs.org/",
		"pypi.org/simple", "pypi.org/simple/":
		return true
	}
	for _, name := range [...]string{"localhost", "127.0.0.1", "[::1]"} {
		if rest, ok := strings.CutPrefix(s, name); ok && (rest == "" || rest[0] == ':' && !strings.Contains(rest, "@") || rest[0] == '/') {
			return true
		}
	}
	return false
}

// pytestOptions reports whether none of pytest's options loads a plug-in or another configuration.
func pytestOptions(s string) bool {
	for o := range strings.FieldsSeq(s) {
		name, _, _ := strings.Cut(o, "=")
		switch {
		case strings.HasPrefix(o, "-p") && !strings.HasPrefix(o, "-pno:"), strings.HasPrefix(o, "-c"), strings.HasPrefix(o, "-o"),
			name == "--rootdir", name == "--confcutdir", name == "--override-ini", name == "--import-mode":
			return false
		}
	}
	return true
}

// systemTree reports whether a directory is one that packages of the system are installed to.
func systemTree(s string) bool {
	if strings.Contains(s, "..") {
		return false
	}
	return strings.HasPrefix(s, "/usr/") || strings.HasPrefix(s, "/opt/") || strings.HasPrefix(s, "/Library/Java/")
}
