package sniff

import (
	"errors"
	"fmt"
)

const (
	recordHandshake = 22
	maxRecord       = 1 << 14 // RFC 8446, 5.1
	clientHello     = 1
	serverName      = 0 // the extension, and in it the kind of name that is one of a host
)

// ServerName returns the name that a ClientHello asks for, as it stands there; "" if it asks for
// none. ErrShort asks for more of the connection.
func ServerName(b []byte) (string, error) {
	message, err := handshake(b)
	if err != nil {
		return "", err
	}
	s := text(message)
	var kind int
	var body text
	if !s.number(1, &kind) || kind != clientHello {
		return "", fmt.Errorf("the first message of TLS is of type %d and no ClientHello", kind)
	}
	if !s.part(3, &body) || len(s) > 0 {
		return "", errors.New("more follows the ClientHello than the other side could have asked for")
	}
	extensions, err := skipToExtensions(body)
	if err != nil {
		return "", err
	}
	return nameIn(extensions)
}

// handshake joins the parts of the first message, which may lie in several records.
func handshake(b []byte) ([]byte, error) {
	var message []byte
	for {
		if len(message) >= 4 {
			whole := 4 + (int(message[1])<<16 | int(message[2])<<8 | int(message[3]))
			if whole > MaxFirst {
				return nil, errors.New("the ClientHello is too long")
			}
			if len(message) >= whole {
				return message, nil
			}
		}
		if len(b) < 5 {
			if len(b) > 0 && b[0] != recordHandshake {
				return nil, errors.New("the ClientHello is interrupted")
			}
			return nil, ErrShort
		}
		n := int(b[3])<<8 | int(b[4])
		if b[0] != recordHandshake || b[1] != 3 || n == 0 || n > maxRecord {
			return nil, errors.New("a record of the ClientHello is none of TLS")
		}
		if len(b) < 5+n {
			return nil, ErrShort
		}
		message = append(message, b[5:5+n]...)
		b = b[5+n:]
	}
}

// skipToExtensions reads what stands before the extensions (RFC 8446, 4.1.2).
func skipToExtensions(s text) (text, error) {
	var session, suites, compression, extensions text
	ok := s.skip(2+32) && s.part(1, &session) && len(session) <= 32 &&
		s.part(2, &suites) && len(suites)%2 == 0 && len(suites) > 0 &&
		s.part(1, &compression) && len(compression) > 0
	if ok && len(s) == 0 {
		return nil, nil // TLS 1.2 may have none
	}
	if !ok || !s.part(2, &extensions) || len(s) > 0 {
		return nil, errors.New("the ClientHello cannot be read")
	}
	return extensions, nil
}

// nameIn looks for the name. Two extensions of one type are an error (RFC 8446, 4.2): which of two
// names a server takes is not known.
func nameIn(s text) (name string, err error) {
	seen := map[int]bool{}
	for len(s) > 0 {
		var kind int
		var data text
		if !s.number(2, &kind) || !s.part(2, &data) {
			return "", errors.New("an extension of the ClientHello cannot be read")
		}
		if seen[kind] {
			return "", fmt.Errorf("the ClientHello has the extension %d twice", kind)
		}
		seen[kind] = true
		if kind == serverName {
			if name, err = readName(data); err != nil {
				return "", err
			}
		}
	}
	return name, nil
}

// readName reads the extension: a list with one name (RFC 6066, 3).
func readName(s text) (string, error) {
	var list, name text
	var kind int
	ok := s.part(2, &list) && len(s) == 0 && list.number(1, &kind) &&
		kind == serverName && list.part(2, &name) && len(list) == 0 && len(name) > 0
	if !ok {
		return "", errors.New("the server name of the ClientHello cannot be read")
	}
	return string(name), nil
}

// text is what is left of a message. Reading from it fails where there is too little. (Package
// cryptobyte has the same, and brings math/big and more that every start of the program would pay.)
type text []byte

// skip passes over n bytes.
func (t *text) skip(n int) bool {
	if len(*t) < n {
		return false
	}
	*t = (*t)[n:]
	return true
}

// number reads a number of n bytes.
func (t *text) number(n int, to *int) bool {
	*to = 0
	for i := 0; i < n && i < len(*t); i++ {
		*to = *to<<8 | int((*t)[i])
	}
	return t.skip(n)
}

// part reads a part that is preceded by its length, in n bytes.
func (t *text) part(n int, to *text) bool {
	var size int
	if !t.number(n, &size) || len(*t) < size {
		return false
	}
	*to = (*t)[:size]
	return t.skip(size)
}
