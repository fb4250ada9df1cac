// Package confighome names the places of fencepost's own files. They are the same for every agent:
// below the directory that Claude Code has in a home and in a project, as the contract says.
package confighome

// Dir is the directory, below a home or a project. The other paths begin with it, and have slashes.
const (
	Dir    = ".claude"
	Own    = Dir + "/fencepost"      // the config in several files, the log, and what fencepost keeps
	Config = Own + "/config"         // the config in several files
	File   = Dir + "/fencepost.yaml" // the config in one file
	Person = "~/" + File             // the person's, as people are told of it
)

// ProjectVariable is the variable in which an agent tells its hooks where it was started.
const ProjectVariable = "CLAUDE_PROJECT_DIR"

// Scratch is the scratch directory where no config names another one.
const Scratch = "/tmp/claude"
