package command

import "strings"

// ShadowsPython reports whether a file in a directory in which Python looks for modules takes the
// place of one of its own library, or of what it loads by itself. Nearly every import loads some of
// these.
func ShadowsPython(entry string) bool {
	name, _, found := strings.Cut(entry, ".")
	if !found {
		return false // a directory, which may be none of Python
	}
	switch entry[strings.LastIndexByte(entry, '.'):] {
	case ".py", ".pyc", ".so", ".pyd":
		return OwnModule(name)
	}
	return false
}

// OwnModule reports whether Python brings a module of that name (sys.stdlib_module_names of 3.8 to
// 3.14).
func OwnModule(name string) bool {
	switch name {
	case "_abc", "_aix_support", "_ast", "_asyncio", "_bisect", "_blake2", "_bootsubprocess", "_bz2",
		"_codecs", "_codecs_cn", "_codecs_hk", "_codecs_iso2022", "_codecs_jp", "_codecs_kr", "_codecs_tw",
		"_collections", "_collections_abc", "_colorize", "_compat_pickle", "_compression", "_contextvars",
		"_crypt", "_csv", "_ctypes", "_curses", "_curses_panel", "_datetime", "_dbm", "_decimal",
		"_distutils_hack", "_elementtree", "_functools", "_gdbm", "_hashlib", "_heapq", "_imp", "_io", "_json",
		"_locale", "_lsprof", "_lzma", "_markupbase", "_md5", "_msi", "_multibytecodec", "_multiprocessing",
		"_opcode", "_operator", "_osx_support", "_overlapped", "_pickle", "_posixshmem", "_posixsubprocess",
		"_py_abc", "_pydecimal", "_pyio", "_pyrepl", "_pytest", "_queue", "_random", "_scproxy", "_sha1",
		"_sha256", "_sha3", "_sha512", "_signal", "_sitebuiltins", "_socket", "_sqlite3", "_sre", "_ssl",
		"_stat", "_statistics", "_string", "_strptime", "_struct", "_symtable", "_thread", "_threading_local",
		"_tokenize", "_tracemalloc", "_typing", "_uuid", "_warnings", "_weakref", "_weakrefset", "_winapi",
		"_zoneinfo", "abc", "aifc", "annotationlib", "argparse", "array", "ast", "asynchat", "asyncio",
		"asyncore", "atexit", "audioop", "base64", "bdb", "binascii", "bisect", "bz2", "cProfile", "calendar",
		"cgi", "cgitb", "chunk", "cmath", "cmd", "code", "codecs", "codeop", "collections", "colorsys",
		"compileall", "compression", "concurrent", "configparser", "contextlib", "contextvars", "copy",
		"copyreg", "crypt", "csv", "ctypes", "curses", "dataclasses", "datetime", "dbm", "decimal", "difflib",
		"dis", "distutils", "doctest", "email", "encodings", "enum", "errno", "faulthandler", "fcntl",
		"filecmp", "fileinput", "fnmatch", "fractions", "ftplib", "functools", "gc", "genericpath", "getopt",
		"getpass", "gettext", "glob", "graphlib", "grp", "gzip", "hashlib", "heapq", "hmac", "html", "http",
		"imaplib", "imghdr", "imp", "importlib", "iniconfig", "inspect", "io", "ipaddress", "itertools",
		"json", "keyword", "linecache", "locale", "logging", "lzma", "mailbox", "mailcap", "marshal", "math",
		"mimetypes", "mmap", "modulefinder", "msilib", "msvcrt", "multiprocessing", "netrc", "nis", "nntplib",
		"nt", "ntpath", "nturl2path", "numbers", "opcode", "operator", "optparse", "os", "ossaudiodev",
		"packaging", "pathlib", "pdb", "pickle", "pickletools", "pip", "pipes", "pkg_resources", "pkgutil",
		"platform", "plistlib", "pluggy", "poplib", "posix", "posixpath", "pprint", "profile", "pstats", "pty",
		"pwd", "py_compile", "pyclbr", "pydoc", "pyexpat", "pytest", "queue", "quopri", "random", "re",
		"readline", "reprlib", "resource", "rlcompleter", "runpy", "sched", "secrets", "select", "selectors",
		"setuptools", "shelve", "shlex", "shutil", "signal", "site", "sitecustomize", "smtpd", "smtplib",
		"sndhdr", "socket", "socketserver", "spwd", "sqlite3", "sre_compile", "sre_constants", "sre_parse",
		"ssl", "stat", "statistics", "string", "stringprep", "struct", "subprocess", "sunau", "symtable",
		"sysconfig", "syslog", "tabnanny", "tarfile", "telnetlib", "tempfile", "termios", "textwrap",
		"threading", "time", "timeit", "token", "tokenize", "tomllib", "trace", "traceback", "tracemalloc",
		"tty", "types", "typing", "typing_extensions", "unicodedata", "unittest", "urllib", "usercustomize",
		"uu", "uuid", "warnings", "wave", "weakref", "webbrowser", "wheel", "winreg", "winsound", "wsgiref",
		"xdrlib", "xml", "xmlrpc", "zipapp", "zipfile", "zipimport", "zlib", "zoneinfo":
		return true
	}
	return false
}
