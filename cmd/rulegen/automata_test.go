package main

import (
	"testing"

	"github.com/fencepost/fencepost/internal/rule/regex"
)

// TestPresetAutomata holds the presets to what can be searched without an engine: an automaton, or a
// program.
func TestPresetAutomata(t *testing.T) {
	files, err := loadPresets("../../presets")
	if err != nil {
		t.Fatal(err)
	}
	made, all := 0, 0
	for _, p := range files {
		e := emitter{preset: p}
		e.emit(newFile(p.doc.File))
		for _, re := range e.regexps {
			all++
			if regex.Automaton(re.Src) != "" {
				made++
			} else if regex.Program(re.Src) == "" {
				t.Errorf("%s: %q has neither an automaton nor a program", p.name, re.Src)
			}
		}
	}
	if made < 100 {
		t.Errorf("%d automata of %d expressions", made, all)
	}
}
