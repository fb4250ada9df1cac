package main

import (
	"io"

	"github.com/spf13/cobra"
)

// completionCommand prints a completion script for a shell.
func completionCommand(s stdio) *cobra.Command {
	shells := []string{"bash", "zsh", "fish", "powershell"}
	var c *cobra.Command
	c = newCommand("completion SHELL", "print a completion script for bash, zsh, fish or powershell",
		func(operands []string) int {
			if len(operands) == 1 {
				if write := scriptFor(c.Root(), operands[0]); write != nil {
					if err := write(s.out); err != nil {
						return s.fail("completion: %v", err)
					}
					return exitOK
				}
			}
			return s.fail("completion: name the shell: bash, zsh, fish or powershell")
		})
	const bash = "~/.local/share/bash-completion/completions/fencepost"
	c.Example = "  fencepost completion bash > " + bash + "\n" +
		"  fencepost completion zsh > DIR/_fencepost, where DIR is one of $fpath\n" +
		"  fencepost completion fish > ~/.config/fish/completions/fencepost.fish\n" +
		"  fencepost completion powershell | Out-String | Invoke-Expression"
	c.ValidArgsFunction = func(_ *cobra.Command, before []string, _ string) ([]string,
		cobra.ShellCompDirective) {
		if len(before) > 0 {
			return nil, cobra.ShellCompDirectiveNoFileComp
		}
		return shells, cobra.ShellCompDirectiveNoFileComp
	}
	return c
}

// scriptFor writes the script for a shell; nil for one that is not known.
func scriptFor(root *cobra.Command, shell string) func(io.Writer) error {
	switch shell {
	case "bash":
		return func(w io.Writer) error { return root.GenBashCompletionV2(w, true) }
	case "zsh":
		return root.GenZshCompletion
	case "fish":
		return func(w io.Writer) error { return root.GenFishCompletion(w, true) }
	case "powershell":
		return root.GenPowerShellCompletionWithDesc
	}
	return nil
}
