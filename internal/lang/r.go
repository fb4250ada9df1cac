package lang

// rName judges a name in R code. A function is a value and can also be called by its name in a
// string, so that only functions are known that take no others.
func (r *reader) rName(i int) (int, bool) {
	w := r.tokens[i].text
	if r.is(i-1, "$") {
		return 1, !r.is(i+1, "(")
	}
	switch w {
	case "if", "else", "for", "while", "repeat", "in", "next", "break", "TRUE", "FALSE", "NULL", "NA", "Inf", "NaN", "T", "F", "pi", "letters",
		"LETTERS", "month.name", "R.version.string", "R.version", "version", "mtcars", "iris", "cars", "women", "airquality":
		return 1, w == "if" || w == "for" || w == "while" || !r.is(i+1, "(")
	}
	if r.is(i+1, "(") {
		if rComputes(w) {
			return 1, true
		}
		switch w {
		case "unlink":
			return r.rUnlink(i)
		case "file.remove":
			return r.call(i, i+1, Delete, 1, 64)
		case "file.rename":
			return r.call(i, i+1, Move, 2, 2)
		case "dir.create":
			return r.call(i, i+1, Mkdir, 1, 1)
		case "system":
			return r.call(i, i+1, Shell, 1, 1)
		case "readLines", "file.exists", "file.info", "file.size", "list.files", "dir":
			return r.call(i, i+1, Read, 1, 1)
		}
		return 0, false
	}
	if r.is(i+1, "=") && !r.is(i+2, "=") && r.inCall(i) {
		return 1, w != "file" && w != "FUN" && w != "f" && w != "con" && w != "fun"
	}
	return 1, !rComputes(w) && r.local(w) // else a function that is known could be given another meaning
}

// rUnlink takes unlink("a", recursive = TRUE).
func (r *reader) rUnlink(i int) (int, bool) {
	t := r.get(i + 2)
	if t.kind != str || !fileName(t.text) {
		return 0, false
	}
	a := Action{Kind: Delete, Text: t.text, Glob: true}
	at := i + 3
	if r.is(at, ",") && r.get(at+1).text == "recursive" && r.is(at+2, "=") && (r.get(at+3).text == "TRUE" || r.get(at+3).text == "T") {
		a.Tree = true
		at += 4
	}
	r.acts = append(r.acts, a)
	return at + 1 - i, r.is(at, ")")
}

// rComputes reports whether a function computes or prints, and calls no other that it is given.
func rComputes(w string) bool {
	switch w {
	case "c", "print", "cat", "paste", "paste0", "format", "sum", "mean", "median", "sd", "var", "min", "max", "range", "length", "seq",
		"seq_len", "seq_along", "rep", "rev", "sort", "order", "unique", "table", "round", "floor", "ceiling", "sqrt", "exp", "log", "log2",
		"log10", "abs", "sin", "cos", "tan", "nchar", "toupper", "tolower", "substr", "strsplit", "gsub", "sub", "grepl", "sprintf", "trimws",
		"names", "head", "tail", "matrix", "data.frame", "list", "str", "summary", "quantile", "cor", "cumsum", "cumprod", "diff", "prod",
		"sample", "set.seed", "rnorm", "runif", "rbinom", "dnorm", "pnorm", "qnorm", "Sys.time", "Sys.Date", "date", "sessionInfo", "R.Version",
		"getwd", "nrow", "ncol", "dim", "class", "typeof", "is.na", "is.null", "ifelse", "which", "which.max", "which.min", "any", "all",
		"invisible", "as.integer", "as.numeric", "as.character", "as.Date", "factor", "levels", "unlist", "crossprod", "t", "solve", "det",
		"message", "nlevels", "rowSums", "colSums", "rowMeans", "colMeans", "choose", "factorial", "bitwAnd", "bitwOr", "rbind", "cbind":
		return true
	}
	return false
}
