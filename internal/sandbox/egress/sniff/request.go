package sniff

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// Request is the head of a request of HTTP/1.
type Request struct {
	Method string
	Target string // as it stands there
	Proto  string // HTTP/1.0 or HTTP/1.1
	Fields []Field
}

// Field is one line of a head.
type Field struct{ Name, Value string }

// maxFields bounds how many lines a head has.
const maxFields = 256

// maxMethod is longer than any method that there is.
const maxMethod = 24

// beginsRequest reports whether a connection begins with a request of HTTP/1: a line that ends in
// HTTP/1.0 or HTTP/1.1. Other protocols begin with words and a blank as well (HELO, USER), so the
// whole line is looked at. Empty lines before it are passed over, as servers do.
func beginsRequest(b []byte) (Kind, error) {
	b = bytes.TrimLeft(b, "\r\n")
	for i := range min(len(b), maxMethod+1) {
		switch {
		case methodByte(b[i]):
			continue
		case b[i] != ' ' || i == 0:
			return Opaque, nil
		}
		line, _, whole := bytes.Cut(b, []byte("\n"))
		switch {
		case !whole && len(b) < MaxFirst:
			return Opaque, ErrShort
		case bytes.Contains(line, []byte(" HTTP/1.")) || bytes.Contains(line, []byte(" http/1.")):
			return HTTP, nil
		case bytes.Contains(bytes.ToLower(line), []byte(" http://")): // without a version: refused
			return HTTP, nil
		}
		return Opaque, nil
	}
	if len(b) > maxMethod {
		return Opaque, nil
	}
	return Opaque, ErrShort
}

// methodByte reports whether a byte can stand in a method: the letters of those that there are.
func methodByte(c byte) bool {
	return 'A' <= c && c <= 'Z' || 'a' <= c && c <= 'z' || c == '-' || c == '_'
}

// ReadRequest reads the head of a request; n is how long it is. ErrShort asks for more. Lines end
// in CR LF, and a field has no blank before its colon and no line of its own behind it: servers
// differ in what they make of others.
func ReadRequest(b []byte) (r *Request, n int, err error) {
	end := bytes.Index(b, []byte("\r\n\r\n"))
	if end < 0 {
		if err := checkLines(b); err != nil {
			return nil, 0, err
		}
		if len(b) >= MaxFirst {
			return nil, 0, errors.New("the head of the request is too long")
		}
		return nil, 0, ErrShort
	}
	if err := checkLines(b[:end]); err != nil {
		return nil, 0, err
	}
	lines := strings.Split(string(b[:end]), "\r\n")
	if len(lines) > maxFields {
		return nil, 0, errors.New("the head of the request has too many lines")
	}
	part := strings.Split(lines[0], " ")
	if len(part) != 3 || part[0] == "" || part[1] == "" || !httpguts.ValidHeaderFieldName(part[0]) ||
		part[2] != "HTTP/1.0" && part[2] != "HTTP/1.1" {
		return nil, 0, errors.New("the first line is none of HTTP/1")
	}
	r = &Request{Method: part[0], Target: part[1], Proto: part[2]}
	for _, line := range lines[1:] {
		name, value, ok := strings.Cut(line, ":")
		if !ok || !httpguts.ValidHeaderFieldName(name) {
			return nil, 0, errors.New("a line of the head is no field")
		}
		r.Fields = append(r.Fields, Field{name, strings.Trim(value, " \t")})
	}
	return r, end + 4, nil
}

// checkLines refuses bytes that end lines for some readers and not for others.
func checkLines(b []byte) error {
	for i, c := range b {
		bare := c == '\n' && (i == 0 || b[i-1] != '\r') ||
			c == '\r' && i+1 < len(b) && b[i+1] != '\n'
		if bare || c == 0 {
			return fmt.Errorf("the head of the request holds the byte %#x where none may be", c)
		}
	}
	return nil
}

// Host returns the value of the field Host; "" if there is none, and an error if there are several.
func (r *Request) Host() (string, error) {
	host, seen := "", false
	for _, f := range r.Fields {
		if !strings.EqualFold(f.Name, "Host") {
			continue
		}
		if seen {
			return "", errors.New("the request has two fields Host")
		}
		host, seen = f.Value, true
	}
	return host, nil
}

// HostOf cuts the port off the value of a field Host or an authority.
func HostOf(authority string) string {
	if i := strings.LastIndexByte(authority, ':'); i > strings.LastIndexByte(authority, ']') {
		return authority[:i]
	}
	return authority
}

// Absolute divides a target http://HOST[:PORT]/PATH; ok is false for others. The authority has a
// port, 80 if none is written, and no user.
func (r *Request) Absolute() (authority, path string, ok bool) {
	scheme, rest, found := strings.Cut(r.Target, "://")
	if !found || !strings.EqualFold(scheme, "http") {
		return "", "", false
	}
	authority, path = rest, "/"
	if i := strings.IndexAny(rest, "/?#"); i >= 0 {
		authority, path = rest[:i], rest[i:]
	}
	if strings.HasPrefix(path, "?") {
		path = "/" + path
	}
	if authority == "" || strings.HasPrefix(path, "#") {
		return "", "", false
	}
	if HostOf(authority) == authority {
		authority += ":80"
	}
	return authority, path, true
}

// Write writes the head anew: with another target, a field Host, fields that are added, and
// without those that are for a proxy. The connection is closed behind the answer, so that no
// further request comes to a server that was chosen for this one.
func (r *Request) Write(target, host string, added ...Field) []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s %s %s\r\n", r.Method, target, r.Proto)
	fmt.Fprintf(&b, "Host: %s\r\nConnection: close\r\n", host)
	named := r.connectionNames()
	for _, f := range append(r.Fields[:len(r.Fields):len(r.Fields)], added...) {
		switch name := strings.ToLower(f.Name); {
		case name == "host" || name == "connection" || name == "upgrade" || name == "keep-alive":
		case strings.HasPrefix(name, "proxy-") && !slices.Contains(added, f):
		case named[name]:
		default:
			fmt.Fprintf(&b, "%s: %s\r\n", f.Name, f.Value)
		}
	}
	b.WriteString("\r\n")
	return b.Bytes()
}

// connectionNames are the fields that concern this connection alone (RFC 9110, 7.6.1). What says
// how long the body is stays.
func (r *Request) connectionNames() map[string]bool {
	named := map[string]bool{}
	for _, f := range r.Fields {
		if !strings.EqualFold(f.Name, "Connection") {
			continue
		}
		for name := range strings.SplitSeq(strings.ToLower(f.Value), ",") {
			named[strings.TrimSpace(name)] = true
		}
	}
	delete(named, "content-length")
	delete(named, "transfer-encoding")
	delete(named, "te")
	return named
}
