package egress

import (
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"

	"github.com/fencepost/fencepost/internal/sandbox/egress/sniff"
)

// Local is a proxy at the machine's own address, for back ends without a network namespace: what
// keeps programs from connecting with anything else is the back end's matter.
type Local struct {
	Listeners *Listeners
	Port      uint16   // the only one that programs may connect with, beside those of localhost
	Set       []string // NAME=VALUE: variables by which programs find the proxy
	Unset     []string
}

// Local listens. Whoever else uses this machine could connect as well, so the proxy wants a
// password, which is in the variables.
func (s *Server) Local() (*Local, error) {
	l, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	s.password = "fencepost:" + rand.Text()
	port := netip.MustParseAddrPort(l.Addr().String()).Port()
	url := fmt.Sprintf("http://%s@127.0.0.1:%d", s.password, port)
	local := &Local{
		Listeners: &Listeners{listeners: []listener{{Listener: l, role: HTTP}}},
		Port:      port,
		Unset:     ProxyVariables(),
		Set:       []string{"NODE_USE_ENV_PROXY=1"},
	}
	for _, name := range [...]string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"} {
		local.Set = append(local.Set, name+"="+url, strings.ToLower(name)+"="+url)
	}
	if len(s.config.Localhost) > 0 {
		// These are reached without the proxy, as the back end lets them.
		const direct = "localhost,127.0.0.1,::1"
		local.Set = append(local.Set, "NO_PROXY="+direct, "no_proxy="+direct)
	}
	local.Unset = slices.DeleteFunc(local.Unset, func(name string) bool {
		return slices.ContainsFunc(local.Set, func(v string) bool {
			return strings.HasPrefix(v, name+"=")
		})
	})
	return local, nil
}

// knows reports whether a request to the proxy has the password, if one is wanted.
func (s *Server) knows(r *sniff.Request) bool {
	if s.password == "" {
		return true
	}
	want := base64.StdEncoding.EncodeToString([]byte(s.password))
	for _, f := range r.Fields {
		scheme, said, _ := strings.Cut(f.Value, " ")
		if strings.EqualFold(f.Name, "Proxy-Authorization") && strings.EqualFold(scheme, "Basic") {
			return subtle.ConstantTimeCompare([]byte(strings.TrimSpace(said)), []byte(want)) == 1
		}
	}
	return false
}
