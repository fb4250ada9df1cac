package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// this is the program itself, also where its file was replaced.
func this() string { return "/proc/self/exe" }

// handle is this process as a file.
func handle() (*os.File, error) {
	fd, err := unix.PidfdOpen(os.Getpid(), 0)
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(fd), "self"), nil
}

// watch returns what waits for the end of the process that the proxy serves.
func watch(int) (ended func() error, err error) {
	unix.CloseOnExec(fdFor)
	return func() error {
		for {
			_, err := unix.Poll([]unix.PollFd{{Fd: fdFor, Events: unix.POLLIN}}, -1)
			if !errors.Is(err, unix.EINTR) {
				return err
			}
		}
	}, nil
}
