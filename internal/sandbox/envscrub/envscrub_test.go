package envscrub

import (
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/gen/scrub"
)

// example is a name that a pattern is for.
func example(pattern string) string { return strings.ReplaceAll(pattern, "*", "_X_") }

// TestEveryNameIsDropped: each name of the table stays outside, in letters of either case, and is
// seen neither in the environment nor by a child (E01).
func TestEveryNameIsDropped(t *testing.T) {
	var env []string
	for i, v := range scrub.Variables() {
		for _, name := range []string{example(v.Name), strings.ToLower(example(v.Name))} {
			env = append(env, fmt.Sprintf("%s=s3cret%d", name, i))
		}
	}
	r := Rules{Classes: Classes()}
	kept, dropped := r.Apply(append(env, "PATH=/usr/bin:/bin"))
	if len(dropped) != len(env) {
		t.Errorf("%d of %d are dropped; kept: %q", len(dropped), len(env), kept)
	}
	for _, d := range dropped {
		if d.Class == "" || d.Why == "" {
			t.Errorf("%+v", d)
		}
	}
	c := exec.Command("sh", "-c", "env; cat /proc/self/environ; sh -c 'env; cat /proc/self/environ'")
	c.Env = kept
	out, err := c.CombinedOutput()
	if err != nil {
		t.Skip(err)
	}
	if strings.Contains(string(out), "s3cret") {
		t.Errorf("%s", out)
	}
}

// TestKnownNames: names that peers and the design list, whatever the table says.
func TestKnownNames(t *testing.T) {
	for class, names := range map[string]string{
		Agent: `ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN CLAUDE_CODE_OAUTH_TOKEN OPENAI_API_KEY GEMINI_API_KEY
			OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_METRICS_HEADERS AWS_BEARER_TOKEN_BEDROCK
			ANTHROPIC_FOUNDRY_API_KEY ANTHROPIC_CUSTOM_HEADERS AZURE_OPENAI_API_KEY ANTHROPIC_OAUTH_TOKEN`,
		CI: `ACTIONS_ID_TOKEN_REQUEST_TOKEN ACTIONS_ID_TOKEN_REQUEST_URL ACTIONS_RUNTIME_TOKEN
			ACTIONS_RUNTIME_URL GITHUB_TOKEN GH_TOKEN INPUT_ANTHROPIC_API_KEY INPUT_TOKEN ALL_INPUTS
			OVERRIDE_GITHUB_TOKEN DEFAULT_WORKFLOW_TOKEN SSH_SIGNING_KEY CI_JOB_TOKEN CI_REGISTRY_PASSWORD
			CI_DEPLOY_PASSWORD`,
		Cloud: `AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN GOOGLE_APPLICATION_CREDENTIALS AZURE_CLIENT_SECRET
			AZURE_CLIENT_CERTIFICATE_PATH DIGITALOCEAN_ACCESS_TOKEN NPM_TOKEN PYPI_TOKEN PYPI_API_TOKEN
			npm_config__authToken NODE_AUTH_TOKEN TWINE_PASSWORD CARGO_REGISTRY_TOKEN
			CARGO_REGISTRIES_MINE_TOKEN TF_TOKEN_app_example VAULT_TOKEN BUNDLE_RUBYGEMS__PKG__TEST`,
		Session: `DBUS_SESSION_BUS_ADDRESS SSH_AUTH_SOCK GPG_AGENT_INFO WAYLAND_DISPLAY DISPLAY
			XDG_RUNTIME_DIR TMUX STY VSCODE_IPC_HOOK_CLI WSL_INTEROP`,
		Named: `DATABASE_URL STRIPE_SECRET_KEY SLACK_BOT_TOKEN DB_PASSWORD PGPASSWORD JWT_SECRET
			RAILS_MASTER_KEY DATABRICKS_TOKEN TAVILY_API_KEY PINECONE_API_KEY SENTRY_DSN`,
	} {
		for name := range strings.FieldsSeq(names) {
			r := Rules{Classes: Classes()}
			d := r.drops(name)
			if d == nil || d.Class != class && !(class == CI && d.Class == Agent) {
				t.Errorf("%s, of the class %s: %+v", name, class, d)
			}
		}
	}
}

// TestNeverDropped: what decides how programs run stays, with its value (E02), and so does what is
// nobody's secret.
func TestNeverDropped(t *testing.T) {
	names := append(strings.Fields(`LD_PRELOAD LD_LIBRARY_PATH DYLD_INSERT_LIBRARIES CI GITHUB_ACTIONS
		GITHUB_SHA GITHUB_REPOSITORY AWS_REGION AWS_DEFAULT_REGION AWS_PROFILE GOOGLE_CLOUD_PROJECT
		NODE_ENV EDITOR VIRTUAL_ENV CARGO_HOME GOCACHE npm_config_registry
		ANTHROPIC_MODEL ANTHROPIC_BASE_URL CLAUDECODE CLAUDE_CODE_ENTRYPOINT OTEL_SERVICE_NAME
		KUBECONFIG DOCKER_HOST XDG_CONFIG_HOME XDG_DATA_HOME PIP_INDEX_URL BUNDLE_PATH COLORTERM
		MAVEN_OPTS GRADLE_OPTS CMAKE_PREFIX_PATH HTTP_HOST KEYBOARD TOKENIZERS_PARALLELISM`),
		scrub.Never()...)
	var env []string
	for _, name := range names {
		env = append(env, example(name)+"= a value = \n")
	}
	r := Rules{Classes: Classes()}
	kept, dropped := r.Apply(env)
	if !slices.Equal(kept, env) {
		t.Errorf("dropped: %+v", dropped)
	}
	// what an application needs that is being written
	r = Rules{Classes: Default(false)}
	if kept, dropped = r.Apply([]string{"DATABASE_URL=x", "PGPASSWORD=x", "JWT_SECRET=x"}); len(kept) != 3 {
		t.Errorf("dropped: %+v", dropped)
	}
}

// TestProgramKeepsWhatItsSpecNames: a program has what its spec names, and another one has not (E01).
func TestProgramKeepsWhatItsSpecNames(t *testing.T) {
	for _, r := range []struct {
		command       string
		keeps, others string
	}{
		{"aws s3 ls", "AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN", "GH_TOKEN AWS_BEARER_TOKEN_BEDROCK"},
		{"gh pr list", "GH_TOKEN GITHUB_TOKEN", "AWS_SECRET_ACCESS_KEY NPM_TOKEN"},
		{"az login", "AZURE_CLIENT_SECRET", "AZURE_OPENAI_API_KEY ARM_CLIENT_SECRET"},
		{"gcloud auth list", "GOOGLE_APPLICATION_CREDENTIALS", "GOOGLE_API_KEY"},
		{"tofu plan", "AWS_SECRET_ACCESS_KEY ARM_CLIENT_SECRET TF_TOKEN_x", "NPM_TOKEN OPENAI_API_KEY"},
		{"npm publish", "NPM_TOKEN NODE_AUTH_TOKEN", "GH_TOKEN"},
		{"npm test", "", "NPM_TOKEN NODE_AUTH_TOKEN"},
		{"npm ci", "", "NPM_TOKEN NODE_AUTH_TOKEN"},
		{"yarn npm publish", "YARN_NPM_AUTH_TOKEN", "NPM_TOKEN"},
		{"flyctl deploy", "FLY_API_TOKEN", "HEROKU_API_KEY"},
		{"heroku ps", "HEROKU_API_KEY", "FLY_API_TOKEN"},
		{"glab mr list", "GITLAB_TOKEN", "GITHUB_TOKEN"},
		{"cat x", "", "GITHUB_TOKEN"},
		{"git push", "", "GITHUB_TOKEN"},
	} {
		rules := Rules{Classes: Classes(), Keep: Keeps(strings.Fields(r.command)...)}
		for name := range strings.FieldsSeq(r.keeps) {
			if d := rules.drops(name); d != nil {
				t.Errorf("%s does not keep %s: %+v", r.command, name, d)
			}
		}
		for name := range strings.FieldsSeq(r.others) {
			if rules.drops(name) == nil {
				t.Errorf("%s keeps %s", r.command, name)
			}
		}
	}
	// and each of the table
	for _, command := range scrub.Commands() {
		names := Keeps(strings.Fields(command)...)
		rules := Rules{Classes: Classes(), Keep: names}
		for _, name := range names {
			if rules.drops(example(name)) != nil {
				t.Errorf("%s does not keep %s", command, name)
			}
		}
	}
}

func TestApply(t *testing.T) {
	env := []string{"PATH=/bin", "SSH_AUTH_SOCK=/s", "GITHUB_TOKEN=x", "OPENAI_API_KEY=x", "TMPDIR=/a",
		"https_proxy=http://me:pw@p", "DISPLAY=:0", "MY=1", "GITHUB_TOKEN=y", "odd", "BASH_FUNC_f%%=() {  :;}"}
	for _, r := range []struct {
		rules Rules
		want  string
	}{
		{Rules{}, "PATH SSH_AUTH_SOCK GITHUB_TOKEN OPENAI_API_KEY TMPDIR https_proxy DISPLAY MY " +
			"GITHUB_TOKEN odd BASH_FUNC_f%%"},
		{Rules{Classes: Default(true)}, "PATH GITHUB_TOKEN TMPDIR https_proxy MY GITHUB_TOKEN odd BASH_FUNC_f%%"},
		{Rules{Classes: Default(false), Sockets: []string{"ssh-agent"}},
			"PATH SSH_AUTH_SOCK TMPDIR https_proxy MY odd BASH_FUNC_f%%"},
		{Rules{Classes: Default(false), Keep: []string{"github_*", "OPENAI_API_KEY"}},
			"PATH GITHUB_TOKEN OPENAI_API_KEY TMPDIR https_proxy MY GITHUB_TOKEN odd BASH_FUNC_f%%"},
		{Rules{Unset: []string{"https_proxy", "MY"}, Keep: []string{"*"}, Set: []string{"TMPDIR=/b"}},
			"PATH SSH_AUTH_SOCK GITHUB_TOKEN OPENAI_API_KEY DISPLAY GITHUB_TOKEN odd BASH_FUNC_f%% TMPDIR"},
	} {
		kept, _ := r.rules.Apply(env)
		var names []string
		for _, v := range kept {
			name, _, _ := strings.Cut(v, "=")
			names = append(names, name)
		}
		if got := strings.Join(names, " "); got != r.want {
			t.Errorf("%+v:\n%s\nwant\n%s", r.rules, got, r.want)
		}
		if len(r.rules.Set) > 0 && kept[len(kept)-1] != "TMPDIR=/b" {
			t.Errorf("%q", kept)
		}
	}
}
