package interp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
)

// Serve answers requests until there are no more. Requests are taken in while others are being
// answered, so that the gate never waits for the helper to read.
func Serve(in io.Reader, out *bufio.Writer, read func(Request) *Facts) error {
	r := bufio.NewReaderSize(in, 64<<10)
	greeting := make([]byte, len(Greeting))
	if _, err := io.ReadFull(r, greeting); err != nil || string(greeting) != Greeting {
		return errors.New("this program is started by fencepost; the version of its protocol is " +
			Greeting[len("fencepost-interp "):len(Greeting)-1])
	}
	if _, err := out.WriteString(Greeting); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	requests := make(chan Request, 64)
	failed := make(chan error, 1)
	go receive(r, requests, failed)
	for req := range requests {
		body := EncodeFacts(read(req))
		if len(body) > maxAnswer {
			body = EncodeFacts(&Facts{Problem: "the code does more than the limit of this program"})
		}
		var head [4]byte
		binary.BigEndian.PutUint32(head[:], uint32(len(body)))
		out.Write(head[:])
		out.Write(body)
		if err := out.Flush(); err != nil {
			return err
		}
	}
	return <-failed
}

// receive reads requests until the end of input or the first mistake.
func receive(r io.Reader, requests chan<- Request, failed chan<- error) {
	defer close(requests)
	total := 0
	for {
		body, err := readFrame(r, MaxCode+MaxModules+64<<10)
		if err == io.EOF {
			failed <- nil
			return
		}
		if err != nil {
			failed <- err
			return
		}
		req, err := DecodeRequest(body)
		if total += len(body); err == nil && total > MaxTotal+1<<20 {
			err = errors.New("more code than the limit of this program")
		}
		if err != nil {
			failed <- err
			return
		}
		requests <- req
	}
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
