package fact

// Cmdlet is how the words of a cmdlet of PowerShell belong together, which are no list there.
type Cmdlet struct {
	Args  []CmdletArg
	Piped bool   // something comes from the pipeline
	Input []Word // what that is, where it is files or strings; of one with Many set nothing is known
}

// CmdletArg is the name of a parameter, or a value with its elements.
type CmdletArg struct {
	Param string // without the dash; "" for a value
	Colon bool   // the next argument is the value of this parameter, whatever that is
	Words []Word
	Block bool // a script block
}
