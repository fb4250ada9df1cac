// Package dns answers the queries of programs in the sandbox. No query leaves: a name gets an
// address that stands for it inside, and who connects to that address is asked about the name.
// Kinds of records in which data could travel are refused.
//
// Messages are read with golang.org/x/net/dns/dnsmessage, which the Go resolver uses itself: it
// reads in place, bounds names and pointers, and has nothing that a server of one kind of answer
// lacks.
package dns

import (
	"net/netip"
	"strconv"
	"strings"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/fencepost/fencepost/internal/lowlevel/hostmatch"
)

// Names gives names their addresses.
type Names interface {
	// Address is the address that stands for a name, and for how many seconds that may be
	// remembered; not valid where there is none left.
	Address(name string) (addr netip.Addr, ttl uint32)
	// Name is the name that an address stands for; "" if for none.
	Name(addr netip.Addr) string
	// Refused is told of a query whose kind is refused.
	Refused(name, kind string)
}

// MaxMessage is how long a query may be: many times the longest that asks for one name.
const MaxMessage = 4096

// localTTL is for names of this machine.
const localTTL = 300

// Answer returns the answer to a query, in buf if that is long enough; nil where none is due.
func Answer(query, buf []byte, names Names) []byte {
	var p dnsmessage.Parser
	asked, err := p.Start(query)
	if err != nil || asked.Response {
		return nil // what cannot be read, and what is no query, gets no answer
	}
	h := dnsmessage.Header{
		ID: asked.ID, Response: true, OpCode: asked.OpCode,
		RecursionDesired: asked.RecursionDesired, RecursionAvailable: true,
	}
	if asked.OpCode != 0 {
		h.RCode = dnsmessage.RCodeNotImplemented
		return finish(h, buf, nil, nil)
	}
	q, err := p.Question()
	if err == nil {
		if _, more := p.Question(); more != dnsmessage.ErrSectionDone {
			err = dnsmessage.ErrSectionDone
		}
	}
	if err != nil {
		h.RCode = dnsmessage.RCodeFormatError
		return finish(h, buf, nil, nil)
	}
	record, code := resolve(&q, names)
	h.RCode = code
	return finish(h, buf, &q, record)
}

// record is one answer.
type record struct {
	ttl  uint32
	body dnsmessage.ResourceBody
}

// resolve answers a question.
func resolve(q *dnsmessage.Question, names Names) (*record, dnsmessage.RCode) {
	name := strings.TrimSuffix(q.Name.String(), ".")
	if q.Class != dnsmessage.ClassINET {
		names.Refused(name, "class "+strconv.Itoa(int(q.Class)))
		return nil, dnsmessage.RCodeRefused
	}
	switch q.Type {
	case dnsmessage.TypeA, dnsmessage.TypeAAAA:
		return address(q.Type, name, names)
	case dnsmessage.TypeHTTPS, dnsmessage.TypeSVCB:
		return nil, dnsmessage.RCodeSuccess // nothing is known, and A is asked for
	case dnsmessage.TypePTR:
		return pointer(name, names)
	}
	names.Refused(name, strings.TrimPrefix(q.Type.String(), "Type"))
	return nil, dnsmessage.RCodeRefused
}

// address answers a question for an address. Only addresses of IPv4 stand for names: an empty
// answer about IPv6 makes programs ask for them.
func address(kind dnsmessage.Type, name string, names Names) (*record, dnsmessage.RCode) {
	h, err := hostmatch.ReadHost(name)
	switch {
	case err != nil || h.Addr.IsValid():
		return nil, dnsmessage.RCodeNameError
	case h.Name == "localhost" || strings.HasSuffix(h.Name, ".localhost"):
		if kind == dnsmessage.TypeAAAA {
			return &record{localTTL, &dnsmessage.AAAAResource{AAAA: netip.IPv6Loopback().As16()}}, 0
		}
		return &record{localTTL, &dnsmessage.AResource{A: [4]byte{127, 0, 0, 1}}}, 0
	case kind == dnsmessage.TypeAAAA:
		return nil, dnsmessage.RCodeSuccess
	}
	addr, ttl := names.Address(h.Name)
	if !addr.Is4() {
		return nil, dnsmessage.RCodeServerFailure
	}
	return &record{ttl, &dnsmessage.AResource{A: addr.As4()}}, dnsmessage.RCodeSuccess
}

// pointer answers which name an address stands for.
func pointer(name string, names Names) (*record, dnsmessage.RCode) {
	digits, ok := strings.CutSuffix(strings.ToLower(name), ".in-addr.arpa")
	if !ok {
		return nil, dnsmessage.RCodeNameError
	}
	part := strings.Split(digits, ".")
	for i, j := 0, len(part)-1; i < j; i, j = i+1, j-1 {
		part[i], part[j] = part[j], part[i]
	}
	addr, err := netip.ParseAddr(strings.Join(part, "."))
	if err != nil {
		return nil, dnsmessage.RCodeNameError
	}
	found := names.Name(addr)
	if found == "" {
		return nil, dnsmessage.RCodeNameError
	}
	to, err := dnsmessage.NewName(found + ".")
	if err != nil {
		return nil, dnsmessage.RCodeNameError
	}
	return &record{localTTL, &dnsmessage.PTRResource{PTR: to}}, dnsmessage.RCodeSuccess
}

// finish writes an answer; nil where a name does not go into a message.
func finish(h dnsmessage.Header, buf []byte, q *dnsmessage.Question, r *record) []byte {
	b := dnsmessage.NewBuilder(buf[:0], h)
	b.EnableCompression() // with it every answer is shorter than 512 bytes
	if q != nil {
		if b.StartQuestions() != nil || b.Question(*q) != nil {
			return nil
		}
	}
	if r != nil {
		head := dnsmessage.ResourceHeader{Name: q.Name, Class: dnsmessage.ClassINET, TTL: r.ttl}
		err := b.StartAnswers()
		switch body := r.body.(type) {
		case *dnsmessage.AResource:
			err = b.AResource(head, *body)
		case *dnsmessage.AAAAResource:
			err = b.AAAAResource(head, *body)
		case *dnsmessage.PTRResource:
			err = b.PTRResource(head, *body)
		}
		if err != nil {
			return nil
		}
	}
	out, err := b.Finish()
	if err != nil {
		return nil
	}
	return out
}
