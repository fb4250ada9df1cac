package stage

import (
	"encoding/binary"
	"errors"
	"fmt"
	"syscall"
)

// Kinds of messages. Each is one packet: a byte that says what it is, and what belongs to it.
const (
	Failed    byte = 'F' // nothing has run: number of the error, whether it was the start, name
	Listening byte = 'L' // the sockets come with it
	Started   byte = 'S'
	Ended     byte = 'E' // the status as wait4 gives it, whether processes are left
	Signal    byte = 'K' // from outside: a signal for the command
	Stop      byte = 'X' // from outside: end all that goes on
	Served    byte = 'G' // from outside: go on, all is served
	Lost      byte = 'M' // mounts are gone, and the run is stopped
	Mounted   byte = 'N' // from outside: they are there again
	Doubtful  byte = 'D' // what the run may have changed or read meanwhile, by its numbers
	Mended    byte = 'R' // from outside: the run may go on
)

// Error is a step that failed. Nothing of the command has run.
type Error struct {
	Name  string
	Errno syscall.Errno
	Exec  bool // it was the start of the command itself
}

func (e *Error) Error() string {
	if e.Errno == 0 {
		return e.Name
	}
	return e.Name + ": " + e.Errno.Error()
}

// Unwrap returns the kernel's error.
func (e *Error) Unwrap() error {
	if e.Errno == 0 {
		return nil
	}
	return e.Errno
}

// Moved reports whether an error says that a path is not what it was when the plan was made.
func Moved(err error) bool {
	var e *Error
	return errors.As(err, &e) && !e.Exec && (e.Errno == syscall.ENOENT || e.Errno == syscall.ENOTDIR ||
		e.Errno == syscall.ELOOP || e.Errno == syscall.ESTALE)
}

// MaxMessage is the size of the longest message.
const MaxMessage = 8 << 10

func (e *Error) encode() []byte {
	b := binary.BigEndian.AppendUint32([]byte{Failed}, uint32(e.Errno))
	if e.Exec {
		b = append(b, 1)
	} else {
		b = append(b, 0)
	}
	return append(b, e.Name[:min(len(e.Name), MaxMessage-len(b))]...)
}

// DecodeError reads a message of kind Failed.
func DecodeError(b []byte) error {
	if len(b) < 6 {
		return fmt.Errorf("a message of %d bytes from the sandbox", len(b))
	}
	return &Error{string(b[6:]), syscall.Errno(binary.BigEndian.Uint32(b[1:])), b[5] != 0}
}

func ended(status uint32, left bool) []byte {
	b := binary.BigEndian.AppendUint32([]byte{Ended}, status)
	if left {
		return append(b, 1)
	}
	return append(b, 0)
}

// DecodeEnd reads a message of kind Ended.
func DecodeEnd(b []byte) (status uint32, left bool) {
	if len(b) < 6 {
		return 125 << 8, false
	}
	return binary.BigEndian.Uint32(b[1:]), b[5] != 0
}
