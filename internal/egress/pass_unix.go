//go:build unix

package egress

import (
	"errors"
	"fmt"
	"net"
	"os"

	"golang.org/x/sys/unix"
)

// maxPassed is how many files one message takes: the kernel's SCM_MAX_FD is 253.
const maxPassed = 250

// Send passes files over a Unix socket: messages of one byte with at most 250 files each.
func Send(c *net.UnixConn, files []*os.File) error {
	for len(files) > 0 {
		n := min(len(files), maxPassed)
		fds := make([]int, n)
		for i, f := range files[:n] {
			fds[i] = int(f.Fd())
		}
		if _, _, err := c.WriteMsgUnix([]byte{0}, unix.UnixRights(fds...), nil); err != nil {
			return err
		}
		files = files[n:]
	}
	return nil
}

// Receive takes n files that come in one message or in several, each with at least a byte. If not all
// of them come, it closes those that did and returns an error.
func Receive(c *net.UnixConn, n int) (files []*os.File, err error) {
	defer func() {
		if err != nil {
			closeFiles(files)
			files = nil
		}
	}()
	oob := make([]byte, unix.CmsgSpace(4*maxPassed+16))
	for len(files) < n {
		var b [1]byte
		read, size, flags, _, err := c.ReadMsgUnix(b[:], oob)
		if err != nil {
			return files, err
		}
		got, err := rights(oob[:size])
		files = append(files, got...)
		switch {
		case err != nil:
			return files, err
		case flags&unix.MSG_CTRUNC != 0:
			return files, errors.New("more files were passed than a message takes")
		case read == 0 && len(got) == 0:
			return files, fmt.Errorf("%d files were passed, and not %d", len(files), n)
		}
	}
	if len(files) > n {
		return files, fmt.Errorf("%d files were passed, and not %d", len(files), n)
	}
	return files, nil
}

// rights are the files in what came with a message.
func rights(oob []byte) (files []*os.File, err error) {
	messages, err := unix.ParseSocketControlMessage(oob)
	for i := range messages {
		fds, parseErr := unix.ParseUnixRights(&messages[i])
		err = errors.Join(err, parseErr)
		for _, fd := range fds {
			unix.CloseOnExec(fd)
			files = append(files, os.NewFile(uintptr(fd), "passed"))
		}
	}
	return files, err
}
