package main

import (
	"os"
	"path"
	"slices"

	"github.com/spf13/cobra"

	"github.com/fencepost/fencepost/gen"
	"github.com/fencepost/fencepost/gen/commands"
	"github.com/fencepost/fencepost/internal/lang"
	"github.com/fencepost/fencepost/internal/policy"
	"github.com/fencepost/fencepost/internal/policy/parse"
)

// verifyCommand looks for mistakes: in the config that applies here, or in the files that are
// named.
func verifyCommand(s stdio) *cobra.Command {
	var preset, trusted bool
	var dir string
	c := newCommand("verify [FILE...]",
		"look for mistakes in the config",
		func(files []string) int { return runVerify(s, files, dir, preset, trusted) })
	c.Long = "The exit status is 1 if there is an error."
	boolFlag(c, &preset, "preset", "the files are presets, which know more keys than a config")
	cwdFlag(c, &dir)
	trustedFlag(c, &trusted)
	return takesFiles(c)
}

func runVerify(s stdio, files []string, dir string, preset, trusted bool) int {
	var errors, warnings, notes []policy.Problem
	var what string
	var switches []policy.Switch
	if len(files) == 0 {
		r, err := reportOf(dir, trusted)
		if err != nil {
			return s.fail("verify: %v", err)
		}
		errors, warnings = r.policy.Errors, slices.Clone(r.policy.Warnings)
		for _, doc := range r.policy.Documents {
			warnings = append(warnings, policy.RiskyAllows(doc)...)
			notes = append(append(notes, doc.Renamed...), unlistedAllows(doc)...)
		}
		what = plural(len(r.Layers), "file")
		if len(r.Layers) == 0 {
			what = "no config file: the preset " + r.policy.Standard() + " applies"
		}
		switches = r.policy.Switches()
		printIgnored(s, r.policy)
	} else {
		kind := policy.Config
		if preset {
			kind = policy.Preset
		}
		for _, file := range files {
			doc, sw, e, w := verifyFile(file, kind)
			switches, errors, warnings = append(switches, sw...), append(errors, e...),
				append(warnings, w...)
			notes = append(append(notes, doc.Renamed...), unlistedAllows(doc)...)
		}
		what = plural(len(files), "file")
	}
	printSwitches(s, switches)
	printProblems(s, s.style.red("error"), errors)
	printProblems(s, s.style.yellow("warning"), warnings)
	printProblems(s, s.style.bold("note"), notes)
	s.printf("%s: %s, %s\n", what, plural(len(errors), "error"), plural(len(warnings), "warning"))
	if len(errors) > 0 {
		return exitFailed
	}
	return exitOK
}

// unlistedAllows tells of a person's prefixes whose command no table describes.
func unlistedAllows(doc *policy.Document) (found []policy.Problem) {
	listed := func(word string) bool { return lang.Word("options", "tools", path.Base(word)) }
	for _, p := range doc.Tools.Bash.Allow {
		if s := (commands.Table{}).Lookup(path.Base(p.Words[0])); s == nil || !s.Lists(p.Words[1:]) {
			if !slices.ContainsFunc(p.Words, listed) {
				found = append(found, policy.Problem{File: doc.File, Line: p.Pos.Line, Col: p.Pos.Col,
					Text: "bash.allow " + policy.Quote(p.Text) + " covers every option of " + p.Words[0] +
						", and fencepost knows none of them"})
			}
		}
	}
	return found
}

// verifyFile looks at one file, whatever layer it may become a part of.
func verifyFile(file string, kind policy.Kind) (doc *policy.Document, switches []policy.Switch,
	errors, warnings []policy.Problem) {
	data, err := os.ReadFile(file)
	if err != nil {
		return &policy.Document{}, nil, []policy.Problem{{File: file, Text: "the file cannot be read: " + cause(err),
			Mend: "name a YAML file"}}, nil
	}
	doc, errors, warnings = parse.Parse(file, data, kind)
	for _, e := range doc.Import {
		if _, ok := (gen.Presets{}).Lookup(e.Preset); !ok && e.Preset != "all" {
			errors = append(errors, policy.Problem{File: file, Line: e.Pos.Line, Col: e.Pos.Col,
				Text: "unknown preset " + quoted(e.Preset), Mend: "`fencepost presets` lists them"})
		}
	}
	switches, problems := policy.Switches(doc, gen.Presets{})
	errors = append(errors, problems...)
	if len(errors) == 0 {
		warnings = append(warnings, policy.RiskyAllows(doc)...)
	}
	return doc, switches, errors, warnings
}
