package auditexport

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/http/httpguts"
)

// Receiver names a receiver of OpenTelemetry logs.
type Receiver struct {
	URL      string   // https://HOST[:PORT][/PATH]; /v1/logs is added unless it ends so
	Headers  []string // NAME=VALUE, which come before those of the environment
	Insecure bool     // http is allowed to other machines
	Log      string   // the audit log, beside which the place is kept
	Version  string   // of this program
	Env      func(string) string
	Note     func(text string) // is told why it takes long; nil for nobody
}

// OpenOTLP prepares sending. Nothing is sent yet.
func OpenOTLP(r Receiver) (Sink, error) {
	if r.Env == nil {
		r.Env = os.Getenv
	}
	u, err := r.endpoint()
	if err != nil {
		return nil, err
	}
	o := &otlp{url: u.String(), shown: shownURL(*u), log: r.Log, agent: "fencepost/" + r.Version,
		note: r.Note, now: time.Now, sleep: sleep}
	if o.headers, err = r.headers(); err != nil {
		return nil, err
	}
	if o.resource, err = resourceOf(r.Version, r.Env); err != nil {
		return nil, err
	}
	o.client = client(u.Scheme == "http" && !r.Insecure)
	if o.cursor, err = openCursor(r.Log, o.shown); err != nil {
		return nil, err
	}
	return o, nil
}

// endpoint is the URL that is posted to.
func (r *Receiver) endpoint() (*url.URL, error) {
	u, err := url.Parse(r.URL)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, errors.New("--otlp needs a URL such as https://collector.example:4318")
	}
	if u.User != nil {
		return nil, errors.New("--otlp: no name and password in the URL; give --header " +
			"'Authorization=Basic …', or set OTEL_EXPORTER_OTLP_HEADERS")
	}
	if u.Scheme == "http" && !r.Insecure && !loopbackName(u.Hostname()) {
		return nil, errors.New("--otlp: http would show the log to everybody on the way to " +
			u.Hostname() + "; use https, or give --insecure")
	}
	u.Fragment = ""
	if path := strings.TrimRight(u.Path, "/"); strings.HasSuffix(path, "/v1/logs") {
		u.Path = path
	} else {
		u.Path = path + "/v1/logs"
	}
	u.RawPath = ""
	return u, nil
}

// shownURL is a URL without what may be a key. It names the receiver, also when its key changes.
func shownURL(u url.URL) string {
	u.RawQuery, u.Fragment = "", ""
	u.Host = strings.ToLower(u.Host)
	return u.String()
}

func loopbackName(host string) bool {
	addr, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && addr.IsLoopback()
}

// headers are those of the arguments, and those of the usual variables of OpenTelemetry.
func (r *Receiver) headers() (list [][2]string, err error) {
	for _, name := range []string{"OTEL_EXPORTER_OTLP_HEADERS", "OTEL_EXPORTER_OTLP_LOGS_HEADERS"} {
		more, err := pairs(name, r.Env)
		if err != nil {
			return nil, err
		}
		list = append(list, more...)
	}
	for _, text := range r.Headers {
		name, value, ok := strings.Cut(text, "=")
		if !ok {
			return nil, errors.New("--header needs NAME=VALUE")
		}
		list = append(list, [2]string{strings.TrimSpace(name), value})
	}
	for _, h := range list {
		if !httpguts.ValidHeaderFieldName(h[0]) || !httpguts.ValidHeaderFieldValue(h[1]) {
			return nil, errors.New("a header needs a name of letters and dashes, and a value on one line")
		}
	}
	return list, nil
}

// pairs reads a variable with NAME=VALUE,NAME=VALUE; values are escaped as in a URL. An error does
// not show what is there: it may be a secret.
func pairs(name string, env func(string) string) (list [][2]string, err error) {
	for part := range strings.SplitSeq(env(name), ",") {
		if strings.TrimSpace(part) == "" {
			continue
		}
		key, value, ok := strings.Cut(part, "=")
		text, err := url.PathUnescape(strings.TrimSpace(value))
		if !ok || strings.TrimSpace(key) == "" || err != nil {
			return nil, fmt.Errorf("%s needs NAME=VALUE, with commas between them and %%XX for other "+
				"signs", name)
		}
		list = append(list, [2]string{strings.TrimSpace(key), text})
	}
	return list, nil
}

// errNotLoopback refuses a name of this machine that is an address of another one.
var errNotLoopback = errors.New("its address is none of this machine, so that http would show " +
	"the log on the way; use https, or give --insecure")

// client makes connections. It follows no redirection: what was meant for one receiver is not for
// another one. here: to this machine only.
func client(here bool) *http.Client {
	dialer := &net.Dialer{Timeout: 10 * time.Second}
	t := http.DefaultTransport.(*http.Transport).Clone()
	t.DialContext, t.MaxIdleConns = dialer.DialContext, 2
	if here {
		t.Proxy = nil
		dialer.Control = func(_, address string, _ syscall.RawConn) error {
			addr, err := netip.ParseAddrPort(address)
			if err != nil || !addr.Addr().IsLoopback() {
				return errNotLoopback
			}
			return nil
		}
	}
	return &http.Client{Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error {
		return http.ErrUseLastResponse
	}}
}
