// Written by `fencepost install --agent opencode`; `fencepost uninstall --agent opencode` removes it.
import { spawnSync } from "node:child_process"

const program = PROGRAM
const args = ARGUMENTS

// blocked is the reason for which a call does not run, or undefined. updated is a rewritten input.
function judge(call) {
  const run = spawnSync(program, args, {
    input: JSON.stringify(call), encoding: "utf8", timeout: 5000, killSignal: "SIGKILL",
  })
  if (run.error || run.status !== 0) {
    const why = (run.stderr || "").trim()
    return { blocked: why || "Fencepost: the guard gave no answer; run `fencepost doctor` in a terminal." }
  }
  if (run.stdout.trim() === "") return {}
  const answer = JSON.parse(run.stdout)
  const out = answer.hookSpecificOutput ?? answer
  const decision = out.permissionDecision ?? out.decision ?? "allow"
  if (decision === "allow") return { updated: out.updatedInput }
  return { blocked: out.permissionDecisionReason ?? out.reason ?? "Fencepost: blocked" }
}

export const Fencepost = async ({ directory }) => ({
  "tool.execute.before": async (input, output) => {
    const { blocked, updated } = judge({
      hook_event_name: "tool.execute.before",
      session_id: input.sessionID,
      tool_use_id: input.callID,
      cwd: directory,
      tool_name: input.tool,
      tool_input: output.args,
    })
    if (blocked) throw new Error(blocked)
    if (updated) Object.assign(output.args, updated)
  },
})
