package main

import (
	"errors"
	"fmt"
	"strings"
)

// options parses the flags and operands of a subcommand: --name, --name=value and --name value,
// with one dash or two. Flags may stand behind operands, up to a --. The package flag has work to
// do when a program starts, and this program starts before every call of the agent.
type options struct {
	name  string // of the subcommand
	flags []option
}

// option is one flag; one of the targets is set.
type option struct {
	name string
	bool *bool
	text *string
	list *[]string
}

func newOptions(name string) *options { return &options{name: name} }

// boolean adds a flag without a value.
func (o *options) boolean(name string, to *bool) {
	o.flags = append(o.flags, option{name: name, bool: to})
}

// text adds a flag with a value.
func (o *options) text(name string, to *string) {
	o.flags = append(o.flags, option{name: name, text: to})
}

// errHelp is returned by parse for a request for help, which has been answered.
var errHelp = errors.New("help was asked for")

// parse sets the flags and returns the operands. An error has been reported, a request for help
// answered.
func (o *options) parse(s stdio, args []string) ([]string, error) {
	var operands []string
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			return append(operands, args...), nil
		case arg == "-h" || arg == "-help" || arg == "--help":
			printUsage(s, o.name)
			return nil, errHelp
		case len(arg) < 2 || arg[0] != '-':
			operands = append(operands, arg)
			continue
		}
		rest, err := o.set(arg, args)
		if err != nil {
			s.fail("%s: %v; `fencepost help %[1]s` shows the usage, and a command to judge is one word: "+
				"put it in quotes", o.name, err)
			return nil, err
		}
		args = rest
	}
	return operands, nil
}

// set sets the flag that arg names and returns what is left of the arguments behind it.
func (o *options) set(arg string, rest []string) ([]string, error) {
	name, value, attached := strings.Cut(strings.TrimPrefix(arg[1:], "-"), "=")
	for _, f := range o.flags {
		switch {
		case f.name != name:
			continue
		case f.bool != nil && attached:
			return nil, fmt.Errorf("the flag --%s takes no value", name)
		case f.bool != nil:
			*f.bool = true
			return rest, nil
		case !attached && len(rest) == 0:
			return nil, fmt.Errorf("the flag --%s needs a value", name)
		case !attached:
			value, rest = rest[0], rest[1:]
		}
		if f.list != nil {
			*f.list = append(*f.list, value)
		} else {
			*f.text = value
		}
		return rest, nil
	}
	return nil, fmt.Errorf("there is no flag %s", arg)
}
