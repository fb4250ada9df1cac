package agent

// Guidance returns the default lines that an agent is told at the start of a session. scratch is
// the directory for temporary files.
func Guidance(scratch string) []string {
	lines := []string{
		"fencepost checks every tool call before it runs: it allows the call, asks a person, or denies " +
			"it with a reason.",
		"When a call is denied, use the alternative that the reason names. Do not retry the same call " +
			"or disguise it.",
		"When credentials or a login are missing, ask the person to log in. Do not look for a way " +
			"around.",
	}
	if scratch != "" {
		lines = append(lines, "Put temporary files under "+scratch+".")
	}
	return append(lines,
		"Send one command per call. Pipes are fine; steps joined with && or ; are judged as a whole.",
		"Do nothing destructive (deleting, overwriting, force-pushing, publishing) that you were not "+
			"asked to do.",
	)
}
