package fact

// Cmdlet says how the words of a cmdlet of PowerShell belong together. They are more than a list.
type Cmdlet struct {
	Args  []CmdletArg
	Piped bool   // something comes from the pipeline
	Input []Word // what that is, if it is files or strings; a word with Many set is unknown
}

// CmdletArg is the name of a parameter, or a value with its elements.
type CmdletArg struct {
	Param string // without the dash; "" for a value
	Colon bool   // the next argument is the value of this parameter in any case
	Words []Word
	Block bool // a script block
}
