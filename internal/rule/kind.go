package rule

// Kind is where in a config a rule stands, and so what it looks at.
type Kind uint8

const (
	ToolRule     Kind = iota + 1 // tools.deny, ask and allow: the name of a tool
	PrefixRule                   // bash.deny, ask and allow: the first words of a command
	TextRule                     // bash.checks and allowChecks: the canonical text of a command
	ArgumentRule                 // bash.arguments: the name of a command, and its arguments
	RedirectRule
	EffectRule
	CodeRule     // calls, writes and imports of inline code
	TogetherRule // what the commands of a line do together
)

// Together is something that no command of a line shows by itself.
type Together uint8

const (
	// SecretSent: a command reads what a rule denies or asks about, and one reaches another host.
	SecretSent Together = iota + 1
	// WrittenRun: a command runs a program or a script that an earlier one, or an earlier call of
	// the session, wrote.
	WrittenRun
	// SourceWrittenRun: a build or test runs sources that were written so.
	SourceWrittenRun
	// OutsideRun: a command that runs code of its directory is in one outside the project.
	OutsideRun
)

// String returns the word used in configs.
func (t Together) String() string { return wordOf(togetherWords[:], t) }

var togetherWords = [...]string{SecretSent: "secret-sent", WrittenRun: "written-run",
	SourceWrittenRun: "source-written-run", OutsideRun: "outside-run"}

// wordOf is the word for a value of an enumeration; "" for one that has none.
func wordOf[T ~uint8](words []string, v T) string {
	if int(v) < len(words) {
		return words[v]
	}
	return ""
}

// Means says what is looked for, for people.
func (t Together) Means() string { return wordOf(togetherMeans[:], t) }

var togetherMeans = [...]string{
	SecretSent: "a command reads a secret, and one of the line reaches another host",
	WrittenRun: "a command runs a program or script that the line, or an earlier call of the session, " +
		"wrote",
	SourceWrittenRun: "a build or test reads sources that the line, or an earlier call of the session, wrote",
	OutsideRun:       "a command that runs code of its directory is outside the project",
}
