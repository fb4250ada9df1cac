package main

import (
	"flag"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/sandbox/flags"
)

// parseFlags reads flags up to the command. The names of --env-keep may stand in a word of their own,
// which package flag does not know of a flag that may stand alone: they are names in capitals, and
// another flag or the end of the flags comes behind them, not the arguments of a command.
func (o *options) parseFlags(fs *flag.FlagSet, args []string) error {
	for {
		all := o.KeepAll
		if err := fs.Parse(args); err != nil {
			return err
		}
		rest := fs.Args()
		at := len(args) - len(rest)
		if len(rest) < 2 || at == 0 || strings.TrimLeft(args[at-1], "-") != flags.EnvKeep ||
			!strings.HasPrefix(rest[1], "-") || strings.ToUpper(rest[0]) != rest[0] {
			return nil
		}
		all = all || slices.ContainsFunc(args[:at-1], func(a string) bool {
			return strings.TrimLeft(a, "-") == flags.EnvKeep
		})
		if flags.KeepNames(&o.Profile, rest[0]) != nil {
			return nil
		}
		o.KeepAll = all
		args = rest[1:]
	}
}
