package main

import "github.com/fencepost/fencepost/internal/version"

// runVersion prints the version.
func runVersion(s stdio, args []string) int {
	o := newOptions("version")
	var asJSON bool
	o.boolean("json", &asJSON)
	operands, err := o.parse(s, args)
	if err != nil {
		return status(err)
	}
	if len(operands) > 0 {
		return s.fail("version takes no arguments, and got %q", operands[0])
	}
	this := version.This()
	if asJSON {
		s.json(this)
		return exitOK
	}
	s.printf("%s", this.Text(program))
	return exitOK
}
