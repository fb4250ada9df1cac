package claude

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/fencepost/fencepost/internal/agent"
	"github.com/fencepost/fencepost/internal/fact"
)

var _ agent.Setter = Agent{}

// Variables reads the key env of the two settings files of a project, which the client sets for
// itself and for all that it starts, hooks but for a few and every shell of its model, in `-p` and
// once a person trusts the folder. The client makes text of every value: of 1 and true as they are
// written, of ["a"] the word a, which is why the value of a list counts as not known.
//
// It costs one system call for a file that is not there, and five for one that is.
func (Agent) Variables(dir string) (vars []agent.Variable, err error) {
	for _, name := range [...]string{"settings.json", "settings.local.json"} {
		file := filepath.Join(dir, ".claude", name)
		found, problem := fileVariables(file)
		if problem != nil && err == nil {
			err = problem
		}
		vars = append(vars, found...)
	}
	return vars, err
}

func fileVariables(file string) ([]agent.Variable, error) {
	data, err := readSmall(file)
	if os.IsNotExist(err) || errors.Is(err, syscall.ENOTDIR) {
		return nil, nil
	}
	if err != nil {
		return nil, unread(err)
	}
	if setsNothing(data) {
		return nil, nil
	}
	c, err := parseSettings(data)
	if err != nil {
		return nil, unread(err)
	}
	return variables(file, c.env), nil
}

// unread is an error about a settings file, as the rest of a sentence that names it.
func unread(err error) error {
	if e, ok := err.(settingsError); ok {
		return e
	}
	return settingsError("cannot be read")
}

// variables are those of one file, sorted by their names.
func variables(file string, env map[string]json.RawMessage) []agent.Variable {
	list := make([]agent.Variable, 0, len(env))
	for name, raw := range env {
		list = append(list, agent.Variable{File: file, Name: name, Value: word(raw),
			Raw: string(raw)})
	}
	slices.SortFunc(list, func(a, b agent.Variable) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// word is a value as the client sets it.
func word(raw json.RawMessage) fact.Word {
	switch raw[0] {
	case '"':
		var text string
		if json.Unmarshal(raw, &text) == nil {
			return fact.Lit(text)
		}
	case '[', '{':
	default:
		return fact.Lit(string(raw))
	}
	return fact.Unknown(string(raw))
}

// own lists variables that the client reads itself. A * ends a prefix.
//
// On those of the first line it depends which program runs, whose settings it reads, or whether
// hooks do; one of its own that stands nowhere else may be of that kind. The others say how it
// talks to its model, what it shows and what it counts: most of them the client takes from a folder
// that nobody has trusted as well (2.1.330).
const own = `
- CLAUDE_* FENCEPOST_* SHELL HOME USERPROFILE XDG_*
+ CLAUDE_AUTOCOMPACT_PCT_OVERRIDE CLAUDE_AUTO_BACKGROUND_TASKS CLAUDE_AX_SCREEN_READER
+ CLAUDE_BASH_MAINTAIN_PROJECT_WORKING_DIR
+ CLAUDE_CODE_ACCESSIBILITY CLAUDE_CODE_ADDITIONAL_DIRECTORIES_CLAUDE_MD
+ CLAUDE_CODE_ALWAYS_ENABLE_EFFORT CLAUDE_CODE_API_KEY_HELPER_TTL_MS
+ CLAUDE_CODE_ATTRIBUTION_HEADER CLAUDE_CODE_ATTRIBUTION_PROJECT CLAUDE_CODE_AUTO_COMPACT_WINDOW
+ CLAUDE_CODE_AUTO_CONNECT_IDE
+ CLAUDE_CODE_DISABLE_1M_CONTEXT CLAUDE_CODE_DISABLE_ADAPTIVE_THINKING
+ CLAUDE_CODE_DISABLE_ADVISOR_TOOL CLAUDE_CODE_DISABLE_AGENT_VIEW
+ CLAUDE_CODE_DISABLE_ALTERNATE_SCREEN CLAUDE_CODE_DISABLE_ARTIFACT
+ CLAUDE_CODE_DISABLE_ATTACHMENTS
+ CLAUDE_CODE_DISABLE_AUTO_MEMORY CLAUDE_CODE_DISABLE_BACKGROUND_TASKS
+ CLAUDE_CODE_DISABLE_BUNDLED_SKILLS CLAUDE_CODE_DISABLE_CLAUDE_MDS CLAUDE_CODE_DISABLE_CRON
+ CLAUDE_CODE_DISABLE_EXPERIMENTAL_BETAS CLAUDE_CODE_DISABLE_EXPLORE_PLAN_AGENTS
+ CLAUDE_CODE_DISABLE_FAST_MODE CLAUDE_CODE_DISABLE_FEATURE_FLAGS
+ CLAUDE_CODE_DISABLE_FEEDBACK_SURVEY CLAUDE_CODE_DISABLE_FILE_CHECKPOINTING
+ CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS CLAUDE_CODE_DISABLE_LEGACY_MODEL_REMAP
+ CLAUDE_CODE_DISABLE_MOUSE CLAUDE_CODE_DISABLE_MOUSE_CLICKS
+ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC CLAUDE_CODE_DISABLE_NONSTREAMING_FALLBACK
+ CLAUDE_CODE_DISABLE_OFFICIAL_MARKETPLACE_AUTOINSTALL CLAUDE_CODE_DISABLE_TERMINAL_TITLE
+ CLAUDE_CODE_DISABLE_THINKING CLAUDE_CODE_DISABLE_VIRTUAL_SCROLL CLAUDE_CODE_DISABLE_WEB_FETCH
+ CLAUDE_CODE_DISABLE_WORKFLOWS CLAUDE_CODE_EFFORT_LEVEL CLAUDE_CODE_ENABLE_AWAY_SUMMARY
+ CLAUDE_CODE_ENABLE_FEEDBACK_SURVEY_FOR_OTEL CLAUDE_CODE_ENABLE_FINE_GRAINED_TOOL_STREAMING
+ CLAUDE_CODE_ENABLE_PROMPT_SUGGESTION CLAUDE_CODE_ENABLE_TASKS CLAUDE_CODE_ENABLE_TELEMETRY
+ CLAUDE_CODE_ENABLE_TODO_TOOLS CLAUDE_CODE_ENABLE_TOKEN_USAGE_ATTACHMENT
+ CLAUDE_CODE_ENHANCED_TELEMETRY_BETA CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS
+ CLAUDE_CODE_FILE_READ_MAX_OUTPUT_TOKENS CLAUDE_CODE_FORK_SUBAGENT CLAUDE_CODE_GLOB_HIDDEN
+ CLAUDE_CODE_GLOB_NO_IGNORE CLAUDE_CODE_GLOB_TIMEOUT_SECONDS CLAUDE_CODE_HIDE_CWD
+ CLAUDE_CODE_IDE_SKIP_AUTO_INSTALL CLAUDE_CODE_IDLE_COMPACT_MIN_TOKENS
+ CLAUDE_CODE_MAX_CONCURRENT_SUBAGENTS CLAUDE_CODE_MAX_CONTEXT_TOKENS
+ CLAUDE_CODE_MAX_EFFORT_REMINDER CLAUDE_CODE_MAX_MCP_DESCRIPTION_LENGTH
+ CLAUDE_CODE_MAX_OUTPUT_TOKENS CLAUDE_CODE_MAX_RETRIES CLAUDE_CODE_MAX_TOOL_USE_CONCURRENCY
+ CLAUDE_CODE_MAX_TURNS CLAUDE_CODE_NO_FLICKER CLAUDE_CODE_OTEL_FLUSH_TIMEOUT_MS
+ CLAUDE_CODE_OTEL_HEADERS_HELPER_DEBOUNCE_MS CLAUDE_CODE_OTEL_SHUTDOWN_TIMEOUT_MS
+ CLAUDE_CODE_PLAN_MODE_REQUIRED CLAUDE_CODE_PROMPT_CACHE_TTL CLAUDE_CODE_SCROLL_SPEED
+ CLAUDE_CODE_SKIP_BEDROCK_AUTH CLAUDE_CODE_SKIP_FOUNDRY_AUTH CLAUDE_CODE_SKIP_VERTEX_AUTH
+ CLAUDE_CODE_SUBAGENT_EFFORT CLAUDE_CODE_SUBAGENT_MODEL CLAUDE_CODE_SYNTAX_HIGHLIGHT
+ CLAUDE_CODE_TASK_LIST_ID CLAUDE_CODE_USE_ANTHROPIC_AWS CLAUDE_CODE_USE_BEDROCK
+ CLAUDE_CODE_USE_FOUNDRY CLAUDE_CODE_USE_POWERSHELL_TOOL CLAUDE_CODE_USE_VERTEX
+ ANTHROPIC_BEDROCK_* ANTHROPIC_BETAS ANTHROPIC_CUSTOM_MODEL_OPTION* ANTHROPIC_DEFAULT_*
+ ANTHROPIC_MODEL ANTHROPIC_SMALL_FAST_MODEL* ANTHROPIC_VERTEX_PROJECT_ID VERTEX_REGION_*
+ BASH_DEFAULT_TIMEOUT_MS BASH_MAX_OUTPUT_LENGTH BASH_MAX_TIMEOUT_MS API_TIMEOUT_MS
+ MAX_MCP_OUTPUT_TOKENS MAX_STRUCTURED_OUTPUT_RETRIES MAX_THINKING_TOKENS MCP_CONNECT_TIMEOUT_MS
+ MCP_CONNECTION_NONBLOCKING MCP_SERVER_CONNECTION_BATCH_SIZE MCP_TIMEOUT MCP_TOOL_TIMEOUT
+ DISABLE_AUTOUPDATER DISABLE_AUTO_COMPACT DISABLE_BUG_COMMAND DISABLE_COMPACT
+ DISABLE_COST_WARNINGS DISABLE_ERROR_REPORTING DISABLE_FEEDBACK_COMMAND DISABLE_GROWTHBOOK
+ DISABLE_INSTALLATION_CHECKS DISABLE_INTERLEAVED_THINKING DISABLE_NON_ESSENTIAL_MODEL_CALLS
+ DISABLE_PROMPT_CACHING* DISABLE_TELEMETRY DISABLE_UPDATES DO_NOT_TRACK
+ ENABLE_PROMPT_CACHING_* ENABLE_TOOL_SEARCH SLASH_COMMAND_TOOL_CHAR_BUDGET USE_BUILTIN_RIPGREP
+ OTEL_EXPORTER_* OTEL_LOGS_* OTEL_LOG_* OTEL_METRICS_* OTEL_METRIC_* OTEL_TRACES_*
+ OTEL_RESOURCE_* OTEL_SERVICE_NAME NODE_ENV
`

// Harmless looks a variable up in the list of those that the client reads itself. An exact name
// counts before a prefix.
func (Agent) Harmless(name string) (harmless, known bool) {
	for line := range strings.Lines(own) {
		for word := range strings.FieldsSeq(line) {
			prefix, isPrefix := strings.CutSuffix(word, "*")
			switch {
			case word == "+", word == "-":
			case word == name:
				return line[0] == '+', true
			case isPrefix && strings.HasPrefix(name, prefix):
				harmless, known = line[0] == '+', true
			}
		}
	}
	return harmless, known
}
