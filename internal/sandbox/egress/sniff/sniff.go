// Package sniff reads what programs in the sandbox send before their bytes go anywhere: the first
// message of TLS, the head of a request of HTTP, and requests of SOCKS. Nothing is trusted: what is
// not read whole and in one way only is an error. It opens no connection and decides nothing.
package sniff

import "errors"

// ErrShort says that a text has to be longer to be read.
var ErrShort = errors.New("incomplete")

// Kind is what a connection begins with.
type Kind uint8

const (
	Opaque Kind = iota // nothing that is read here
	TLS
	HTTP
)

// MaxFirst is how much is read of a connection before it has to be known whither it goes: more than
// any client sends in a first message of TLS or in the head of a request.
const MaxFirst = 64 << 10

// Begins reports what the first bytes of a connection are; ErrShort if more have to be seen.
func Begins(b []byte) (Kind, error) {
	switch {
	case len(b) == 0:
		return Opaque, ErrShort
	case mayBeHello(b):
		return TLS, nil
	}
	return beginsRequest(b)
}

// mayBeHello reports whether bytes are the beginning of a record with a ClientHello, or could be if
// more of them came. Messages of other protocols begin with their length, which can be the first
// byte as well.
func mayBeHello(b []byte) bool {
	return b[0] == recordHandshake && (len(b) < 2 || b[1] == 3) && (len(b) < 6 || b[5] == clientHello)
}
