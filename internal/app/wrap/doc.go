// Package wrap is what runs in place of the agent's shell: it takes the line that the agent has
// assembled, judges the command in it once more, and runs the whole line in the sandbox.
//
// Claude Code starts the program that CLAUDE_CODE_SHELL_PREFIX names for each command of its model,
// for hooks in shell form and for MCP servers, with what the shell would run as the last argument:
//
//	fencepost-hook --agent-shell[=HOME] LINE
//
// Hooks and servers run as they are. A command that the policy denies is refused, whatever the
// agent has made of the hook's answer. All else runs in the sandbox that its profile asks for, or
// without one where the settings say so. If the sandbox cannot be made, nothing runs.
//
// Three programs have a part in a confined call:
//
//	PreToolUse   judged; would a run in the sandbox settle the ask? Then allowed, with a note
//	the wrapper  shellline, judged again, profile, fencepost-run, shell -c LINE
//	PostToolUse  record of the run, output: what was stopped is told; the same call again asks
//
// Around the command the client puts a line, which package agent/claude/shellline parses. Its
// testdata has the forms of the pinned versions, in bash and zsh. What becomes of a line:
//
//   - It is a call in a known form. The same policy judges its command as in the hook. A deny is
//     refused here, too, with status 126 and the reason. All else runs confined.
//   - It is assembled, in an unknown form. It runs with the project's profile, and what can be seen
//     of it is judged. It never runs without a sandbox.
//   - It is anything else: a hook in shell form or an MCP server. /bin/sh -c runs it as the client
//     would. If it has an environment that only the model's commands get, it counts as an unknown
//     form.
//
// The hook before a call, the wrapper, the hook after the call and "fencepost sandbox" share the
// files of package sandbox/ledger. For agents that start no wrapper package rewrite makes another
// command of theirs.
package wrap
