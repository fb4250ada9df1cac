package core

// Limits counts the work on one snippet, and ends it where it is too much.
type Limits struct {
	input                *Input
	report               *Report
	depth, nested, steps int
	loads                int  // files that were run
	fileSteps            int  // in code of files
	filesCut             bool // code of files is not followed any more
	spent                bool
}

// The bounds of one snippet. Exceeding one is said in Facts.Problem: what was found before still
// counts.
const (
	maxSteps   = 150_000 // nodes interpreted, and variables copied
	maxInFiles = 110_000 // of these, in files that the code loads
	maxCalls   = 4000    // calls reported
	maxDepth   = 100     // of calls in calls
	maxFrames  = 24      // of functions in functions
	maxRuns    = 40      // of one function
	maxLoads   = 64      // of files that are run
	maxNested  = 5       // of code in code (exec, eval)
	maxUnroll  = 40      // elements of a list that are followed one by one
	maxArgs    = 64      // arguments of one call
)

// Step counts work. It reports whether there is more to spend.
func (lm *Limits) Step(n int) bool {
	if lm.spent || lm.report.File > 0 && !lm.stepInFile(n) {
		return false
	}
	lm.steps += n
	if !lm.input.Left.Spend(n) || lm.steps > maxSteps {
		lm.spent = true
		lm.report.Problem("the code does more than the limit of this program")
		return false
	}
	return true
}

// stepInFile counts work in the code of a file. It has bounds of its own, so that some is left for
// the code that loads it.
func (lm *Limits) stepInFile(n int) bool {
	if lm.fileSteps += n; lm.fileSteps > maxInFiles {
		lm.cutFiles()
	}
	return !lm.filesCut
}

// cutFiles ends the interpretation of the files that the code loads: nothing is known of what they
// define from here on.
func (lm *Limits) cutFiles() {
	if lm.filesCut {
		return
	}
	lm.filesCut = true
	lm.report.unseen("import", "import", "a file that is not read to its end")
}

// IsCut reports whether the files that the code loads were not followed to their ends.
func (lm *Limits) IsCut() bool { return lm.filesCut }
