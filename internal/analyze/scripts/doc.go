// Package scripts reads the scripts of the project that commands run, and those that the call writes in
// full.
//
// It needs the changes and the last commit. Shell text becomes a payload, with the parameters of the
// script. Python and JavaScript go to the helper, with the files of the project that they load: it
// says which it needs, and is asked again until nothing is missing. Other text takes the place of the
// interpreter's option for code. What is found stands among the commands of the call, with the file
// (Facts.Files) and line. Files that a file runs, sources or imports hang below it. A bound that is
// reached within a file is a hazard of that file, and not of the call.
//
// A script that the call writes in full is read in the same way, and never counts as the project's
// own. So is the program of awk -f, sed -f and jq -f. A shell script that stays in the project asks
// nonetheless.
//
// Order of files, each uses those before it:
//
//	follow.go steered.go writtenscript.go writtenprogram.go
package scripts
