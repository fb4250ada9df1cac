package sniff

import (
	"errors"
	"fmt"
	"io"
	"net/netip"
	"slices"
	"strconv"
)

// What SOCKS5 answers (RFC 1928, 6).
const (
	SocksDone        = 0
	SocksFailed      = 1
	SocksRefused     = 2
	SocksUnreachable = 4
	SocksNoCommand   = 7
	SocksNoAddress   = 8
)

const (
	socksVersion = 5
	socksConnect = 1
	noPassword   = 0
	noMethod     = 0xff
)

// SocksError is a request of SOCKS that is refused, and what is answered.
type SocksError struct {
	Code byte
	What string
}

func (e *SocksError) Error() string { return e.What }

// ReadSocks reads what a client of SOCKS5 wants to be connected with, as HOST:PORT. Answers to the
// choice of a method are written; the one to the request is the caller's, by SocksReply.
func ReadSocks(rw io.ReadWriter) (string, error) {
	var b [2]byte
	if _, err := io.ReadFull(rw, b[:]); err != nil {
		return "", err
	}
	if b[0] != socksVersion {
		// SOCKS4 has no names; 0x5b refuses its request.
		_, _ = rw.Write([]byte{0, 0x5b, 0, 0, 0, 0, 0, 0})
		return "", fmt.Errorf("version %d of SOCKS", b[0])
	}
	methods := make([]byte, b[1])
	if _, err := io.ReadFull(rw, methods); err != nil {
		return "", err
	}
	method := byte(noMethod)
	if slices.Contains(methods, noPassword) {
		method = noPassword
	}
	if _, err := rw.Write([]byte{socksVersion, method}); err != nil {
		return "", err
	}
	if method == noMethod {
		return "", errors.New("SOCKS with a password")
	}
	return readSocksRequest(rw)
}

func readSocksRequest(r io.Reader) (string, error) {
	var b [4]byte
	if _, err := io.ReadFull(r, b[:]); err != nil {
		return "", err
	}
	if b[0] != socksVersion || b[2] != 0 {
		return "", &SocksError{SocksFailed, "no request of SOCKS"}
	}
	host, err := readSocksHost(r, b[3])
	if err != nil {
		return "", err
	}
	var port [2]byte
	if _, err := io.ReadFull(r, port[:]); err != nil {
		return "", err
	}
	if b[1] != socksConnect {
		return "", &SocksError{SocksNoCommand, fmt.Sprintf("command %d of SOCKS", b[1])}
	}
	return host + ":" + strconv.Itoa(int(port[0])<<8|int(port[1])), nil
}

func readSocksHost(r io.Reader, kind byte) (string, error) {
	n := 0
	switch kind {
	case 1:
		n = 4
	case 3:
		var length [1]byte
		if _, err := io.ReadFull(r, length[:]); err != nil {
			return "", err
		}
		n = int(length[0])
	case 4:
		n = 16
	default:
		return "", &SocksError{SocksNoAddress, fmt.Sprintf("address of type %d of SOCKS", kind)}
	}
	b := make([]byte, n)
	if _, err := io.ReadFull(r, b); err != nil {
		return "", err
	}
	if kind == 3 {
		return string(b), nil
	}
	a, _ := netip.AddrFromSlice(b)
	if kind == 4 {
		return "[" + a.String() + "]", nil
	}
	return a.String(), nil
}

// SocksReply is the answer to a request.
func SocksReply(code byte) []byte { return []byte{socksVersion, code, 0, 1, 0, 0, 0, 0, 0, 0} }
