package auditexport

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/logs/v1"
	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	"google.golang.org/protobuf/proto"
)

// otlp is a receiver of OpenTelemetry logs, over HTTP with protobuf.
type otlp struct {
	url      string // that is posted to
	shown    string // without what may be secret
	headers  [][2]string
	resource []*common.KeyValue
	agent    string
	client   *http.Client
	cursor   *cursor
	log      string
	done     positions // that the cursor holds
	reached  bool      // the receiver has answered

	note  func(text string) // nil for nobody
	now   func() time.Time
	sleep func(context.Context, time.Duration) error
}

const (
	requestTime = 30 * time.Second // for one request with its answer
	// A batch is tried again for so long; what is throttled longer is for a later run.
	patience = 5 * time.Minute
	// Who has never answered has perhaps another name.
	firstPatience = 10 * time.Second
	firstWait     = time.Second
	longestWait   = 30 * time.Second
	maxAnswer     = 1 << 20
)

func (o *otlp) Close() error {
	o.client.CloseIdleConnections()
	return o.cursor.Close()
}

func (o *otlp) ended(context.Context) (positions, error) {
	var err error
	o.done, err = o.cursor.read(o.log)
	return append(positions(nil), o.done...), err
}

// room: collectors take 20 MB, proxies before them often 1 MB, and this is packed.
func (o *otlp) room() (records, bytes int) { return 1024, 2 << 20 }

// put sends records. When the receiver has acknowledged them, the cursor is moved behind them.
// Where this process ends between the two, they are sent again with the same ids.
func (o *otlp) put(ctx context.Context, list []record) (taken, error) {
	body, err := packed(o.request(list))
	if err != nil {
		return taken{}, err
	}
	refused, why, err := o.deliver(ctx, body)
	if tooLarge(err) && len(list) > 1 {
		return o.halves(ctx, list)
	}
	if err != nil {
		return taken{}, err
	}
	refused = min(max(refused, 0), int64(len(list)))
	o.done.take(list)
	got := taken{records: int64(len(list)) - refused, refused: refused, why: why}
	return got, o.cursor.write(o.shown, o.done)
}

// halves sends records in two parts.
func (o *otlp) halves(ctx context.Context, list []record) (taken, error) {
	first, err := o.put(ctx, list[:len(list)/2])
	if err != nil {
		return first, err
	}
	second, err := o.put(ctx, list[len(list)/2:])
	second.records += first.records
	second.refused += first.refused
	if second.why == "" {
		second.why = first.why
	}
	return second, err
}

func packed(m proto.Message) ([]byte, error) {
	data, err := proto.Marshal(m)
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	if _, err := w.Write(data); err != nil {
		return nil, err
	}
	err = w.Close()
	return buf.Bytes(), err
}

// deliver posts a body until it is acknowledged, refused, or the receiver took too long.
func (o *otlp) deliver(ctx context.Context, body []byte) (refused int64, why string, err error) {
	begin := o.now()
	for wait := firstWait; ; wait = min(2*wait, longestWait) {
		refused, why, err = o.post(ctx, body)
		if err == nil || ctx.Err() != nil || !again(err) {
			return refused, why, err
		}
		limit := patience
		if !o.reached {
			limit = firstPatience
		}
		// Not all who were turned away come back at once.
		pause := wait/2 + rand.N(wait/2)
		var answer *answerError
		if errors.As(err, &answer) && answer.after > 0 {
			pause = answer.after
		}
		if o.now().Add(pause).Sub(begin) > limit {
			return 0, "", fmt.Errorf("%w; gave up after %v, and the next export goes on here", err,
				o.now().Sub(begin).Round(time.Second))
		}
		if o.note != nil {
			o.note(fmt.Sprintf("%v; trying again in %v", err, pause.Round(100*time.Millisecond)))
		}
		if err := o.sleep(ctx, pause); err != nil {
			return 0, "", err
		}
	}
}

// post posts a body once.
func (o *otlp) post(ctx context.Context, body []byte) (refused int64, why string, err error) {
	ctx, cancel := context.WithTimeout(ctx, requestTime)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, o.url, bytes.NewReader(body))
	if err != nil {
		return 0, "", err
	}
	for _, h := range o.headers {
		req.Header.Set(h[0], h[1])
	}
	req.Header.Set("User-Agent", o.agent)
	req.Header.Set("Content-Type", "application/x-protobuf")
	req.Header.Set("Content-Encoding", "gzip")
	res, err := o.client.Do(req)
	var failed *url.Error // it would show the whole URL, with what may be a key
	if errors.As(err, &failed) {
		err = fmt.Errorf("%s: %w", req.URL.Host, failed.Err)
	}
	if err != nil {
		return 0, "", err
	}
	defer res.Body.Close()
	o.reached = true
	data, _ := io.ReadAll(io.LimitReader(res.Body, maxAnswer))
	if res.StatusCode/100 != 2 {
		return 0, "", &answerError{status: res.StatusCode, text: statusText(res.Header, data),
			after: o.after(res.Header.Get("Retry-After"))}
	}
	// Some receivers answer with nothing, or with JSON, and an answer may be cut off: it is an
	// acknowledgement all the same, and to send again would be to send twice.
	var answer collector.ExportLogsServiceResponse
	if proto.Unmarshal(data, &answer) != nil {
		return 0, "", nil
	}
	p := answer.GetPartialSuccess()
	return p.GetRejectedLogRecords(), p.GetErrorMessage(), nil
}

// answerError is an answer of the receiver that takes nothing.
type answerError struct {
	status int
	text   string
	after  time.Duration // that it asks to wait
}

func (e *answerError) Error() string {
	text := strconv.Itoa(e.status) + " " + http.StatusText(e.status)
	if e.text != "" {
		text += ": " + e.text
	}
	if e.after > 0 {
		text += fmt.Sprintf(" (try again in %v)", e.after.Round(time.Second))
	}
	return "the receiver answers " + text
}

// tooLarge reports whether the receiver may take the records in smaller pieces. The collector
// answers Bad Request to what is longer than it was told to take.
func tooLarge(err error) bool {
	var answer *answerError
	return errors.As(err, &answer) && (answer.status == http.StatusRequestEntityTooLarge ||
		answer.status == http.StatusBadRequest)
}

// again reports whether a failure may pass by itself. The protocol names the answers.
func again(err error) bool {
	var answer *answerError
	if errors.As(err, &answer) {
		switch answer.status {
		case http.StatusTooManyRequests, http.StatusBadGateway, http.StatusServiceUnavailable,
			http.StatusGatewayTimeout:
			return true
		}
		return false
	}
	var certificate *tls.CertificateVerificationError
	return !errors.As(err, &certificate) && !errors.Is(err, errNotLoopback)
}

// after reads the header Retry-After: seconds, or a date.
func (o *otlp) after(text string) time.Duration {
	if n, err := strconv.ParseInt(strings.TrimSpace(text), 10, 32); err == nil {
		return time.Duration(max(n, 0)) * time.Second
	}
	if t, err := http.ParseTime(text); err == nil {
		return max(0, t.Sub(o.now()))
	}
	return 0
}

// statusText is what an answer says: the message of a google.rpc.Status, or text.
func statusText(h http.Header, data []byte) string {
	text := string(data)
	if strings.HasPrefix(h.Get("Content-Type"), "application/x-protobuf") {
		var status collector.ExportLogsPartialSuccess // its message has the same number
		_ = proto.Unmarshal(data, &status)
		text = status.GetErrorMessage()
	}
	const most = 300
	text = strings.Join(strings.Fields(strings.ToValidUTF8(text, "")), " ")
	if len(text) > most {
		text = strings.ToValidUTF8(text[:most], "") + "…"
	}
	return text
}

// sleep waits, unless the export is to end.
func sleep(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return context.Cause(ctx)
	}
}
