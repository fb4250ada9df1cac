// Package changes collects the files that the commands of a call may write.
//
// It needs the commands so far and what shparse says of files that the text writes. It returns a
// list of changes, each with the command that makes it, and answers whether a file may have changed
// before a command runs.
//
// Order of files, each uses those before it:
//
//	change.go changes.go changedfiles.go judged.go maywrite.go script.go written.go
package changes

import "github.com/fencepost/fencepost/internal/fact"

// pass names the findings of this package.
const pass fact.Pass = "changes"
