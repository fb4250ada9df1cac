// Package inline has inline code read: python3 -c, node -e, and the files of the project that such code
// loads.
//
// It needs the words of an interpreter. It asks the helper program, and turns the answer into facts
// of the command: effects, calls, imports, and the programs that the code starts.
//
// Order of files, each uses those before it:
//
//	pending.go codeargs.go shadow.go followcode.go followmodule.go followpython.go ownscript.go
//	followinline.go selects.go treecode.go apply.go mentions.go code.go
package inline
