// Package readers has a program read YAML and TOML by itself: configs, and the files of tasks. What it links
// for that takes time to start, so the program that judges calls does without (package slowpath).
package readers

import (
	_ "github.com/fencepost/fencepost/internal/policy/handout"          // policies that are handed out
	_ "github.com/fencepost/fencepost/internal/policy/parse"            // configs
	_ "github.com/fencepost/fencepost/internal/project/tasks/tabletree" // files of tasks
)
