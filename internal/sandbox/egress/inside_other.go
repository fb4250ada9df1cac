//go:build !linux

package egress

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"time"
)

// Where there are no network namespaces no socket is passed out.

func connectFD(int, netip.Addr, uint16, time.Duration) error {
	return errors.ErrUnsupported
}

func disconnectFD(int) {}

func listenAt(*os.File, netip.AddrPort) error { return errors.ErrUnsupported }

// readable cannot be told: a client that connects is accepted at once.
func readable(net.Listener) bool { return false }
