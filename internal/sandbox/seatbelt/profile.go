// Package seatbelt writes the profile that sandbox-exec of macOS takes for a plan.
//
// It is experimental: no Mac has run it yet. The profile is a text of our own; what comes from the
// machine, its paths, is handed over as parameters and never part of the text. Of the rules that
// fit, the last one counts.
package seatbelt

import (
	"strconv"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/subpath"
	"github.com/fencepost/fencepost/internal/sandbox"
	"github.com/fencepost/fencepost/internal/sandbox/plan"
)

// Input is what a profile is made of.
type Input struct {
	Plan    *plan.Plan
	Protect []plan.Protected // names that cannot be made either; here that can be kept
	Lift    []string         // paths, without links, whose protection was lifted
	Temp    []string         // the user's directories for temporary files and caches
	// Under sandbox.NetFiltered: the ports of localhost that may be connected with, the proxy's among
	// them (0 where it is not known yet), and those that may be opened.
	Connect, Publish []uint16
}

// Profile is what sandbox-exec is told.
type Profile struct {
	Text   string
	Params [][2]string // names and paths
	Notes  []string    // what of the plan is not kept
}

// base is what every command needs.
const base = `(version 1)
(deny default)

; processes, and what they do to each other
(allow process-exec)
(allow process-fork)
(allow signal (target same-sandbox))
(allow process-info* (target same-sandbox))
(allow process-exec (literal "/bin/ps") (with no-sandbox))

; the kernel and the user's settings, to be read
(allow sysctl-read)
(allow sysctl-write (sysctl-name "kern.grade_cputype"))
(allow user-preference-read)
(allow iokit-open (iokit-registry-entry-class "RootDomainUserClient"))
(allow ipc-posix-sem)
(allow ipc-posix-shm-read* (ipc-posix-name-prefix "apple.cfprefs."))
(allow mach-lookup
  (global-name "com.apple.PowerManagement.control")
  (global-name "com.apple.bsd.dirhelper")
  (global-name "com.apple.cfprefsd.agent")
  (global-name "com.apple.cfprefsd.daemon")
  (global-name "com.apple.logd")
  (global-name "com.apple.system.notification_center")
  (global-name "com.apple.system.opendirectoryd.libinfo")
  (global-name "com.apple.system.opendirectoryd.membership"))

; terminals: those that the command opens itself
(allow pseudo-tty)
(allow file-read* file-write* file-ioctl (literal "/dev/ptmx") (literal "/dev/tty"))
(allow file-read* file-write*
  (require-all (regex #"^/dev/ttys[0-9]+$") (extension "com.apple.sandbox.pty")))
(allow file-ioctl (regex #"^/dev/ttys[0-9]+$"))

; devices
(allow file-write-data file-ioctl
  (literal "/dev/null") (literal "/dev/zero") (literal "/dev/dtracehelper") (subpath "/dev/fd"))

; files: all can be read
(allow file-read* file-map-executable)
`

// network is what a command needs to know of the network.
const network = `(allow system-socket (require-all (socket-domain AF_SYSTEM) (socket-protocol 2)))
(allow mach-lookup
  (global-name "com.apple.SystemConfiguration.DNSConfiguration")
  (global-name "com.apple.SystemConfiguration.configd"))
`

// services look names and certificates up for whoever asks, wherever these lead: with a filtered
// network a text could leave by them. Without them programs in Go that are not told otherwise
// (SSL_CERT_FILE) take no certificate.
const services = `(allow mach-lookup
  (global-name "com.apple.networkd")
  (global-name "com.apple.ocspd")
  (global-name "com.apple.trustd.agent"))
`

// writer writes a profile.
type writer struct {
	in     *Input
	text   strings.Builder
	params [][2]string
	names  map[string]string
	notes  []string
}

// Generate writes the profile of a plan.
func Generate(in *Input) *Profile {
	w := &writer{in: in, names: map[string]string{}}
	w.text.WriteString(base)
	w.secrets()
	w.writes()
	w.sockets()
	w.net()
	for i := range in.Plan.Steps {
		if s := &in.Plan.Steps[i]; s.Do == plan.Private {
			w.notes = append(w.notes, plan.Quote(s.Path)+" is the machine's, to be read")
		}
	}
	return &Profile{w.text.String(), w.params, w.notes}
}

func (w *writer) line(s string) { w.text.WriteString(s + "\n") }

// param is a path as a parameter.
func (w *writer) param(path string) string {
	name, ok := w.names[path]
	if !ok {
		name = "P" + strconv.Itoa(len(w.params))
		w.names[path] = name
		w.params = append(w.params, [2]string{name, path})
	}
	return `(param "` + name + `")`
}

// path is a filter for a path, with all below it where it is a directory.
func (w *writer) path(p string, t plan.Type) string {
	if t == plan.Dir {
		return "(subpath " + w.param(p) + ")"
	}
	return "(literal " + w.param(p) + ")"
}

// rule writes a rule over filters; none if there are no filters.
func (w *writer) rule(what string, filters []string) {
	if len(filters) > 0 {
		w.line("(" + what + "\n  " + strings.Join(filters, "\n  ") + ")")
	}
}

// steps are the filters for the steps of a kind.
func (w *writer) steps(do plan.Do) (out []string) {
	for i := range w.in.Plan.Steps {
		s := &w.in.Plan.Steps[i]
		if s.Do == do && !strings.HasPrefix(s.Path, "/proc") && s.Type != plan.Socket {
			out = append(out, w.path(s.Path, s.Type))
		}
	}
	return out
}

// secrets hides what cannot be read. That it is there, and of what kind, can be seen: git counts it
// as unchanged.
func (w *writer) secrets() {
	hidden := w.steps(plan.Hide)
	if len(hidden) == 0 {
		return
	}
	w.line("\n; secrets, and what stays readable among them")
	w.rule("deny file-read-data file-read-xattr file-map-executable", hidden)
	holes := w.holes(false)
	w.rule("allow file-read*", holes)
	// What is hidden below such an opening, once more.
	if len(holes) > 0 {
		w.rule("deny file-read-data file-read-xattr file-map-executable", w.inner())
	}
}

// holes are the openings of hidden directories, or those that may be written.
func (w *writer) holes(write bool) (out []string) {
	for i := range w.in.Plan.Steps {
		if s := &w.in.Plan.Steps[i]; s.Do == plan.Hide {
			for _, h := range s.Openings {
				if h.Write || !write {
					out = append(out, w.path(h.Path, h.Type))
				}
			}
		}
	}
	return out
}

// inner is what is hidden below such an opening.
func (w *writer) inner() (out []string) {
	for i := range w.in.Plan.Steps {
		m := &w.in.Plan.Steps[i]
		if m.Do != plan.Hide || m.Type == plan.Socket {
			continue
		}
		for j := range w.in.Plan.Steps {
			for _, h := range w.in.Plan.Steps[j].Openings {
				if w.in.Plan.Steps[j].Do == plan.Hide && subpath.Below(m.Path, h.Path) {
					out = append(out, w.path(m.Path, m.Type))
				}
			}
		}
	}
	return out
}

// writes allows what may be written, and takes back what is protected.
func (w *writer) writes() {
	w.line("\n; files: what can be written")
	allowed := w.steps(plan.Writable)
	for _, p := range w.in.Temp {
		allowed = append(allowed, w.path(p, plan.Dir))
	}
	w.rule("allow file-write*", allowed)
	w.rule("deny file-write*", w.steps(plan.Hide))
	w.rule("allow file-write*", w.holes(true))
	w.rule("deny file-write*", w.protected(false))
	var lifted []string
	for _, p := range w.in.Lift {
		lifted = append(lifted, "(subpath "+w.param(p)+")")
	}
	w.rule("allow file-write*", lifted)
	if len(lifted) > 0 {
		w.rule("deny file-write*", w.protected(true))
	}
	w.rule("deny file-write*", w.steps(plan.ReadOnly))
	w.rule("allow file-write*", w.steps(plan.Exception))
	var pins []string
	for i := range w.in.Plan.Steps {
		if s := &w.in.Plan.Steps[i]; s.Do == plan.PinMount {
			pins = append(pins, "(literal "+w.param(s.Path)+")")
		}
	}
	// A directory above something protected is not moved away.
	w.rule("deny file-write-unlink", pins)
}

// protected are the names of the list that are protected wherever they are; strict leaves out what
// a person can lift. What git makes itself can be made, or there would be no new repository; what
// is there already is kept by its path.
func (w *writer) protected(strict bool) (out []string) {
	for i := range w.in.Protect {
		e := &w.in.Protect[i]
		rest, anywhere := strings.CutPrefix(e.Glob, "**/")
		if anywhere && !e.Open && !(strict && e.Ask) && !strings.HasPrefix(rest, ".git/") {
			out = append(out, `(regex #"`+regex(rest)+`")`)
		}
	}
	return out
}

// sockets are those below what may be written, and those that the plan opens.
func (w *writer) sockets() {
	w.line("\n; Unix sockets")
	w.line("(allow system-socket (socket-domain AF_UNIX))")
	for i := range w.in.Plan.Steps {
		if s := &w.in.Plan.Steps[i]; s.Do == plan.Writable && s.Type == plan.Dir {
			w.socket(w.path(s.Path, s.Type))
		}
	}
	for _, p := range w.in.Temp {
		w.socket(w.path(p, plan.Dir))
	}
	for _, r := range w.in.Plan.Rules {
		if r.Type == plan.Socket {
			w.line("(allow network-outbound (remote unix-socket (literal " + w.param(r.Path) + ")))")
		}
	}
}

func (w *writer) socket(filter string) {
	w.line("(allow network-bind network-inbound (local unix-socket " + filter + "))")
	w.line("(allow network-outbound (remote unix-socket " + filter + "))")
}

// net is the network. There is no loopback of one's own: localhost is the machine's.
func (w *writer) net() {
	in := w.in
	if in.Plan.Net == sandbox.NetNone {
		return
	}
	w.line("\n; the network")
	w.text.WriteString(network)
	if in.Plan.Net == sandbox.NetOpen {
		w.text.WriteString(services)
		w.line("(allow network*)")
		return
	}
	for _, port := range in.Connect {
		w.line(`(allow network-outbound (remote ip "localhost:` + number(port) + `"))`)
		if port == 0 {
			w.notes = append(w.notes, "port 0 stands for the one at which the proxy will listen")
		}
	}
	for _, port := range in.Publish {
		w.line(`(allow network-bind network-inbound (local ip "*:` + number(port) + `"))`)
	}
	if len(in.Publish) > 0 {
		w.notes = append(w.notes, "ports that are opened can be reached by other machines")
	}
}

func number(port uint16) string { return strconv.Itoa(int(port)) }
