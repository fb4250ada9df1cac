package interp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"

	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

// unread is what fits into the way to the gate without the gate reading it, at least: a page.
const maxUnread = 4 << 10

// Serve answers requests until there are no more. The gate reads answers after it has sent all
// requests. So once more is answered than it may leave unread, a second thread reads requests ahead.
// Most calls never get there: one thread does it all.
func Serve(in io.Reader, out *bufio.Writer, read func(Request) *Facts) error {
	s := source{in: bufio.NewReaderSize(in, 4<<10)}
	if _, err := out.WriteString(Greeting); err != nil {
		return err
	}
	greeting := make([]byte, len(Greeting))
	if _, err := io.ReadFull(s.in, greeting); err != nil || string(greeting) != Greeting {
		return errors.Join(errors.New("this program is started by the fencepost-hook of its own build, "+
			siblings.ThisBuild()), out.Flush())
	}
	answered := len(Greeting)
	for {
		req, err := s.next()
		if err != nil {
			return errors.Join(out.Flush(), notEOF(err))
		}
		body := EncodeFacts(read(req))
		if len(body) > maxAnswer {
			body = EncodeFacts(&Facts{Problem: "the code does more than the limit of this program"})
		}
		if answered += 4 + len(body); answered > maxUnread {
			s.readAhead()
		}
		var head [4]byte
		binary.BigEndian.PutUint32(head[:], uint32(len(body)))
		out.Write(head[:])
		out.Write(body)
		if err := out.Flush(); err != nil {
			return err
		}
	}
}

// notEOF is the error, if it is one: the end of requests is none.
func notEOF(err error) error {
	if err == io.EOF {
		return nil
	}
	return err
}

// source is where requests come from.
type source struct {
	in    *bufio.Reader
	total int
	queue chan received // nil: they are read when they are wanted
}

// received is a request that was read ahead, or why there are no more.
type received struct {
	req Request
	err error
}

// next returns the next request; io.EOF where there are no more.
func (s *source) next() (Request, error) {
	if s.queue == nil {
		return s.read()
	}
	t := <-s.queue
	return t.req, t.err
}

// readAhead has requests read from now on before they are wanted.
func (s *source) readAhead() {
	if s.queue != nil {
		return
	}
	s.queue = make(chan received, 64)
	go func() {
		for {
			req, err := s.read()
			s.queue <- received{req, err}
			if err != nil {
				return
			}
		}
	}()
}

func (s *source) read() (Request, error) {
	body, err := readFrame(s.in, MaxCode+MaxModules+64<<10)
	if err != nil {
		return Request{}, err
	}
	req, err := DecodeRequest(body)
	if s.total += len(body); err == nil && s.total > MaxTotal+1<<20 {
		err = errors.New("more code than the limit of this program")
	}
	return req, err
}

// readFrame reads one frame of at most max bytes. It returns io.EOF only where no frame begins.
func readFrame(r io.Reader, max int) ([]byte, error) {
	var head [4]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return nil, err
	}
	n := binary.BigEndian.Uint32(head[:])
	if int64(n) > int64(max) {
		return nil, errFormat
	}
	body := make([]byte, n)
	if _, err := io.ReadFull(r, body); err != nil {
		return nil, errFormat
	}
	return body, nil
}
