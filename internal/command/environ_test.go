package command_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/command"
	"github.com/fencepost/fencepost/internal/fact"
)

func TestEnviron(t *testing.T) {
	lit := fact.Lit
	old := func(text, suffix, from string) fact.Word {
		o := fact.Origin{Kind: fact.VariableOrigin, Name: from[1:]}
		if from == "$(mktemp)" {
			o = fact.Origin{Kind: fact.TempOrigin}
		}
		return fact.Word{Kind: fact.Partial, Text: text, Suffix: suffix, Origin: o}
	}
	rows := []struct {
		name    string
		value   fact.Word
		program string
		hazard  bool
	}{
		{"CI", lit("1"), "npm", false},
		{"FOO", fact.Unknown("$X"), "ls", false},
		{"LD_PRELOAD", lit("./x.so"), "ls", true},
		{"LD_LIBRARY_PATH", lit(""), "ls", false},
		{"DYLD_INSERT_LIBRARIES", lit("x"), "ls", true},
		{"PATH", lit("/usr/bin:/bin"), "ls", false},
		{"PATH", lit("/tmp/evil:/usr/bin"), "ls", true},
		{"PATH", lit("node_modules/.bin:/usr/bin"), "ls", true},
		{"PATH", old("", ":/usr/local/bin", "$PATH"), "", false},
		{"PATH", old("/tmp/evil:", "", "$PATH"), "", true},
		{"PATH", fact.Unknown("$X"), "ls", true},
		{"PATH", old(":", "", "$PATH"), "", true}, // an empty element is the current directory
		{"PATH", old("", ":", "$PATH"), "", true},
		{"PATH", old("/usr/bin::", "", "$PATH"), "", true},
		{"PATH", old("/usr/bin:", "", "$PATH"), "", false},
		{"PYTHONPATH", old("src:", "", "$PYTHONPATH"), "", false},
		{"BASH_ENV", lit("x"), "bash", true},
		{"ENV", lit(""), "sh", false},
		{"PROMPT_COMMAND", lit("rm x"), "bash", true},
		{"PS4", lit("$(rm x)"), "bash", true},
		{"PS4", lit("+ "), "bash", false},
		{"IFS", lit(","), "read", false},
		{"IFS", lit(","), "", true},
		{"IFS", lit(" \t\n"), "", false},
		{"GIT_SSH_COMMAND", lit("sh -c x"), "git", true},
		{"GIT_SSH_COMMAND", lit("ssh"), "git", false},
		{"GIT_PAGER", lit("cat"), "git", false},
		{"PAGER", lit(""), "git", false},
		{"PAGER", lit("less -R"), "git", false},
		{"PAGER", lit("sh"), "git", true},
		{"MANPAGER", lit("python3"), "man", true},
		{"X_PAGER", lit("bash"), "x", true},
		{"X_SHELL", lit("bash"), "x", false},
		{"X_SHELL", lit("./sh"), "x", true},
		{"GIT_EDITOR", lit("true"), "git", false},
		{"GIT_EDITOR", lit(":"), "git", false},
		{"EDITOR", lit("rm -rf"), "git", true},
		{"BROWSER", lit("./x"), "gh", true},
		{"GIT_CONFIG_COUNT", lit("1"), "git", true},
		{"GIT_CONFIG_GLOBAL", lit("/dev/null"), "git", false},
		{"GIT_CONFIG_NOSYSTEM", lit("1"), "git", false},
		{"GIT_EXEC_PATH", lit("x"), "git", true},
		{"GIT_DIR", lit("/other/.git"), "git", true},
		{"GIT_DIR", lit("sub/.git"), "git", false},
		{"LESSOPEN", lit("|sh %s"), "less", true},
		{"NODE_OPTIONS", lit("--max-old-space-size=4096"), "node", false},
		{"NODE_OPTIONS", lit("--require ./x"), "node", true},
		{"NODE_PATH", lit("lib"), "node", false},
		{"PYTHONPATH", lit("src"), "pytest", false},
		{"PYTHONPATH", lit("src:../x"), "pytest", true},
		{"PYTHONPATH", lit("/tmp/x"), "pytest", true},
		{"PYTHONPATH", old("src:", "", "$PYTHONPATH"), "pytest", false},
		{"PYTHONSTARTUP", lit("x.py"), "python", true},
		{"PYTHONDONTWRITEBYTECODE", lit("1"), "python", false},
		{"PERL5OPT", lit("-Mevil"), "perl", true},
		{"PERL5OPT", lit("-w"), "perl", false},
		{"RUBYOPT", lit("-rx"), "ruby", true},
		{"JAVA_TOOL_OPTIONS", lit("-javaagent:x.jar"), "java", true},
		{"JAVA_TOOL_OPTIONS", lit("-Xmx2g"), "java", false},
		{"MAVEN_OPTS", lit("-Xmx2g"), "mvn", false},
		{"MAVEN_OPTS", lit("-Xmx2g -XX:+UseG1GC -Dfile.encoding=UTF-8 -Dspring.profiles.active=test"), "mvn", false},
		{"MAVEN_OPTS", lit("-Xms256m -XX:MaxMetaspaceSize=512m -XX:MaxRAMPercentage=75.0 -ea"), "mvn", false},
		{"GRADLE_OPTS", lit("-Dorg.gradle.daemon=false --add-opens=java.base/java.lang=ALL-UNNAMED"), "gradle", false},
		{"MAVEN_OPTS", lit("-Xlog:gc:file=/etc/x"), "mvn", true},
		{"MAVEN_OPTS", lit("-Xloggc:/etc/x"), "mvn", true},
		{"MAVEN_OPTS", lit("-XX:OnError=x"), "mvn", true},
		{"MAVEN_OPTS", lit("-XX:HeapDumpPath=/etc/x"), "mvn", true},
		{"MAVEN_OPTS", lit("-XX:Flags=.x"), "mvn", true},
		{"MAVEN_OPTS", lit("-Dmaven.ext.class.path=x.jar"), "mvn", true},
		{"MAVEN_OPTS", lit("-agentpath:x"), "mvn", true},
		{"SBT_OPTS", lit("@x"), "sbt", true},
		{"MAKEFLAGS", lit("-j4"), "make", false},
		{"MAKEFLAGS", lit("--eval=x"), "make", true},
		{"RIPGREP_CONFIG_PATH", lit("/x"), "rg", true},
		{"TAR_OPTIONS", lit("--to-command=sh"), "tar", true},
		{"LESS", lit("-FRX"), "git", false},
		{"LESS", lit("-ox"), "git", true},
		{"GOFLAGS", lit("-mod=mod"), "go", false},
		{"GOFLAGS", lit("-toolexec=./x"), "go", true},
		{"ZDOTDIR", lit("x"), "zsh", true},
		{"HOME", lit("/tmp/x"), "git", true},
		{"SHELL", lit("/bin/x"), "vi", true},
		{"TMPDIR", lit("/tmp/x"), "make", false},
		{"TMPDIR", lit("/tmp/../etc"), "make", true},
		{"KUBECONFIG", lit("/x"), "kubectl", true},
		{"BASH_FUNC_ls%%", lit("() { rm x; }"), "bash", true},
		{"CC", lit("gcc"), "make", false},
		{"CC", lit("./x"), "make", true},
		{"NODE_ENV", lit("test"), "npm", false},
		{"TERM", lit("dumb"), "git", false},

		// A value that is harmless and one that is not, for every kind of variable.
		{"DYLD_LIBRARY_PATH", lit("/x"), "ls", true},
		{"GIT_TRACE", lit("1"), "git", false},
		{"GIT_TRACE", lit("/etc/x"), "git", true},
		{"GIT_TRACE2_EVENT", lit("/etc/x"), "git", true},
		{"CLASSPATH", lit("lib/a.jar"), "java", false},
		{"CLASSPATH", lit("/tmp/x.jar"), "java", true},
		{"RUBYLIB", lit("lib"), "ruby", false},
		{"RUBYLIB", lit("../x"), "ruby", true},
		{"RUSTFLAGS", lit("-D warnings"), "cargo", false},
		{"RUSTFLAGS", lit("-C linker=./x"), "cargo", true},
		{"CFLAGS", lit("-O2 -Wall -Iinclude -DX=1"), "make", false},
		{"CFLAGS", lit("-fplugin=./x.so"), "make", true},
		{"LDFLAGS", lit("-L/tmp/x"), "make", true},
		{"CC", lit("gcc-13"), "make", false},
		{"PYTEST_ADDOPTS", lit("-q --tb=short"), "pytest", false},
		{"PYTEST_ADDOPTS", lit("-p evil"), "pytest", true},
		{"PYTEST_PLUGINS", lit("evil"), "pytest", true},
		{"JAVA_HOME", lit("/usr/lib/jvm/java-21"), "mvn", false},
		{"JAVA_HOME", lit("./jdk"), "mvn", true},
		{"HTTPS_PROXY", lit("http://evil.example:8080"), "curl", true},
		{"HTTPS_PROXY", lit("http://localhost:8080"), "curl", false},
		{"HTTPS_PROXY", lit(""), "curl", false},
		{"GOPROXY", lit("off"), "go", false},
		{"PIP_INDEX_URL", lit("http://evil.example/simple"), "pip", true},
		{"NODE_TLS_REJECT_UNAUTHORIZED", lit("0"), "node", true},
		{"LUA_INIT", lit("@x.lua"), "lua", true},
		{"VIMINIT", lit("!x"), "vim", true},
		{"AWS_CONFIG_FILE", lit("/tmp/x"), "aws", true},
		{"PSQLRC", lit("../x"), "psql", true},
		{"HELM_PLUGINS", lit("/tmp/x"), "helm", true},
		{"DOTNET_STARTUP_HOOKS", lit("/x.dll"), "dotnet", true},
		{"TMP", old("", "", "$(mktemp)"), "", false},
		{"TMP", old("", "", "$(cat f)"), "", true},
		{"XYZ_PAGER", lit("cat"), "xyz", false},
		{"XYZ_PAGER", lit("rm -rf /"), "xyz", true},
		{"XYZ_CONFIG_FILE", lit("conf/x.yml"), "xyz", false},
		{"XYZ_CONFIG_FILE", lit("/tmp/x.yml"), "xyz", true},
		{"API_URL", lit("http://localhost:3000"), "npm", false},
	}
	for _, r := range rows {
		s, why := command.Environ(command.Assignment{Name: r.name, Value: &r.value, Program: r.program})
		got := s == command.Suspect
		if got != r.hazard || got == (why == "") {
			t.Errorf("%s=%s %s: hazard %v (%q), want %v", r.name, r.value.Show(), r.program, got, why, r.hazard)
		}
	}
}

// TestEnvironData tells assignments that carry data from those that could name code: the latter
// void allowing rules.
func TestEnvironData(t *testing.T) {
	inside := func(p string) bool { return p == "/p" || strings.HasPrefix(p, "/p/") }
	rows := []struct {
		name  string
		value fact.Word
		want  command.Judgement
	}{
		{"FOO", fact.Lit("1"), command.Fits},
		{"FOO", fact.Lit("a b"), command.Fits},
		{"FOO", fact.Lit("-1.5"), command.Fits},
		{"FOO", fact.Lit(""), command.Fits},
		{"FOO", fact.Lit("./evil"), command.Unjudged},
		{"FOO", fact.Lit("../evil/x.so"), command.Unjudged},
		{"FOO", fact.Lit("/tmp/evil"), command.Unjudged},
		{"FOO", fact.Lit("rm -rf x"), command.Unjudged},
		{"FOO", fact.Lit("--require=x"), command.Unjudged},
		{"FOO", fact.Lit("$(rm x)"), command.Unjudged},
		{"FOO", fact.Lit("x;y"), command.Unjudged},
		{"FOO", fact.Lit("http://localhost:3000/api"), command.Fits},
		{"FOO", fact.Lit("http://host.example/x"), command.Unjudged},
		{"FOO", fact.Unknown("$X"), command.Unjudged},
		{"NODE_ENV", fact.Lit("test"), command.Fits},
		{"DATABASE_URL", fact.Lit("postgres://u:p@db.example/x?sslmode=off"), command.Fits},
		{"GIT_SHA", fact.Unknown("$(git rev-parse HEAD)"), command.Fits},
		{"VERSION", fact.Unknown("$(git describe)"), command.Fits},
		{"LC_ALL", fact.Lit("C.UTF-8"), command.Fits},
		{"RUST_LOG", fact.Lit("a::b=debug,hyper=info"), command.Fits},
		{"TZ", fact.Lit("Europe/Vienna"), command.Fits},
		{"GIT_AUTHOR_DATE", fact.Lit("2024-01-01T00:00:00"), command.Fits},
		{"PLAYWRIGHT_DOWNLOAD_HOST", fact.Lit("http://evil.example"), command.Suspect},
		{"PUPPETEER_SKIP_DOWNLOAD", fact.Lit("true"), command.Fits},
		{"npm_config_registry", fact.Lit("http://evil.example"), command.Suspect},
		{"NPM_CONFIG_SCRIPT_SHELL", fact.Lit("./x"), command.Suspect},
		{"YARN_YARN_PATH", fact.Lit("../evil.js"), command.Unjudged},
		{"OUT_DIR", fact.Lit("build/out"), command.Fits},
		{"OUT_DIR", fact.Lit("/p/out"), command.Fits},
		{"OUT_DIR", fact.Lit("/srv/out"), command.Unjudged},
		{"GOCACHE", fact.Lit("/tmp/go-cache"), command.Fits},
		{"PYTHONPATH", fact.Lit("/p/src:/p"), command.Fits},
		{"PYTHONPATH", fact.Lit("/q/src"), command.Suspect},
		{"PYTHONWARNINGS", fact.Lit("error::DeprecationWarning"), command.Fits},
		{"PYTHONWARNINGS", fact.Lit("all:0:antigravity.x:0:0"), command.Suspect},
		{"GOTOOLCHAIN", fact.Lit("go1.24.1"), command.Fits},
		{"GOTOOLCHAIN", fact.Lit("local"), command.Fits},
		{"GOTOOLCHAIN", fact.Lit("evil"), command.Suspect},
		{"TF_CLI_ARGS_apply", fact.Lit("-auto-approve"), command.Suspect},
		{"TF_VAR_region", fact.Lit("eu/west"), command.Fits},
	}
	for _, r := range rows {
		if got, _ := command.Environ(command.Assignment{Name: r.name, Value: &r.value, Inside: inside}); got != r.want {
			t.Errorf("%s=%s: got %d, want %d", r.name, r.value.Show(), got, r.want)
		}
	}
}
