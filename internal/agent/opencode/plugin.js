// fencepost for OpenCode: asks the gate before each tool call, and stops what it does not allow.
// Written by `fencepost install --agent opencode`; changes are lost when that is run again.
//
// Whatever goes wrong on the way to an answer stops the call: a program that is gone, one that
// fails or hangs, an answer that cannot be read.
import { spawnSync } from "node:child_process"

const command = ["fencepost-hook", "opencode"]
const patience = 10_000 // milliseconds

function gate(event) {
  const run = spawnSync(command[0], command.slice(1), {
    input: JSON.stringify(event),
    encoding: "utf8",
    timeout: patience,
    killSignal: "SIGKILL",
    maxBuffer: 64 * 1024 * 1024,
  })
  if (run.error) throw new Error(`fencepost could not be asked: ${run.error.message}`)
  if (run.status !== 0) {
    const said = (run.stderr ?? "").slice(0, 2000)
    throw new Error(`fencepost failed (${run.signal ?? run.status}): ${said}`)
  }
  const answer = JSON.parse(run.stdout)
  if (answer === null || typeof answer !== "object") throw new Error("fencepost gave no answer")
  return answer
}

function replace(args, by) {
  for (const name of Object.keys(args)) delete args[name]
  Object.assign(args, by)
}

export const Fencepost = async ({ directory }) => {
  const about = (event, input, args) => ({
    hook_event_name: event,
    session_id: input.sessionID,
    tool_use_id: input.callID,
    cwd: directory,
    tool_name: input.tool,
    tool_input: args ?? {},
  })
  return {
    "tool.execute.before": async (input, output) => {
      const answer = gate(about("tool.execute.before", input, output.args))
      if (answer.decision !== "allow") {
        throw new Error(answer.reason || "fencepost did not allow this call")
      }
      if (answer.args) replace(output.args, answer.args)
    },
    "tool.execute.after": async (input) => {
      try {
        gate(about("tool.execute.after", input, input.args))
      } catch {
        // The call has run: what is missing is a line of the log.
      }
    },
    "experimental.chat.system.transform": async (_input, output) => {
      try {
        output.system.push(...gate({ hook_event_name: "session.start", cwd: directory }).lines)
      } catch {
        // Without the guidance the gate works all the same.
      }
    },
  }
}
