package gate

// WorkDirs returns the directories beside a project in which the agent may work: those that the
// person has added to the session, and other work trees of the repository.
func (g *Gate) WorkDirs(project string) []string { return (*alsoOf)(g).WorkDirs(project) }

// TempDirs returns the directories with the agent's own temporary files.
func (g *Gate) TempDirs() []string { return (*alsoOf)(g).TempDirs() }
