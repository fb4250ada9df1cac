package wire

import "io"

// MaxInput is the number of bytes of hook input that are read.
const MaxInput = 16 << 20

// Error is an error without further details.
type Error string

func (e Error) Error() string { return string(e) }

const (
	// ErrTooLarge is returned by Read for more than MaxInput bytes.
	ErrTooLarge = Error("hook input: too large (more than 16 MiB)")
	// ErrEmpty is the error for no input, or white space alone.
	ErrEmpty = Error("hook input: empty; expected one JSON object on standard input")
	// ErrNoObject is the error for JSON that is no object.
	ErrNoObject = Error("hook input: not a JSON object")
	// ErrNoString is the error for an element of a list that has to be a string.
	ErrNoString = Error("hook input: expected a string")
)

// Read reads the hook input to its end.
func Read(r io.Reader) ([]byte, error) {
	buf := make([]byte, 0, 8<<10)
	for {
		n, err := r.Read(buf[len(buf):cap(buf)])
		buf = buf[:len(buf)+n]
		switch {
		case len(buf) > MaxInput:
			return nil, ErrTooLarge
		case err == io.EOF:
			return buf, nil
		case err != nil:
			return nil, err
		}
		if len(buf) == cap(buf) {
			buf = append(make([]byte, 0, min(4*cap(buf), MaxInput+1)), buf...)
		}
	}
}
