package lang

import "strings"

// phpName judges a name in PHP code. Names of functions have no case; strings and variables that
// are called are refused elsewhere, and so are functions that take the name of a function.
func (r *reader) phpName(i int) (int, bool) {
	w := r.tokens[i].text
	if r.is(i-1, ">") && r.is(i-2, "-") || r.is(i-1, ":") && r.is(i-2, ":") || r.is(i+1, ":") && r.is(i+2, ":") {
		return 0, false
	}
	lower := strings.ToLower(w)
	switch lower {
	case "echo", "print", "if", "else", "elseif", "while", "for", "foreach", "as", "return", "array", "list", "isset", "empty", "unset",
		"true", "false", "null", "exit", "die", "and", "or", "xor", "int", "string", "float", "bool", "break", "continue", "do", "switch", "case", "default":
		return 1, true
	}
	if !r.is(i+1, "(") {
		return 1, upper(w) && w != "STDIN"
	}
	if phpComputes(lower) {
		return 1, true
	}
	switch lower {
	case "file_get_contents", "file", "is_file", "file_exists", "filesize", "is_dir", "filemtime", "parse_ini_file", "md5_file", "sha1_file", "scandir":
		if r.get(i+2).kind == str && r.get(i+2).text == "php://stdin" {
			return 1, lower == "file_get_contents" || lower == "file"
		}
		return r.call(i, i+1, Read, 1, 1)
	case "unlink", "rmdir":
		return r.call(i, i+1, Delete, 1, 1)
	case "mkdir":
		return r.call(i, i+1, Mkdir, 1, 1)
	case "rename":
		return r.call(i, i+1, Move, 2, 2)
	case "system", "exec", "shell_exec", "passthru":
		return r.call(i, i+1, Shell, 1, 1)
	case "file_put_contents":
		list, at, ok := r.strings(i + 1)
		if !ok || len(list) != 2 || !fileName(list[0]) {
			return 0, false
		}
		r.act(Write, list[0])
		return at - i, true
	}
	return 0, false
}

// phpComputes reports whether a function computes or prints, and calls no other.
func phpComputes(w string) bool {
	switch w {
	case "strlen", "strtoupper", "strtolower", "ucfirst", "ucwords", "lcfirst", "trim", "ltrim", "rtrim", "str_repeat", "str_pad", "strrev",
		"str_replace", "substr", "strpos", "strrpos", "substr_count", "str_contains", "str_starts_with", "str_ends_with", "explode", "implode",
		"join", "sprintf", "printf", "number_format", "nl2br", "htmlspecialchars", "addslashes", "wordwrap", "strcmp", "str_split", "md5", "sha1",
		"crc32", "hash", "base64_encode", "base64_decode", "bin2hex", "hex2bin", "urlencode", "urldecode", "rawurlencode", "json_encode",
		"json_decode", "json_last_error_msg", "serialize", "var_dump", "var_export", "print_r", "count", "sizeof", "in_array", "array_keys",
		"array_values", "array_merge", "array_sum", "array_product", "array_reverse", "array_unique", "array_flip", "array_slice",
		"array_key_exists", "array_column", "array_combine", "array_fill", "array_pad", "array_chunk", "array_search", "array_diff",
		"array_intersect", "range", "sort", "rsort", "ksort", "krsort", "asort", "arsort", "shuffle", "max", "min", "abs", "ceil", "floor",
		"round", "sqrt", "pow", "exp", "log", "intdiv", "fmod", "pi", "rand", "mt_rand", "random_int", "dechex", "hexdec", "bindec", "decbin", "octdec",
		"date", "time", "microtime", "mktime", "strtotime", "checkdate", "gmdate", "hrtime", "intval", "floatval", "strval", "boolval",
		"is_int", "is_string", "is_array", "is_null", "is_numeric", "gettype", "phpversion", "php_sapi_name", "php_uname", "zend_version",
		"extension_loaded", "function_exists", "ini_get", "memory_get_usage", "memory_get_peak_usage", "get_loaded_extensions", "uniqid",
		"preg_match", "preg_quote", "preg_split", "mb_strlen", "mb_substr", "mb_strtoupper", "mb_strtolower", "ord", "chr", "getcwd", "basename",
		"dirname", "pathinfo", "array_push", "array_pop", "array_shift", "usleep", "sleep", "version_compare", "ctype_digit", "ctype_alpha":
		return true
	}
	return false
}
