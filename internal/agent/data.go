package agent

import "embed"

//go:embed */agent.yaml */plugin.js */protected.yaml
var files embed.FS

// File is a file of data in the folder of an agent. The hook reads none, and links none.
func File(agent, name string) ([]byte, error) { return files.ReadFile(agent + "/" + name) }
