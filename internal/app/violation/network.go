package violation

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/sandbox/history"
	"github.com/fencepost/fencepost/internal/sandbox/report"
)

// host is a host that was refused: what the record says is exact.
func (f *Fence) host(r *report.Refused) *Stop {
	why, _, _ := strings.Cut(r.Why, byFlag)
	s := &Stop{Kind: "host", Name: r.Host, Key: "sandbox.network.allow", Why: why, Count: r.Count}
	if r.Port != 0 {
		if strings.Contains(r.Host, ":") && r.Host[0] != '"' {
			s.Name = "[" + r.Host + "]"
		}
		s.Name += ":" + strconv.Itoa(int(r.Port))
	}
	switch {
	case local(r.Host):
		if r.Port == 0 {
			return nil
		}
		port := strconv.Itoa(int(r.Port))
		s.Kind, s.Name, s.Key = "port", port, "sandbox.network.localhost"
		s.Right = history.Right{Kind: "port", Name: port}
	case strings.HasPrefix(why, denied):
		s.Key, s.Never = "sandbox.network.deny", why
	case !strings.Contains(why, "sandbox.network.allow"): // a forbidden address, a text that is no host
		s.Key, s.Never = "", why
	case r.Host == "" || r.Host[0] == '"':
		s.Never = "it is no name of a host"
	default:
		s.Right = history.Right{Kind: "host", Name: s.Name}
	}
	return s
}

// denied is how the sandbox begins what it says of a host that the config denies.
const denied = "denied by "

// byFlag is where it begins to speak of its own flags, which a person who types the command may
// use.
const byFlag = "; flag: "
