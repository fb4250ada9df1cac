package main

import (
	"errors"
	"flag"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/sandbox/environ"
)

// keptNames is what --env-keep says: that all of the environment stays, or which variables do.
type keptNames struct {
	all   bool
	names []string
}

const envKeepFlag = "env-keep"

// IsBoolFlag says that the flag may stand alone: then all stays.
func (k *keptNames) IsBoolFlag() bool { return true }

func (k *keptNames) String() string { return strings.Join(k.names, ",") }

// Set reads names, with stars for any text; "true" is what the flag alone comes as.
func (k *keptNames) Set(s string) error {
	if s == "true" {
		k.all = true
		return nil
	}
	names := strings.Split(s, ",")
	if i := slices.IndexFunc(names, func(n string) bool { return !isVariable(n) }); i >= 0 {
		return errors.New("write names of variables, with commas between: --env-keep AWS_PROFILE,MY_*")
	}
	k.names = append(k.names, names...)
	return nil
}

// isVariable reports whether a text is the name of a variable, in which stars can stand. One of
// stars alone is none: it would be all of them, which the flag alone says.
func isVariable(s string) bool {
	if s == "" || s[0] >= '0' && s[0] <= '9' || strings.Trim(s, "*") == "" {
		return false
	}
	return strings.Trim(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_*") == ""
}

// parseFlags reads flags up to the command. The names of --env-keep may stand in a word of their own,
// which package flag does not know of a flag that may stand alone: they are names in capitals, and
// another flag or the end of the flags comes behind them, not the arguments of a command.
func (o *options) parseFlags(fs *flag.FlagSet, args []string) error {
	for {
		all := o.envKeep.all
		if err := fs.Parse(args); err != nil {
			return err
		}
		rest := fs.Args()
		at := len(args) - len(rest)
		if len(rest) < 2 || at == 0 || strings.TrimLeft(args[at-1], "-") != envKeepFlag ||
			!strings.HasPrefix(rest[1], "-") || strings.ToUpper(rest[0]) != rest[0] {
			return nil
		}
		all = all || slices.ContainsFunc(args[:at-1], func(a string) bool {
			return strings.TrimLeft(a, "-") == envKeepFlag
		})
		if o.envKeep.Set(rest[0]) != nil {
			return nil
		}
		o.envKeep.all = all
		args = rest[1:]
	}
}

// addVariable reads what --set says. What one of two says for the same name later counts.
func (o *options) addVariable(s string) error {
	name, _, ok := strings.Cut(s, "=")
	if !ok || strings.Contains(name, "*") || !isVariable(name) {
		return errors.New("write a variable and its value: --set NAME=VALUE")
	}
	o.set = append(o.set, s)
	return nil
}

// addClasses reads what --scrub says.
func (o *options) addClasses(s string) error {
	if o.scrub == nil {
		o.scrub = []string{}
	}
	if s == "none" {
		return nil
	}
	for c := range strings.SplitSeq(s, ",") {
		if !slices.Contains(environ.Classes(), c) {
			return errors.New("the classes are " + strings.Join(environ.Classes(), ", ") +
				", with commas between; or write none")
		}
		o.scrub = append(o.scrub, c)
	}
	return nil
}
