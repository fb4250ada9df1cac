package agent

import "github.com/fencepost/fencepost/internal/fact"

// Variable is an environment variable that settings of a project set for the agent's commands.
type Variable struct {
	File  string // that sets it
	Name  string
	Value fact.Word // not known where it is no text, number or switch
	Raw   string    // the value as the file writes it
}

// Setter is an agent whose client gives the shells of its model an environment that files of the
// project set: whoever can commit to it decides what they hold.
type Setter interface {
	// Variables reads what the settings in a directory set. The error names a file that the client
	// may read and that could not be judged; the variables are those of the others.
	Variables(dir string) ([]Variable, error)
	// Folder is the name of the folder that holds the settings.
	Folder() string
	// Harmless reports whether a variable that the client reads itself changes nothing that its
	// model's commands do; known: it is one of the client's.
	Harmless(name string) (harmless, known bool)
}
