package main

import (
	"bytes"
	"errors"
	"os"

	"github.com/fencepost/fencepost/internal/agent/hookfile"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
	"github.com/fencepost/fencepost/internal/rule"
)

// fewerConfig is the person's config where there is none yet.
const fewerConfig = `# What coding agents may do. ` + "`fencepost verify`" + ` finds mistakes here.
import: [recommended]

# explicit: what fencepost allows runs without the agent's own prompt.
# silent: the agent prompts as it does without fencepost.
output: {allow: explicit}
`

// fewerPrompts makes the person's config print an allow, so that the agent does not prompt.
func fewerPrompts(s stdio, t *target) int {
	file, err := ownConfig(t.home)
	if err != nil {
		return s.fail("install: %v", err)
	}
	old, err := os.ReadFile(file)
	text := []byte(fewerConfig)
	switch {
	case err == nil:
		if text, err = explicitAllow(file, old); err != nil {
			return s.fail("install: %s: %v; write `output: {allow: explicit}` there yourself, "+
				"nothing was changed", file, err)
		}
	case !errors.Is(err, os.ErrNotExist):
		return s.fail("install: %s: %s", file, cause(err))
	}
	if bytes.Equal(text, old) {
		s.printf("%s: nothing to change\n", file)
		return exitOK
	}
	f, err := hookfile.ReadText(file)
	if err != nil {
		return s.fail("install: %v", err)
	}
	f.NewMode(0o644)
	backup, err := f.Write(text)
	if err != nil {
		return s.fail("install: %s: %s", file, cause(err))
	}
	s.printf("wrote %s: what fencepost allows runs without the agent's own prompt\n", file)
	if backup != "" {
		s.printf("the file as it was: %s\n", backup)
	}
	s.printf("to undo: set `output: {allow: silent}` there\n")
	return exitOK
}

// explicitAllow sets output.allow to explicit in a config and leaves every other byte as it is.
func explicitAllow(file string, old []byte) ([]byte, error) {
	doc, problems, _ := parse.Parse(file, old, policy.Config)
	if len(problems) > 0 {
		return nil, errors.New("the file has mistakes (`fencepost verify`)")
	}
	if doc.Settings().OutputAllow == rule.OutputExplicit {
		return old, nil
	}
	text, err := withKey(old, "output", "allow", "explicit")
	if err != nil {
		return nil, err
	}
	now, problems, _ := parse.Parse(file, text, policy.Config)
	if len(problems) > 0 || now.Settings().OutputAllow != rule.OutputExplicit {
		return nil, errors.New("the file is written in a way that cannot be edited safely")
	}
	return text, nil
}
