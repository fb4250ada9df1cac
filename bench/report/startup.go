package main

// why says for a package why it may work before main. Packages that an empty Go program initialises
// in the same way need no reason.
func why(pkg string) string {
	switch pkg {
	case "errors", "internal/poll", "io/fs":
		return "comes with os: error values"
	case "iter":
		return "comes with slices and strings: one error value"
	case "internal/godebug":
		return "comes with time, and so with os: a setting that the runtime watches; the largest cost " +
			"that cannot be avoided by anything that opens a file"
	case "syscall", "os":
		return "standard streams, environment and error values; a hook has to read and write"
	case "context":
		return "one value; the API for programs that embed the gate takes a context"
	case "time":
		return "error values; the time limit and the log need a clock"
	case "math":
		return "asks the processor for fused multiply-add; every program that formats numbers has it"
	case "sync", "internal/sync":
		return "registers with the runtime; comes with os"
	case "encoding/base64":
		return "four alphabets, for `base64 -d` of literals in shell text and binary YAML values"
	case "reflect":
		return "comes with fmt and the YAML decoder; no allocation"
	case "encoding/json":
		return "error values; the hook reads calls and writes answers with it"
	case "path/filepath", "regexp":
		return "error values and tables of small size; no allocation or few"
	case "unicode":
		return "maps of Unicode's categories and scripts; comes with regexp/syntax, which looks them up"
	case "regexp/syntax":
		return "names of character classes; comes with regexp"
	case "mvdan.cc/sh/v3/fileutil":
		return "compiles two regular expressions about scripts; comes with the printer in the " +
			"package of the shell's parser, and brings regexp"
	case "golang.org/x/text/unicode/norm":
		return "a table of compositions; names of files that differ only in their form are one"
	case "fmt", "strconv", "bytes", "strings", "bufio", "slices", "encoding/binary", "encoding/hex":
		return "error values"
	}
	return ""
}
