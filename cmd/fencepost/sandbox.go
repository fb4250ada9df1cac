package main

import "github.com/spf13/cobra"

// sandboxCommand is about commands that run confined. All that widens what they may do is a
// person's: the agent's way to it is closed by the hook.
func sandboxCommand(s stdio) *cobra.Command {
	c := newCommand("sandbox COMMAND", "show and set how commands run confined",
		func(operands []string) int {
			if len(operands) == 0 {
				return runSandboxStatus(s, "", false)
			}
			return s.fail("sandbox: no such command: %q; `fencepost help sandbox` lists the commands",
				operands[0])
		})
	c.AddCommand(sandboxStatusCommand(s), sandboxOnCommand(s), sandboxOffCommand(s),
		sandboxInitCommand(s), sandboxProbeCommand(s), sandboxExplainCommand(s))
	c.AddCommand(sandboxGrantCommand(s), sandboxGrantsCommand(s), sandboxRevokeCommand(s),
		sandboxStopCommand(s), sandboxLearnCommand(s))
	return c
}
