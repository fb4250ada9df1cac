package command

import "strings"

// javaOptions reports whether all options of a JVM are of the usual kind: sizes, switches,
// properties and modules. Others load an agent, run a program on an error, or name a log:
// -Xlog:gc:file=x.
func javaOptions(s string) bool {
	for o := range strings.FieldsSeq(s) {
		if !javaOption(o) {
			return false
		}
	}
	return true
}

func javaOption(o string) bool {
	switch o {
	case "-server", "-client", "-ea", "-da", "-esa", "-d64", "-Xint", "-Xcomp", "-Xmixed", "-Xbatch", "-Xrs", "-Xnoclassgc",
		"-noverify", "-Xverify:none", "-Xshare:off", "-Xshare:auto", "-Xdebug", "-verbose:gc", "-Xlog:gc", "-Xlog:disable",
		"-enableassertions", "--enable-preview", "--illegal-access=permit":
		return true
	}
	for _, begin := range [...]string{"-Xmx", "-Xms", "-Xmn", "-Xss"} {
		if size, ok := strings.CutPrefix(o, begin); ok {
			return size != "" && strings.Trim(size, "0123456789kKmMgGtT") == ""
		}
	}
	for _, begin := range [...]string{"--add-opens=", "--add-exports=", "--add-reads=", "--add-modules=", "--enable-native-access="} {
		if text, ok := strings.CutPrefix(o, begin); ok {
			return javaWord(text)
		}
	}
	switch text := o; {
	case strings.HasPrefix(text, "-XX:"):
		return javaFlag(text[len("-XX:"):])
	case strings.HasPrefix(text, "-D"):
		name, value, _ := strings.Cut(text[len("-D"):], "=")
		return javaWord(name) && javaWord(value) && !steersJava(name)
	}
	return false
}

// javaFlag is a switch, or a number: +UseG1GC, MaxMetaspaceSize=256m. Flags with another value name
// programs and files: OnError=…, LogFile=…
func javaFlag(s string) bool {
	if s != "" && (s[0] == '+' || s[0] == '-') {
		return javaWord(s[1:]) && !strings.Contains(s, "Flags") && !strings.Contains(s, "=")
	}
	name, value, ok := strings.Cut(s, "=")
	return ok && javaWord(name) && value != "" && strings.Trim(value, "0123456789.kKmMgGtT") == ""
}

// javaWord reports whether a text is the name of a package or module, a number, or a list of them.
func javaWord(s string) bool {
	for i := range len(s) {
		c := s[i]
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && strings.IndexByte("._-+,=:%/", c) < 0 {
			return false
		}
	}
	return !strings.HasPrefix(s, "/") && !strings.Contains(s, "..") && !strings.Contains(s, "=/") && !strings.Contains(s, ":/")
}

// steersJava reports whether a property says what is loaded or run, or from where:
// java.library.path, maven.ext.class.path, http.proxyHost.
func steersJava(name string) bool {
	if name == "file.encoding" || name == "java.net.preferIPv4Stack" {
		return false
	}
	for part := range strings.SplitSeq(strings.ToLower(name), ".") {
		for _, end := range [...]string{"path", "class", "agent", "loader", "ext", "lib", "home", "dir", "directory", "command",
			"exec", "shell", "config", "configuration", "settings", "file", "script", "policy", "provider", "factory", "plugin",
			"plugins", "driver", "url", "repo", "host", "manager", "handler"} {
			if strings.HasSuffix(part, end) {
				return true
			}
		}
	}
	return false
}
