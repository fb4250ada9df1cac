package core

import (
	"github.com/fencepost/fencepost/internal/interp"
	"github.com/fencepost/fencepost/internal/interp/eval/syntax"
)

// Files runs the files of the project that the code loads.
type Files struct {
	input  *Input
	report *Report
	limits *Limits
	state  *State
}

// Loaded is a file of the project that the code may load.
type Loaded struct {
	*interp.Module
	Scope *Scope // its variables; nil before it has begun to run
	// it takes all names of a module that is not read, so that any name may be one of these
	Starred bool
	Done    bool   // it has run to its end
	Value   *Value // what it exports, of JavaScript
}

// Modules are the files that the code may load, by name.
func (fs *Files) Modules() map[string]*Loaded {
	if len(fs.input.Modules) == 0 {
		return nil
	}
	list := make(map[string]*Loaded, len(fs.input.Modules))
	for i := range fs.input.Modules {
		mod := &fs.input.Modules[i]
		for _, l := range list {
			if l.File == mod.File && mod.File > 0 {
				list[mod.Name] = l // another name of the same file
			}
		}
		if list[mod.Name] == nil {
			list[mod.Name] = &Loaded{Module: mod}
		}
	}
	return list
}

// RunModule runs what a file holds that is loaded, once, in a scope of its own.
func (fs *Files) RunModule(l *Loaded, vars map[string]*Value, run func(*syntax.Node)) {
	if l.Scope != nil {
		return
	}
	l.Scope = &Scope{Vars: vars}
	fs.limits.depth++
	if fs.limits.depth > maxDepth {
		fs.limits.cutFiles()
	}
	fs.RunIn(l, l.Scope, run)
	fs.limits.depth--
	l.Done = !fs.limits.filesCut
}

// RunIn runs what a file holds in a scope.
func (fs *Files) RunIn(l *Loaded, s *Scope, run func(*syntax.Node)) {
	scope, outer, file := fs.state.Scope, fs.state.Frame, fs.report.File
	defer func() { fs.state.Scope, fs.state.Frame, fs.report.File = scope, outer, file }()
	fs.state.Scope, fs.state.Frame, fs.report.File = s, &frame{}, l.File
	if fs.limits.loads++; fs.limits.loads > maxLoads || l.Opaque {
		fs.limits.cutFiles()
	}
	if fs.limits.filesCut || !fs.limits.stepInFile(1) {
		return
	}
	root, problem := fs.input.ParseFile(l.Module)
	if problem != "" {
		fs.limits.cutFiles()
	}
	if root != nil {
		run(root)
	}
}

// Unknown is what a file defines. Nothing else is known of it.
func (l *Loaded) Unknown() *Value { return &Value{Kind: KindTop, File: l.File} }
