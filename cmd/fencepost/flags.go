package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// boolFlag adds a flag that takes no value.
func boolFlag(c *cobra.Command, to *bool, name, text string) {
	c.Flags().VarPF((*present)(to), name, "", text).NoOptDefVal = "true"
}

// present is a flag that is there or not.
type present bool

func (p *present) String() string   { return strconv.FormatBool(bool(*p)) }
func (p *present) Type() string     { return "bool" }
func (p *present) IsBoolFlag() bool { return true }

func (p *present) Set(value string) error {
	if value != "true" {
		return errors.New("it takes no value")
	}
	*p = true
	return nil
}

// textFlag adds a flag with a value, whose name stands in the text in back-quotes.
func textFlag(c *cobra.Command, to *string, name, text string) {
	c.Flags().StringVar(to, name, *to, text)
}

// dirFlag adds a flag whose value is a directory.
func dirFlag(c *cobra.Command, to *string, name, text string) {
	textFlag(c, to, name, text)
	_ = c.MarkFlagDirname(name) // the flag is there
}

// choiceFlag adds a flag for which the values are known.
func choiceFlag(c *cobra.Command, to *string, name, text string, values ...string) {
	textFlag(c, to, name, text)
	_ = c.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(values,
		cobra.ShellCompDirectiveNoFileComp))
}

// jsonFlag, trustedFlag, cwdFlag and toolFlag mean the same wherever they are.
func jsonFlag(c *cobra.Command, to *bool) { boolFlag(c, to, "json", "print JSON") }

func trustedFlag(c *cobra.Command, to *bool) {
	boolFlag(c, to, "trusted", "judge as if you trusted the project's config")
}

func cwdFlag(c *cobra.Command, to *string) {
	dirFlag(c, to, "cwd", "use `DIR` instead of the current directory")
}

func toolFlag(c *cobra.Command, to *string) {
	choiceFlag(c, to, "tool", "the agent calls `TOOL`", "Bash", "Edit", "Glob", "Grep",
		"Monitor", "MultiEdit", "NotebookEdit", "PowerShell", "Read", "WebFetch", "WebSearch", "Write")
}

// flagProblem says what is wrong with a flag of a command, and what to do about it.
func flagProblem(c *cobra.Command, err error) error {
	path := strings.TrimPrefix(c.CommandPath(), program)
	text := strings.TrimSpace(path)
	if text != "" {
		text += ": "
	}
	text += flagText(c, err) + "; `fencepost help" + path + "` shows the usage"
	if strings.Contains(c.Use, " COMMAND") && c.HasParent() {
		text += ", and a command to judge is one word: put it in quotes"
	}
	return errors.New(text)
}

func flagText(c *cobra.Command, err error) string {
	var unknown *pflag.NotExistError
	var empty *pflag.ValueRequiredError
	var invalid *pflag.InvalidValueError
	switch {
	case errors.As(err, &unknown):
		name := "--" + unknown.GetSpecifiedName()
		if letters := unknown.GetSpecifiedShortnames(); letters != "" {
			name = "-" + letters
		}
		text := "there is no flag " + name
		if flags := meant(c, strings.TrimLeft(name, "-")); len(flags) > 0 {
			text += "; did you mean " + strings.Join(flags, " or ") + "?"
		}
		return text
	case errors.As(err, &empty):
		return "the flag --" + empty.GetFlag().Name + " needs a value"
	case errors.As(err, &invalid):
		return fmt.Sprintf("the flag --%s=%s: %v", invalid.GetFlag().Name, invalid.GetValue(),
			invalid.Unwrap())
	}
	return err.Error()
}

// meant are the flags of a command that a person may have meant by one that there is not. Package
// cobra knows how to find commands that are spelled alike, and so it looks for them among such.
func meant(c *cobra.Command, name string) (flags []string) {
	among := &cobra.Command{SuggestionsMinimumDistance: 2}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		among.AddCommand(&cobra.Command{Use: f.Name, Run: func(*cobra.Command, []string) {}})
	})
	for _, name := range among.SuggestionsFor(name) {
		flags = append(flags, "--"+name)
	}
	return flags
}

// longFlags writes -name as --name, which this program has always taken for the same. The only
// flags of one letter, which could stand together behind one dash, are -h and -v.
func longFlags(root *cobra.Command, args []string) []string {
	c, _, err := root.Find(args)
	if err != nil || c.DisableFlagParsing || strings.HasPrefix(args[0], "__") {
		return args
	}
	c.InitDefaultHelpFlag()
	out := append([]string(nil), args...)
	for i := 0; i < len(out) && out[i] != "--"; i++ {
		name, _, attached := strings.Cut(strings.TrimLeft(out[i], "-"), "=")
		f := c.Flags().Lookup(name)
		if f == nil || out[i][0] != '-' {
			continue
		}
		if out[i][1] != '-' {
			out[i] = "-" + out[i]
		}
		if !attached && f.NoOptDefVal == "" {
			i++ // its value
		}
	}
	return out
}
