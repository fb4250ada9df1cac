package shparse

import (
	"encoding/base64"
	"encoding/hex"
	"path"
	"runtime"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/fencepost/fencepost/internal/fact"
)

// pure computes what a command prints, for a closed list of commands without other effects and constant arguments.
// known is false for everything else.
func pure(in *Interp, c *fact.Command) (out string, known bool) {
	args := make([]string, 0, len(c.Argv))
	for i := range c.Argv {
		if !c.Argv[i].Known() {
			return "", false
		}
		args = append(args, c.Argv[i].Text)
	}
	name := args[0]
	args = args[1:]
	switch name {
	case "true", ":", "false", "cd", "export", "set", "shopt", "unset", "shift", "local", "declare", "test", "[", "umask", "wait":
		return "", in.silent(name, args)
	case "echo":
		return echo(args, in.dialect)
	case "printf":
		if len(args) > 0 && strings.HasPrefix(args[0], "-v") {
			return "", true
		}
		return printf(c.Argv[1:], in.dialect)
	case "pwd":
		if d, ok := in.pwd(); ok && len(args) == 0 {
			return d + "\n", true
		}
		return "", false
	case "basename":
		return basename(args)
	case "nproc": // a number, whatever it is
		return strconv.Itoa(runtime.NumCPU()) + "\n", len(args) == 0
	case "dirname":
		if len(args) == 1 && args[0] != "" && args[0][0] != '-' {
			return dirname(args[0]) + "\n", true
		}
		return "", false
	}
	if c.Stdin.Kind != fact.StdinText || c.Stdin.Text.Kind != fact.Literal {
		return "", false
	}
	return filter(name, args, c.Stdin.Text.Text)
}

// filter computes a command that transforms its standard input.
func filter(name string, args []string, text string) (string, bool) {
	switch name {
	case "cat", "tee":
		if len(args) == 0 || name == "cat" && len(args) == 1 && args[0] == "-" {
			return text, true
		}
	case "rev":
		if len(args) == 0 {
			return reverseLines(text), true
		}
	case "tr":
		return translate(args, text)
	case "base64":
		if len(args) == 1 && (args[0] == "-d" || args[0] == "-D" || args[0] == "--decode" || args[0] == "-di") {
			b, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(text, "\n", ""))
			return string(b), err == nil && !strings.Contains(text, "\r") // other characters are skipped by some, and end the text for others
		}
		if len(args) == 0 && len(text) < 57 {
			return base64.StdEncoding.EncodeToString([]byte(text)) + "\n", true
		}
	case "xxd":
		switch strings.Join(args, " ") {
		case "-r -p", "-p -r", "-rp", "-pr", "-r -ps", "-ps -r":
			b, err := hex.DecodeString(strings.NewReplacer("\n", "", " ", "").Replace(text))
			return string(b), err == nil
		}
	case "head", "tail":
		return headTail(name, args, text)
	case "cut":
		return cut(args, text)
	case "sed":
		return sed(args, text)
	}
	return "", false
}

// echo prints its words. Escapes are left alone by bash and translated by zsh and dash: then the result is not known.
func echo(args []string, d Dialect) (string, bool) {
	newline, escapes := true, d != Bash
	asked, asIs := false, false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' && strings.Trim(args[0][1:], "neE") == "" {
		for _, f := range args[0][1:] {
			switch f {
			case 'n':
				newline = false
			case 'e':
				escapes, asked = true, true
			case 'E':
				escapes, asIs = false, true
			}
		}
		args = args[1:]
	}
	if d == Zsh && (asked && asIs || len(args) > 0 && args[0] == "-") {
		return "", false
	}
	s := strings.Join(args, " ")
	if escapes && strings.Contains(s, "\\") {
		text, ok := escape(s, d == POSIX)
		if !ok {
			return "", false
		}
		s = text
	}
	if newline {
		s += "\n"
	}
	return s, true
}

// escape translates the escapes that echo -e and printf's format share. An octal number needs no 0 in front in a format
// and, in some shells, in an argument: octal.
func escape(s string, octal bool) (string, bool) {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' || i+1 >= len(s) {
			b.WriteByte(s[i])
			continue
		}
		i++
		switch s[i] {
		case 'n':
			b.WriteByte('\n')
		case 't':
			b.WriteByte('\t')
		case 'r':
			b.WriteByte('\r')
		case 'a':
			b.WriteByte('\a')
		case 'b':
			b.WriteByte('\b')
		case 'f':
			b.WriteByte('\f')
		case 'v':
			b.WriteByte('\v')
		case 'e':
			b.WriteByte(0x1b)
		case '\\':
			b.WriteByte('\\')
		case 'x':
			n, used := number(s[i+1:], 16, 2)
			if used == 0 {
				return "", false
			}
			i += used
			b.WriteByte(byte(n))
		case '0', '1', '2', '3', '4', '5', '6', '7':
			if s[i] != '0' && !octal {
				b.WriteString(s[i-1 : i+1])
				continue
			}
			n, used := number(s[i:], 8, 4)
			if s[i] != '0' {
				n, used = number(s[i:], 8, 3)
			}
			i += used - 1
			b.WriteByte(byte(n))
		default:
			return "", false
		}
	}
	return b.String(), true
}

// printf computes printf with the conversions %s, %b, %d, %c, %q-free and %%, reusing the format as POSIX asks.
func printf(words []fact.Word, d Dialect) (string, bool) {
	if len(words) > 0 && words[0].Text == "--" {
		words = words[1:]
	}
	if len(words) == 0 {
		return "", false
	}
	for i := range words {
		if !words[i].Known() {
			return "", false
		}
	}
	format, args := words[0].Text, words[1:]
	if strings.HasPrefix(format, "-") && format != "-" {
		return "", false
	}
	var b strings.Builder
	for {
		used, ok := printfOnce(&b, format, &args, d)
		if !ok || b.Len() > maxValue {
			return "", false
		}
		if len(args) == 0 || !used {
			return b.String(), true
		}
	}
}

func printfOnce(b *strings.Builder, format string, args *[]fact.Word, d Dialect) (used, ok bool) {
	next := func() string {
		used = true
		if len(*args) == 0 {
			return ""
		}
		s := (*args)[0].Text
		*args = (*args)[1:]
		return s
	}
	for i := 0; i < len(format); {
		j := strings.IndexByte(format[i:], '%')
		lit := format[i:]
		if j >= 0 {
			lit = format[i : i+j]
		}
		text, ok := escape(lit, true)
		if !ok {
			return used, false
		}
		b.WriteString(text)
		if j < 0 {
			break
		}
		i += j + 1
		if i >= len(format) {
			return used, false
		}
		switch format[i] {
		case '%':
			b.WriteByte('%')
		case 's':
			b.WriteString(next())
		case 'b':
			text, ok := escape(next(), d != Zsh)
			if !ok {
				return used, false
			}
			b.WriteString(text)
		case 'd', 'i', 'u':
			s := next()
			if s == "" {
				s = "0"
			}
			n, err := strconv.Atoi(s)
			if err != nil || format[i] == 'u' && n < 0 || len(s) > 1 && strings.TrimLeft(s, "+-")[0] == '0' { // octal
				return used, false
			}
			b.WriteString(strconv.Itoa(n))
		case 'c':
			s := next()
			if s == "" || s[0] >= utf8.RuneSelf {
				return used, false // a NUL byte; a byte or a character
			}
			b.WriteByte(s[0])
		default:
			return used, false
		}
		i++
	}
	return used, true
}

// dirname is POSIX XCU dirname: the last component and the slashes around it are removed, nothing else is cleaned.
func dirname(s string) string {
	s = strings.TrimRight(s, "/")
	i := strings.LastIndexByte(s, '/')
	if s == "" {
		return "/"
	}
	if i < 0 {
		return "."
	}
	if s = strings.TrimRight(s[:i], "/"); s == "" {
		return "/"
	}
	return s
}

func basename(args []string) (string, bool) {
	if len(args) == 0 || len(args) > 2 || args[0] == "" || strings.HasPrefix(args[0], "-") {
		return "", false
	}
	b := path.Base(args[0])
	if len(args) == 2 && b != args[1] {
		b = strings.TrimSuffix(b, args[1])
	}
	return b + "\n", true
}

func reverseLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		r := []rune(l)
		for a, z := 0, len(r)-1; a < z; a, z = a+1, z-1 {
			r[a], r[z] = r[z], r[a]
		}
		lines[i] = string(r)
	}
	return strings.Join(lines, "\n")
}

// translate is tr SET1 SET2 and tr -d SET1 over plain characters and ranges.
func translate(args []string, s string) (string, bool) {
	del := len(args) == 2 && args[0] == "-d"
	if len(args) != 2 {
		return "", false
	}
	if del {
		set, ok := trSet(args[1])
		if !ok {
			return "", false
		}
		return strings.Map(func(r rune) rune {
			if r < 0x80 && strings.IndexByte(set, byte(r)) >= 0 {
				return -1
			}
			return r
		}, s), true
	}
	from, okF := trSet(args[0])
	to, okT := trSet(args[1])
	if !okF || !okT || to == "" || strings.HasPrefix(args[0], "-") {
		return "", false
	}
	out := []byte(s)
	for i, c := range out {
		if k := strings.LastIndexByte(from, c); k >= 0 {
			out[i] = to[min(k, len(to)-1)]
		}
	}
	return string(out), true
}

func trSet(s string) (string, bool) {
	if strings.ContainsAny(s, "[") {
		return "", false
	}
	s, ok := escape(s, true)
	if !ok {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return "", false
		}
		if i+2 < len(s) && s[i+1] == '-' {
			if s[i] > s[i+2] {
				return "", false
			}
			for c := int(s[i]); c <= int(s[i+2]); c++ {
				b.WriteByte(byte(c))
			}
			i += 2
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String(), true
}

func headTail(name string, args []string, text string) (string, bool) {
	n := 10
	switch {
	case len(args) == 0:
	case len(args) == 1 && strings.HasPrefix(args[0], "-n"):
		n = atoi(args[0][2:])
	case len(args) == 1 && strings.HasPrefix(args[0], "-"):
		n = atoi(args[0][1:])
	case len(args) == 2 && args[0] == "-n":
		n = atoi(args[1])
	default:
		return "", false
	}
	if n < 0 {
		return "", false
	}
	lines := strings.SplitAfter(text, "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	n = min(n, len(lines))
	if name == "head" {
		return strings.Join(lines[:n], ""), true
	}
	return strings.Join(lines[len(lines)-n:], ""), true
}

// atoi is -1 for anything but digits.
func atoi(s string) int {
	if s == "" || strings.Trim(s, "0123456789") != "" || len(s) > 6 {
		return -1
	}
	n, _ := strconv.Atoi(s)
	return n
}

// cut is cut -d C -f N and cut -cN-M on single fields and simple ranges.
func cut(args []string, text string) (string, bool) {
	delim, field, chars := "\t", "", ""
	for i := 0; i < len(args); i++ {
		a := args[i]
		if len(a) < 2 || a[0] != '-' {
			return "", false
		}
		v := a[2:]
		if v == "" {
			if i++; i >= len(args) {
				return "", false
			}
			v = args[i]
		}
		switch a[1] {
		case 'd':
			delim = v
		case 'f':
			field = v
		case 'c', 'b':
			chars = v
		default:
			return "", false
		}
	}
	var out []string
	for l := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		switch {
		case field != "" && chars == "":
			n := atoi(field)
			if n < 1 || len(delim) != 1 {
				return "", false
			}
			if !strings.Contains(l, delim) {
				out = append(out, l)
			} else if parts := strings.Split(l, delim); n <= len(parts) {
				out = append(out, parts[n-1])
			} else {
				out = append(out, "")
			}
		case chars != "" && field == "":
			from, to, isRange := strings.Cut(chars, "-")
			a, z := atoi(from), atoi(to)
			if !isRange {
				z = a
			}
			if isRange && from == "" {
				a = 1
			}
			if isRange && to == "" {
				z = len(l)
			}
			if a < 1 || isRange && to != "" && z < a {
				return "", false // an error of cut, or no number
			}
			out = append(out, l[min(a-1, len(l)):min(z, len(l))])
		default:
			return "", false
		}
	}
	return strings.Join(out, "\n") + "\n", true
}
