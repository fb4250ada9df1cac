package main

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// this is the program itself.
func this() string {
	self, err := os.Executable()
	if err != nil {
		return os.Args[0]
	}
	return self
}

// handle: there is no file that is a process.
func handle() (*os.File, error) { return nil, nil }

// watch returns what waits for the end of the process that the proxy serves. The kernel is asked for
// it before this returns.
func watch(pid int) (ended func() error, err error) {
	queue, err := unix.Kqueue()
	if err != nil {
		return nil, err
	}
	unix.CloseOnExec(queue)
	end := unix.Kevent_t{Ident: uint64(pid), Filter: unix.EVFILT_PROC,
		Flags: unix.EV_ADD | unix.EV_ONESHOT, Fflags: unix.NOTE_EXIT}
	if _, err := unix.Kevent(queue, []unix.Kevent_t{end}, nil, nil); err != nil {
		return nil, err
	}
	return func() error {
		for {
			_, err := unix.Kevent(queue, nil, make([]unix.Kevent_t, 1), nil)
			if !errors.Is(err, unix.EINTR) {
				return err
			}
		}
	}, nil
}
