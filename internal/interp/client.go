package interp

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"runtime"
	"time"

	"github.com/fencepost/fencepost/internal/beside"
)

// HelperName is the program that reads inline code.
const HelperName = "fencepost-interp"

// Client asks the helper about the snippets of one call. The process is started with the first
// question, and answers are read only when they are needed, so that it works while the rest of the
// call is still being judged.
type Client struct {
	Helper   string    // path of the helper; "" means beside the executable
	Deadline time.Time // after it the helper is killed; zero: never

	proc    *os.Process
	in, out *os.File // the helper's standard input and output
	greeted bool
	total   int
	err     error
}

// Ask sends a request. A mistake is reported by Answer.
func (c *Client) Ask(r *Request) {
	if c.err != nil {
		return
	}
	size, modules := len(r.Code), 0
	for i := range r.Modules {
		modules += len(r.Modules[i].Code)
	}
	if size > MaxCode || modules > MaxModules || c.total+size+modules > MaxTotal {
		c.fail("the inline code is longer than the limit of this program")
		return
	}
	c.total += size + modules
	if c.proc == nil && !c.start() {
		return
	}
	body := EncodeRequest(r)
	frame := make([]byte, 4, 4+len(body))
	binary.BigEndian.PutUint32(frame, uint32(len(body)))
	c.write(append(frame, body...))
}

// write sends bytes. A helper that has ended may have said something before, which Answer reads:
// only a deadline that is over is a mistake here.
func (c *Client) write(b []byte) {
	if _, err := c.in.Write(b); errors.Is(err, os.ErrDeadlineExceeded) {
		c.broken(err)
	}
}

// Answer returns the answer to the oldest request that has none yet.
func (c *Client) Answer() (*Facts, error) {
	if c.err != nil {
		return nil, c.err
	}
	if !c.greeted && !c.greeting() {
		return nil, c.err
	}
	body, err := readFrame(c.out, maxAnswer)
	if err != nil {
		c.broken(err)
		return nil, c.err
	}
	f, err := DecodeFacts(body)
	if err != nil {
		c.broken(err)
		return nil, c.err
	}
	return f, nil
}

// Close ends the helper. It does not wait for it.
func (c *Client) Close() {
	if c.proc == nil {
		return
	}
	c.in.Close()
	c.out.Close()
	_ = c.proc.Kill()
	p := c.proc
	go p.Wait() // a gate that judges many calls must not collect zombies
	c.proc = nil
}

// mend is what a person can do about a helper that does not work.
const mend = "; put the fencepost-interp of the same build beside fencepost, or write the code " +
	"to a file and run that"

func (c *Client) fail(why string) { c.err = errors.New(why) }

// broken turns an error of the conversation into one for people.
func (c *Client) broken(err error) {
	switch {
	case c.err != nil:
	case errors.Is(err, os.ErrDeadlineExceeded) ||
		!c.Deadline.IsZero() && !time.Now().Before(c.Deadline):
		c.fail(HelperName + " took too long over the inline code and was ended; simplify the code, or " +
			"write it to a file and run that")
	case IsFormat(err):
		c.fail(HelperName + " gave an answer that cannot be read" + mend)
	default:
		c.fail(HelperName + " ended without an answer" + mend)
	}
	c.Close()
}

// greeting checks that the helper speaks this version of the protocol.
func (c *Client) greeting() bool {
	got := make([]byte, len(Greeting))
	n, err := io.ReadFull(c.out, got)
	switch {
	case err == nil && string(got) == Greeting:
		c.greeted = true
		return true
	case n >= len(HelperName) && string(got[:len(HelperName)]) == HelperName:
		c.fail(HelperName + " is of another version than fencepost" + mend)
		c.Close()
	case err == nil:
		c.broken(errFormat)
	default:
		c.broken(err)
	}
	return false
}

// start starts the helper with nothing of this process's environment.
func (c *Client) start() bool {
	path, err := c.find()
	if err != nil {
		c.fail(HelperName + ", which reads inline code, is not beside fencepost" + mend)
		return false
	}
	inRead, inWrite, err := os.Pipe()
	if err != nil {
		c.fail(HelperName + " cannot be started: " + err.Error())
		return false
	}
	defer inRead.Close()
	outRead, outWrite, err := os.Pipe()
	if err != nil {
		inWrite.Close()
		c.fail(HelperName + " cannot be started: " + err.Error())
		return false
	}
	defer outWrite.Close()
	// it reads one snippet at a time; more threads only take time to start
	env := []string{"GOGC=off", "GOMEMLIMIT=400MiB", "GOTRACEBACK=none", "GOMAXPROCS=1"}
	if runtime.GOOS == "windows" {
		env = append(env, "SYSTEMROOT="+os.Getenv("SYSTEMROOT"))
	}
	c.proc, err = os.StartProcess(path, []string{HelperName},
		&os.ProcAttr{Env: env, Files: []*os.File{inRead, outWrite, nil}})
	if err != nil {
		inWrite.Close()
		outRead.Close()
		why := err
		var perr *fs.PathError
		if errors.As(err, &perr) {
			why = perr.Err
		}
		c.proc = nil
		c.fail(HelperName + " beside fencepost cannot be started (" + why.Error() + ")" + mend)
		return false
	}
	c.in, c.out = inWrite, outRead
	c.limitTime()
	c.write([]byte(Greeting))
	return c.err == nil
}

// limitTime lets reads and writes end at the deadline. Where pipes know no deadline the process is
// ended instead, which ends them as well.
func (c *Client) limitTime() {
	if c.Deadline.IsZero() {
		return
	}
	if c.in.SetWriteDeadline(c.Deadline) != nil || c.out.SetReadDeadline(c.Deadline) != nil {
		p := c.proc
		time.AfterFunc(time.Until(c.Deadline), func() { _ = p.Kill() })
	}
}

// find returns the path of the helper.
func (c *Client) find() (string, error) {
	if c.Helper != "" {
		return c.Helper, nil
	}
	return beside.Find(HelperName)
}
