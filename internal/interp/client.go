package interp

import (
	"bufio"
	"encoding/binary"
	"errors"
	"io"
	"os"
	"time"

	"github.com/fencepost/fencepost/internal/lowlevel/siblings"
)

// HelperName is the program that reads inline code.
const HelperName = "fencepost-interp"

// ErrNoCompiler is the error of a helper that has no grammars.
var ErrNoCompiler = errors.New(NoCompiler)

// NoCompiler is what such a helper answers to every request, as the problem of the code.
const NoCompiler = HelperName + " was built without a C compiler; install one, such as gcc or clang, " +
	"and build it again"

// Client asks the helper about the snippets of one call. The process is started with the first
// question, and answers are read only when they are needed, so that it works while the rest of the
// call is still being judged.
type Client struct {
	Helper   string    // path of the helper; "" means beside the executable
	Deadline time.Time // after it the helper is killed; zero: never

	proc *siblings.Process
	out  *bufio.Reader // what the helper says

	mustGreet bool // it has not been greeted yet
	greeted   bool // it has greeted
	total     int
	err       error
}

// checkLimit is how long Check waits.
const checkLimit = 5 * time.Second

// Check asks a helper to read nothing, and returns why it does not: ErrNoCompiler, or an error for
// people.
func Check(helper string) error {
	c := &Client{Helper: helper, Deadline: time.Now().Add(checkLimit)}
	defer c.Close()
	c.Ask(&Request{Lang: "python"})
	_, err := c.Answer()
	return err
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
	frame := make([]byte, 0, len(Greeting)+4+len(body))
	if c.mustGreet {
		frame = append(frame, Greeting...)
	}
	frame = binary.BigEndian.AppendUint32(frame, uint32(len(body)))
	c.write(append(frame, body...))
	c.mustGreet = false
}

// write sends bytes. A helper that has ended may have said something before, which Answer reads:
// only a deadline that is over is a mistake here.
func (c *Client) write(b []byte) {
	if _, err := c.proc.Write(b); errors.Is(err, os.ErrDeadlineExceeded) {
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
	if f.Problem == NoCompiler {
		c.err = ErrNoCompiler
		c.Close()
		return nil, c.err
	}
	return f, nil
}

// Close ends the helper. It does not wait for it.
func (c *Client) Close() {
	if c.proc != nil {
		c.proc.Close()
		c.proc = nil
	}
}

// mend is what a person can do about a helper that does not work.
const remedy = "; put the fencepost-interp of the same build beside fencepost, or write the code " +
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
		c.fail(HelperName + " gave an answer that cannot be read" + remedy)
	default:
		c.fail(HelperName + " ended without an answer" + remedy)
	}
	c.Close()
}

// greeting checks that the helper is of this build.
func (c *Client) greeting() bool {
	got := make([]byte, len(Greeting))
	n, err := io.ReadFull(c.out, got)
	switch {
	case err == nil && string(got) == Greeting:
		c.greeted = true
		return true
	case !errors.Is(err, os.ErrDeadlineExceeded) && siblings.Foreign(c.Helper, got[:n]):
		c.fail(HelperName + " is of another build than fencepost; " + siblings.Mend +
			", or write the code to a file and run that")
		c.Close()
	case err == nil:
		c.broken(errFormat)
	default:
		c.broken(err)
	}
	return false
}

// start starts the helper.
func (c *Client) start() bool {
	path, err := c.find()
	if err != nil {
		c.fail(HelperName + ", which reads inline code, is not beside fencepost" + remedy)
		return false
	}
	c.Helper = path
	// it reads one snippet at a time; more threads only take time to start
	c.proc, err = siblings.Start(path, []string{HelperName}, []string{"GOMAXPROCS=1"}, c.Deadline)
	if err != nil {
		c.fail(HelperName + " beside fencepost cannot be started (" + err.Error() + ")" + remedy)
		return false
	}
	c.out, c.mustGreet, c.greeted = bufio.NewReaderSize(c.proc, 1<<10), true, false
	return true
}

// find returns the path of the helper.
func (c *Client) find() (string, error) {
	if c.Helper != "" {
		return c.Helper, nil
	}
	return siblings.Find(HelperName)
}
