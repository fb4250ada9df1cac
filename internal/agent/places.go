package agent

// Placer is an agent with a client that lets its model work in more directories than the one in
// which it was started. Both methods may read files; they are asked about a path that lies outside
// of everything else.
type Placer interface {
	// WorkDirs are the directories that the person has added, absolute. home is the person's home
	// directory, started the one in which the client was started.
	WorkDirs(home, started string) []string
	// TempDirs are those with the client's own temporary files, in which its model may write as
	// well.
	TempDirs() []string
	// Asked are the directories that the settings of a project ask for, as they are written there.
	Asked(project string) []AskedDir
}

// AskedDir is a directory that a file asks for.
type AskedDir struct{ File, Dir string }
