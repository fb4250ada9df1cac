package paths

import (
	"strings"

	"github.com/fencepost/fencepost/internal/rule"
)

// protection is one entry of the table of protected paths: what a write, append, delete, link, move
// or change of mode there is answered with, and why. `dir/**` stands for dir itself, too.
type protection struct {
	glob     string
	decision rule.Decision
	why      string
}

// Reasons that several entries share. Each completes a sentence that a person reads.
const (
	whyFence   = "this would change the fence itself; a person does that"
	whyAgent   = "the agent's own settings decide what it may do and run"
	whyPlugin  = "a plugin brings hooks, commands and servers that the agent runs"
	whyStartup = "every shell that starts runs this file"
	whyGitRuns = "git runs what stands in its hooks and configuration"
	whyGit     = "git's own files decide what git runs, and hold the history"
	whyEditor  = "the editor runs what its settings say"
	whyLogin   = "the SSH directory decides who can log in"
	whyBoot    = "what is written here runs again after this session"
	whyCI      = "what is written here runs in continuous integration, with its credentials"
	whyTool    = "a program reads this file as settings that can run other programs"
)

// protections is the table. The most restrictive entry that matches counts; no rule can grant what
// it denies or asks. What is denied persists and runs unseen; what is asked about is sometimes the
// very task.
var protections = [...]protection{
	// The fence, and the files with which the agent switches hooks on and off.
	{"**/.claude/fencepost.yaml", rule.Deny, whyFence},
	{"**/.claude/fencepost/**", rule.Deny, whyFence},
	{"**/.claude/settings.json", rule.Deny, whyFence},
	{"**/.claude/settings.local.json", rule.Deny, whyFence},
	{"**/.claude/hooks/**", rule.Deny, whyFence},
	{"**/.claude", rule.Deny, whyFence},
	{"/etc/claude-code/**", rule.Deny, whyFence},
	{"/Library/Application Support/ClaudeCode/**", rule.Deny, whyFence},
	{"~/.claude.json", rule.Deny, whyAgent},
	{"**/.claude.json", rule.Ask, whyAgent},
	{belowAgent, rule.Ask, whyAgent},
	{"**/.mcp.json", rule.Ask, whyAgent},
	// Plugins: what they bring runs in the agent, from the folder in which they are written on.
	{"**/.claude-plugin/**", rule.Ask, whyPlugin},
	{"**/hooks/hooks.json", rule.Ask, whyPlugin},
	{"**/.lsp.json", rule.Ask, whyPlugin},
	{"**/bundled-skills/**", rule.Ask, "the agent's own skills are unpacked and run here"},

	// What stands for these files with other agents.
	{"**/.codex/hooks.json", rule.Deny, whyFence},
	{"**/.codex/config.toml", rule.Deny, whyFence},
	{"**/.codex/**", rule.Ask, whyAgent},
	{"/etc/codex/**", rule.Deny, whyFence},
	{"**/.gemini/settings.json", rule.Deny, whyFence},
	{"**/.gemini/hooks/**", rule.Deny, whyFence},
	{"**/.gemini/extensions/**", rule.Ask, whyAgent},
	{"**/.gemini/commands/**", rule.Ask, whyAgent},
	{"**/.gemini/policies/**", rule.Deny, whyAgent},
	{"/etc/gemini-cli/**", rule.Deny, whyFence},
	{"**/.qwen/settings.json", rule.Deny, whyFence},
	{"**/.qwen/hooks/**", rule.Deny, whyFence},
	{"/etc/qwen-code/**", rule.Deny, whyFence},
	{"**/.cursor/hooks.json", rule.Deny, whyFence},
	{"**/.cursor/hooks/**", rule.Deny, whyFence},
	{"**/.cursor/cli.json", rule.Deny, whyAgent},
	{"**/.cursor/cli-config.json", rule.Deny, whyAgent},
	{"**/.cursor/mcp.json", rule.Ask, whyAgent},
	{"/etc/cursor/**", rule.Deny, whyFence},
	{"/Library/Application Support/Cursor/hooks.json", rule.Deny, whyFence},
	{"**/.github/hooks/**", rule.Deny, whyFence},
	{"**/.github/copilot/**", rule.Deny, whyFence},
	{"~/.copilot/hooks/**", rule.Deny, whyFence},
	{"~/.copilot/settings.json", rule.Deny, whyFence},
	{"~/.copilot/config.json", rule.Deny, whyFence},
	{"~/.copilot/mcp-config.json", rule.Ask, whyAgent},
	{"/etc/github-copilot/**", rule.Deny, whyFence},
	{"**/.windsurf/hooks.json", rule.Deny, whyFence},
	{"~/.codeium/windsurf/hooks.json", rule.Deny, whyFence},
	{"~/.codeium/windsurf/mcp_config.json", rule.Ask, whyAgent},
	{"/etc/windsurf/**", rule.Deny, whyFence},
	{"/Library/Application Support/Windsurf/hooks.json", rule.Deny, whyFence},
	{"~/.config/opencode/**", rule.Deny, whyFence},
	{"**/.opencode/plugin/**", rule.Deny, whyFence},
	{"**/.opencode/plugins/**", rule.Deny, whyFence},
	{"**/.opencode/tool/**", rule.Ask, whyAgent},
	{"**/.opencode/tools/**", rule.Ask, whyAgent},
	{"**/.opencode/command/**", rule.Ask, whyAgent},
	{"**/.opencode/commands/**", rule.Ask, whyAgent},
	{"**/opencode.json", rule.Ask, whyAgent},
	{"**/opencode.jsonc", rule.Ask, whyAgent},

	// Shells.
	{"~/.bashrc", rule.Deny, whyStartup},
	{"~/.bash_profile", rule.Deny, whyStartup},
	{"~/.bash_login", rule.Deny, whyStartup},
	{"~/.bash_logout", rule.Deny, whyStartup},
	{"~/.bash_aliases", rule.Deny, whyStartup},
	{"~/.profile", rule.Deny, whyStartup},
	{"~/.zshrc", rule.Deny, whyStartup},
	{"~/.zshenv", rule.Deny, whyStartup},
	{"~/.zprofile", rule.Deny, whyStartup},
	{"~/.zlogin", rule.Deny, whyStartup},
	{"~/.zlogout", rule.Deny, whyStartup},
	{"~/.inputrc", rule.Deny, whyStartup},
	{"~/.config/fish/**", rule.Deny, whyStartup},
	{"/etc/profile", rule.Deny, whyStartup},
	{"/etc/profile.d/**", rule.Deny, whyStartup},
	{"/etc/bash.bashrc", rule.Deny, whyStartup},
	{"/etc/bashrc", rule.Deny, whyStartup},
	{"/etc/zsh/**", rule.Deny, whyStartup},
	{"/etc/zshrc", rule.Deny, whyStartup},
	{"/etc/zshenv", rule.Deny, whyStartup},
	{"/etc/environment", rule.Deny, whyStartup},
	{"**/.bashrc", rule.Ask, whyStartup},
	{"**/.bash_profile", rule.Ask, whyStartup},
	{"**/.bash_login", rule.Ask, whyStartup},
	{"**/.bash_logout", rule.Ask, whyStartup},
	{"**/.bash_aliases", rule.Ask, whyStartup},
	{"**/.profile", rule.Ask, whyStartup},
	{"**/.zshrc", rule.Ask, whyStartup},
	{"**/.zshenv", rule.Ask, whyStartup},
	{"**/.zprofile", rule.Ask, whyStartup},
	{"**/.zlogin", rule.Ask, whyStartup},
	{"**/.zlogout", rule.Ask, whyStartup},
	{"**/.inputrc", rule.Ask, whyStartup},

	// Git.
	{"**/.git/hooks/**", rule.Deny, whyGitRuns},
	{"**/.git/config", rule.Deny, whyGitRuns},
	{"**/.git/config.worktree", rule.Deny, whyGitRuns},
	{"**/.git/info/attributes", rule.Deny, whyGitRuns},
	{"**/.git/modules/**/hooks/**", rule.Deny, whyGitRuns},
	{"**/.git/modules/**/config", rule.Deny, whyGitRuns},
	{"~/.gitconfig", rule.Deny, whyGitRuns},
	{"~/.config/git/**", rule.Deny, whyGitRuns},
	{"/etc/gitconfig", rule.Deny, whyGitRuns},
	{"**/.gitconfig", rule.Ask, whyGitRuns},
	{"**/.gitmodules", rule.Ask, "git fetches from, and runs transports for, the addresses in this file"},
	{"**/.husky/**", rule.Ask, whyGitRuns},
	{"**/.git/**", rule.Ask, whyGit},
	{"**/HEAD", rule.Ask, "a file HEAD beside objects/ and refs/ makes a directory a git repository with settings of its own"},

	// Editors and tools that run what their settings say as soon as a folder is opened or a command is
	// given.
	{"**/.vscode/**", rule.Ask, whyEditor},
	{"**/.idea/**", rule.Ask, whyEditor},
	{"**/.envrc", rule.Ask, "direnv runs this file"},
	{"**/.ripgreprc", rule.Ask, whyTool},
	{"**/.npmrc", rule.Ask, whyTool},
	{"~/.config/pip/**", rule.Ask, whyTool},
	{"~/.cargo/config.toml", rule.Ask, whyTool},
	{"~/.vimrc", rule.Ask, whyTool},
	{"~/.tmux.conf", rule.Ask, whyTool},
	{"~/.config/nvim/**", rule.Ask, whyTool},

	// Logins, and what starts by itself.
	{"**/.ssh/**", rule.Deny, whyLogin},
	{"~/Library/LaunchAgents/**", rule.Deny, whyBoot},
	{"/Library/LaunchAgents/**", rule.Deny, whyBoot},
	{"/Library/LaunchDaemons/**", rule.Deny, whyBoot},
	{"~/.config/autostart/**", rule.Deny, whyBoot},
	{"~/.config/systemd/**", rule.Deny, whyBoot},
	{"~/.local/share/systemd/**", rule.Deny, whyBoot},
	{"/etc/systemd/**", rule.Deny, whyBoot},
	{"/etc/init.d/**", rule.Deny, whyBoot},
	{"/etc/rc.local", rule.Deny, whyBoot},
	{"/etc/cron*/**", rule.Deny, whyBoot},
	{"/etc/crontab", rule.Deny, whyBoot},
	{"/var/spool/cron/**", rule.Deny, whyBoot},
	{"/etc/ld.so.preload", rule.Deny, "every program that starts loads what this file names"},
	{"/etc/ld.so.conf.d/**", rule.Deny, "every program that starts looks for libraries where this says"},
	{"/etc/sudoers", rule.Deny, "the file decides who gets other rights"},
	{"/etc/sudoers.d/**", rule.Deny, "the file decides who gets other rights"},
	{"/etc/pam.d/**", rule.Deny, "the file decides who can log in"},

	// Continuous integration.
	{"**/.github/workflows/**", rule.Ask, whyCI},
	{"**/.github/actions/**", rule.Ask, whyCI},
	{"**/.gitlab-ci.yml", rule.Ask, whyCI},
	{"**/.circleci/**", rule.Ask, whyCI},
	{"**/.buildkite/**", rule.Ask, whyCI},
	{"**/.travis.yml", rule.Ask, whyCI},
	{"**/.drone.yml", rule.Ask, whyCI},
	{"**/Jenkinsfile", rule.Ask, whyCI},
	{"**/azure-pipelines.yml", rule.Ask, whyCI},
	{"**/bitbucket-pipelines.yml", rule.Ask, whyCI},
}

// exempt are directories below .claude in which the agent itself keeps plans, memories and work
// trees. What has a protected name of its own in them, such as the .claude of a work tree, stays
// protected.
var exempt = [...]string{
	"**/.claude/plans", "**/.claude/plans/**", "**/.claude/worktrees/**",
	"~/.claude/projects/*/memory", "~/.claude/projects/*/memory/**",
}

// mayProtect reports whether a folded path could be in the table, so that most paths are done with
// one look: they have no component that begins with a dot, and none of the other names.
func mayProtect(p string) bool {
	if strings.Contains(p, "/.") || strings.HasPrefix(p, "/etc") || strings.HasPrefix(p, "/var/spool/cron") ||
		strings.Contains(p, "/library") || strings.Contains(p, "fencepost") ||
		strings.Contains(p, "bundled-skills") {
		return true
	}
	switch p[strings.LastIndexByte(p, '/')+1:] {
	case "head", "hooks.json", "jenkinsfile", "azure-pipelines.yml", "bitbucket-pipelines.yml",
		"opencode.json", "opencode.jsonc":
		return true
	}
	return false
}
