package cmdoutput

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/shparse/dialect"
)

// echo prints its words. Whether escapes are translated, and which options there are, depends on
// the shell, and for sh on the system.
func echo(args []string, shell dialect.Dialect) (string, bool) {
	if !shell.Has(dialect.EchoOptions) {
		if len(args) > 0 && strings.HasPrefix(args[0], "-") {
			return "", false
		}
		s := strings.Join(args, " ")
		return s + "\n", !strings.Contains(s, `\`)
	}
	newline, escapes := true, shell.Has(dialect.EchoEscapes)
	asked, asIs := false, false
	for len(args) > 0 && len(args[0]) > 1 && args[0][0] == '-' &&
		strings.Trim(args[0][1:], "neE") == "" {
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
	if shell.Has(dialect.EchoDash) && (asked && asIs || len(args) > 0 && args[0] == "-") {
		return "", false
	}
	s := strings.Join(args, " ")
	if escapes {
		text, ok := unescape(s, inEcho, shell)
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

// where says which octal escapes there are.
type where uint8

const (
	inEcho   where = iota // \0 and up to three digits
	inFormat              // up to three digits
	inWord                // of %b: as in echo; without a 0 it depends on the shell
)

// unescape translates the escapes that the shells have in common.
func unescape(s string, at where, shell dialect.Dialect) (string, bool) {
	if !strings.Contains(s, `\`) {
		return s, true
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '\\' {
			b.WriteByte(s[i])
			continue
		}
		if i++; i == len(s) {
			if at == inEcho { // it stays
				b.WriteByte('\\')
			}
			return b.String(), at == inEcho
		}
		ch, used, ok := escape(s[i:], at, shell)
		if !ok {
			return "", false
		}
		b.WriteByte(ch)
		i += used - 1
	}
	return b.String(), true
}

// escape is the character that the text behind a backslash stands for, and its length.
func escape(s string, at where, shell dialect.Dialect) (ch byte, used int, ok bool) {
	if i := strings.IndexByte(`ntrabfv\`, s[0]); i >= 0 {
		return "\n\t\r\a\b\f\v\\"[i], 1, true
	}
	switch c := s[0]; {
	case c == 'e' && shell.Has(dialect.EchoLetters):
		return 0x1b, 1, true
	case c == 'x' && shell.Has(dialect.EchoLetters):
		n, used := readDigits(s[1:], 16, 2)
		return byte(n), used + 1, used > 0
	case c < '0' || c > '7':
		return 0, 0, false
	case at == inFormat:
		n, used := readDigits(s, 8, 3)
		return byte(n), used, n < 256
	case c == '0':
		n, used := readDigits(s[1:], 8, 3)
		return byte(n), used + 1, n < 256
	}
	return 0, 0, false
}

// readDigits reads up to n digits of a base.
func readDigits(s string, base, n int) (value, used int) {
	for used < n && used < len(s) {
		d, err := strconv.ParseUint(s[used:used+1], base, 8)
		if err != nil {
			break
		}
		value, used = value*base+int(d), used+1
	}
	return value, used
}

// printf prints a format with the conversions %s, %b, %d, %i, %u, %c and %%, which is used again
// while there are words (POSIX XCU printf).
func printf(args []string, shell dialect.Dialect) (string, bool) {
	if len(args) > 0 && args[0] == "--" {
		args = args[1:]
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		return "", false
	}
	p := printing{format: args[0], args: args[1:], shell: shell}
	for {
		before := len(p.args)
		if !p.formatOnce() || p.b.Len() > maxText {
			return "", false
		}
		if len(p.args) == 0 {
			return p.b.String(), true
		}
		if len(p.args) == before { // words that nothing takes: not every shell ignores them alike
			return "", false
		}
	}
}

type printing struct {
	b      strings.Builder
	format string
	args   []string
	shell  dialect.Dialect
}

// formatOnce uses the format once.
func (p *printing) formatOnce() bool {
	for rest := p.format; rest != ""; {
		lit, after, found := strings.Cut(rest, "%")
		text, ok := unescape(lit, inFormat, p.shell)
		if !ok {
			return false
		}
		p.b.WriteString(text)
		if !found {
			return true
		}
		if after == "" || !p.convert(after[0]) {
			return false
		}
		rest = after[1:]
	}
	return true
}

func (p *printing) nextArgument() (s string) {
	if len(p.args) > 0 {
		s, p.args = p.args[0], p.args[1:]
	}
	return s
}

// convert prints one conversion.
func (p *printing) convert(verb byte) bool {
	switch verb {
	case '%':
		p.b.WriteByte('%')
	case 's':
		p.b.WriteString(p.nextArgument())
	case 'b':
		text, ok := unescape(p.nextArgument(), inWord, p.shell)
		p.b.WriteString(text)
		return ok
	case 'd', 'i', 'u':
		s := p.nextArgument()
		if s == "" {
			s = "0"
		}
		n, err := strconv.ParseInt(s, 10, 64)
		p.b.WriteString(s)
		return err == nil && strconv.FormatInt(n, 10) == s && (verb != 'u' || n >= 0)
	case 'c':
		s := p.nextArgument()
		if s == "" || !ascii(s) {
			return false
		}
		p.b.WriteByte(s[0])
	default:
		return false
	}
	return true
}
