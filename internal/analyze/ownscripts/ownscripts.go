package ownscripts

import (
	"github.com/fencepost/fencepost/internal/analyze/buildtasks"
	"github.com/fencepost/fencepost/internal/analyze/changes"
	"github.com/fencepost/fencepost/internal/analyze/inline"
	"github.com/fencepost/fencepost/internal/analyze/record"
	"github.com/fencepost/fencepost/internal/analyze/scripts"
)

// OwnScripts finds the scripts that are the project's own, as the last commit has them.
type OwnScripts struct {
	Call    *record.Call
	Changes *changes.Changes
	Scripts *scripts.Scripts
	Inline  *inline.Inline
	Tasks   *buildtasks.Tasks

	let *int64 // see letAt
}
