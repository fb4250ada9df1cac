package native

import (
	"io"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// receive reads one report, with the sockets that come with it.
func receive(fd, listeners int) (report, []*os.File, error) {
	var r report
	buf := unsafe.Slice((*byte)(unsafe.Pointer(&r)), reportSize)
	oob := make([]byte, unix.CmsgSpace(4*listeners))
	for {
		n, oobn, _, _, err := unix.Recvmsg(fd, buf, oob, unix.MSG_CMSG_CLOEXEC)
		switch {
		case err == unix.EINTR, err == unix.ECONNRESET:
			continue // a child that is gone and did not read its answer: what it said is there
		case err != nil:
			return r, nil, err
		case n != int(reportSize):
			return r, nil, io.ErrUnexpectedEOF
		}
		return r, files(oob[:oobn]), nil
	}
}

// files are the open files of a control message.
func files(oob []byte) []*os.File {
	var out []*os.File
	messages, err := unix.ParseSocketControlMessage(oob)
	if err != nil {
		return nil
	}
	for i := range messages {
		fds, _ := unix.ParseUnixRights(&messages[i])
		for _, fd := range fds {
			out = append(out, os.NewFile(uintptr(fd), "listener"))
		}
	}
	return out
}
