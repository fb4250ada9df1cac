package main

import (
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// scripts are the completion scripts, by shell.
var scripts = map[string]func(*cobra.Command, io.Writer) error{
	"bash": func(root *cobra.Command, w io.Writer) error { return root.GenBashCompletionV2(w, true) },
	"zsh":  (*cobra.Command).GenZshCompletion,
	"fish": func(root *cobra.Command, w io.Writer) error { return root.GenFishCompletion(w, true) },

	"powershell": (*cobra.Command).GenPowerShellCompletionWithDesc,
}

// completionCommand prints a completion script for a shell.
func completionCommand(s stdio) *cobra.Command {
	var c *cobra.Command
	c = newCommand("completion SHELL", "print a completion script for bash, zsh, fish or powershell",
		func(operands []string) int {
			write := scripts[strings.Join(operands, " ")]
			if write == nil {
				return s.fail("completion: name the shell: bash, zsh, fish or powershell")
			}
			if err := write(c.Root(), s.out); err != nil {
				return s.fail("completion: %v", err)
			}
			return exitOK
		})
	const bash = "~/.local/share/bash-completion/completions/fencepost"
	c.Example = "  fencepost completion bash > " + bash + "\n" +
		"  fencepost completion zsh > DIR/_fencepost, if DIR is one of $fpath\n" +
		"  fencepost completion fish > ~/.config/fish/completions/fencepost.fish\n" +
		"  fencepost completion powershell | Out-String | Invoke-Expression"
	c.ValidArgsFunction = cobra.FixedCompletions([]string{"bash", "zsh", "fish", "powershell"},
		cobra.ShellCompDirectiveNoFileComp)
	return c
}
