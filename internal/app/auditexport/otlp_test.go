package auditexport

import (
	"compress/gzip"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/logs/v1"
	logs "go.opentelemetry.io/proto/slim/otlp/logs/v1"
	"google.golang.org/protobuf/encoding/protojson"
	"google.golang.org/protobuf/encoding/protowire"
	"google.golang.org/protobuf/proto"

	"github.com/fencepost/fencepost/internal/app/audit"
)

// receiver is one that answers as it is told, and keeps what it acknowledged.
type receiver struct {
	*httptest.Server
	sync.Mutex
	t       *testing.T
	answers []answer // one for each request; then all are taken
	posts   []*http.Request
	got     []*logs.LogRecord
	message *collector.ExportLogsServiceRequest // the last one
	most    int                                 // records that a request may have
}

type answer struct {
	status  int
	header  map[string]string
	body    []byte
	keeps   bool // though the sender does not learn it
	breaks  bool // the connection
	refuses int64
}

func newReceiver(t *testing.T, answers ...answer) *receiver {
	r := &receiver{t: t, answers: answers}
	r.Server = httptest.NewServer(r)
	t.Cleanup(r.Close)
	return r
}

func (r *receiver) ServeHTTP(w http.ResponseWriter, req *http.Request) {
	r.Lock()
	defer r.Unlock()
	r.posts = append(r.posts, req)
	message, err := unpacked(req.Body)
	if err != nil { // whoever sent it was killed
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	r.message = message
	list := r.message.ResourceLogs[0].ScopeLogs[0].LogRecords
	a := answer{status: 200}
	if len(r.answers) > 0 {
		a, r.answers = r.answers[0], r.answers[1:]
	} else if r.most > 0 && len(list) > r.most {
		a.status = http.StatusRequestEntityTooLarge
	}
	if a.status == 200 || a.keeps {
		r.got = append(r.got, list[:len(list)-int(a.refuses)]...)
	}
	if a.breaks {
		panic(http.ErrAbortHandler)
	}
	for name, value := range a.header {
		w.Header().Set(name, value)
	}
	w.WriteHeader(a.status)
	if a.refuses > 0 {
		a.body, _ = proto.Marshal(&collector.ExportLogsServiceResponse{PartialSuccess: &collector.
			ExportLogsPartialSuccess{RejectedLogRecords: a.refuses, ErrorMessage: "too old"}})
	}
	w.Write(a.body)
}

func unpacked(body io.Reader) (*collector.ExportLogsServiceRequest, error) {
	z, err := gzip.NewReader(body)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(z)
	if err != nil {
		return nil, err
	}
	message := &collector.ExportLogsServiceRequest{}
	return message, proto.Unmarshal(data, message)
}

// uids are the ids of the records that were acknowledged, in their order.
func (r *receiver) uids() (list []string) {
	r.Lock()
	defer r.Unlock()
	for _, rec := range r.got {
		for _, a := range rec.Attributes {
			if a.Key == "log.record.uid" {
				list = append(list, a.Value.GetStringValue())
			}
		}
	}
	return list
}

func distinct(list []string) int {
	set := map[string]bool{}
	for _, id := range list {
		set[id] = true
	}
	return len(set)
}

// sender is an export to a receiver that waits in no time, and how long it waited.
func sender(t *testing.T, r Receiver) (*otlp, *[]time.Duration) {
	t.Helper()
	if r.Env == nil {
		r.Env = func(string) string { return "" }
	}
	r.Version = "1.2.3"
	to, err := OpenOTLP(r)
	if err != nil {
		t.Fatal(err)
	}
	o := to.(*otlp)
	t.Cleanup(func() { o.Close() })
	now, waited := time.Date(2026, 3, 15, 0, 0, 0, 0, time.UTC), &[]time.Duration{}
	o.now = func() time.Time { return now }
	o.sleep = func(_ context.Context, d time.Duration) error {
		now = now.Add(d)
		*waited = append(*waited, d)
		return nil
	}
	return o, waited
}

func TestMessage(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	if err := audit.Append(audit.Options{Path: log}, full()); err != nil {
		t.Fatal(err)
	}
	appendTo(t, audit.Options{Path: log}, 1, 2)
	r := newReceiver(t)
	o, _ := sender(t, Receiver{URL: r.URL + "/base/", Log: log, Headers: []string{"x-a=1=2", "X-B=3"},
		Env: func(name string) string {
			return map[string]string{"OTEL_EXPORTER_OTLP_HEADERS": "x-b=0,x-c=a%20b",
				"OTEL_EXPORTER_OTLP_LOGS_HEADERS": "x-d=%3D, x-c=d",
				"OTEL_RESOURCE_ATTRIBUTES":        "team=shop,host.name=h",
				"OTEL_SERVICE_NAME":               "gate"}[name]
		}})
	if got := mustRun(t, log, o); got.Records != 2 {
		t.Errorf("%+v", got)
	}
	for name, want := range map[string]string{"X-A": "1=2", "X-B": "3", "X-C": "d", "X-D": "=",
		"User-Agent": "fencepost/1.2.3", "Content-Type": "application/x-protobuf"} {
		if got := r.posts[0].Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := r.posts[0].URL.Path; got != "/base/v1/logs" {
		t.Errorf("posted to %s", got)
	}
	uids := r.uids()
	for i, rec := range r.got {
		rec.Attributes[0].Value = textValue("UID" + strconv.Itoa(i))
	}
	want, err := os.ReadFile("testdata/message.json")
	if err != nil {
		t.Fatal(err)
	}
	var message collector.ExportLogsServiceRequest
	if err := protojson.Unmarshal(want, &message); err != nil {
		t.Fatal(err)
	}
	if !proto.Equal(&message, r.message) {
		t.Errorf("testdata/message.json is another message than\n%s", protojson.Format(r.message))
	}
	if len(uids) != 2 || uids[0] == uids[1] || len(uids[0]) != 32 {
		t.Errorf("ids %v", uids)
	}
}

// TestAnswers: what is not acknowledged is sent again, now or by the next run, and what is, is not.
func TestAnswers(t *testing.T) {
	text := protowire.AppendString(protowire.AppendTag([]byte{8, 3}, 2, protowire.BytesType), "no way")
	for _, tt := range []struct {
		name    string
		answers []answer
		waited  []time.Duration // at least
		err     string
		posts   int
		refused int64
		twice   int
	}{
		{name: "taken", posts: 1},
		{name: "busy", answers: []answer{{status: 503}, {status: 429}, {status: 502}, {status: 504}},
			waited: []time.Duration{500e6, 1e9, 2e9, 4e9}, posts: 5},
		{name: "wait", answers: []answer{{status: 429, header: map[string]string{"Retry-After": "7"}},
			{status: 503, header: map[string]string{"Retry-After": "Sun, 15 Mar 2026 00:01:00 GMT"}}},
			waited: []time.Duration{7e9, 53e9}, posts: 3},
		{name: "wait too long", answers: []answer{{status: 429, header: map[string]string{
			"Retry-After": "3600"}}}, posts: 1,
			err: "the receiver answers 429 Too Many Requests (try again in 1h0m0s); gave up after 0s"},
		{name: "wait nonsense", answers: []answer{{status: 503, header: map[string]string{
			"Retry-After": "soon"}}}, waited: []time.Duration{500e6}, posts: 2},
		{name: "broken before", answers: []answer{{breaks: true}}, posts: 2,
			waited: []time.Duration{500e6}},
		{name: "broken behind", answers: []answer{{breaks: true, keeps: true}},
			waited: []time.Duration{500e6}, posts: 2, twice: 6},
		{name: "refused all", answers: []answer{{status: 400}, {status: 400}, {status: 400,
			header: map[string]string{"Content-Type": "application/x-protobuf"}, body: text}}, posts: 3,
			err: "the receiver answers 400 Bad Request: no way"},
		{name: "refused together", answers: []answer{{status: 400}, {status: 200}, {status: 413}},
			posts: 5},
		{name: "not let in", answers: []answer{{status: 401, body: []byte("who\nare you?")}}, posts: 1,
			err: "the receiver answers 401 Unauthorized: who are you?"},
		{name: "elsewhere", answers: []answer{{status: 307, header: map[string]string{
			"Location": "/v1/logs"}}}, posts: 1, err: "307"},
		{name: "partly", answers: []answer{{status: 200, refuses: 2}}, posts: 1, refused: 2},
		{name: "other answer", answers: []answer{{status: 200, body: []byte(`{"partialSuccess":{}}`)}},
			posts: 1},
		{name: "accepted", answers: []answer{{status: 202, keeps: true}}, posts: 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			log := filepath.Join(t.TempDir(), "audit.jsonl")
			appendTo(t, audit.Options{Path: log}, 0, 6)
			r := newReceiver(t, tt.answers...)
			o, waited := sender(t, Receiver{URL: r.URL, Log: log})
			got, err := Run(t.Context(), log, o, nil)
			if tt.err == "" && err != nil || err != nil && !strings.Contains(err.Error(), tt.err) {
				t.Errorf("error %v, want %q", err, tt.err)
			}
			if len(r.posts) != tt.posts || got.Refused != tt.refused ||
				(tt.refused > 0) != (got.Why == "too old") || len(*waited) != len(tt.waited) {
				t.Errorf("%d posts, waited %v, %+v", len(r.posts), *waited, got)
			}
			for i, least := range tt.waited {
				if d := (*waited)[i]; d < least || d > 2*least {
					t.Errorf("waited %v, want %v", d, least)
				}
			}
			o.Close()
			o, _ = sender(t, Receiver{URL: r.URL, Log: log})
			again := mustRun(t, log, o)
			if all := got.Records + again.Records; all != 6-tt.refused {
				t.Errorf("%d records", all)
			}
			uids := r.uids()
			if len(uids) != 6-int(tt.refused)+tt.twice || distinct(uids) != 6-int(tt.refused) {
				t.Errorf("%d records with %d ids", len(uids), distinct(uids))
			}
		})
	}
}

func TestGivesUp(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	appendTo(t, audit.Options{Path: log}, 0, 6)
	r := newReceiver(t)
	for range 100 {
		r.answers = append(r.answers, answer{status: 503})
	}
	o, waited := sender(t, Receiver{URL: r.URL, Log: log})
	_, err := Run(t.Context(), log, o, nil)
	total := time.Duration(0)
	for _, d := range *waited {
		total += d
		if d > longestWait {
			t.Errorf("waited %v", d)
		}
	}
	if err == nil || total > patience || total < patience-longestWait {
		t.Errorf("%v after %v", err, total)
	}
	r.Close()
	o.Close()
	o, waited = sender(t, Receiver{URL: r.URL, Log: log})
	if _, err := Run(t.Context(), log, o, nil); err == nil || len(*waited) > 6 ||
		!strings.Contains(err.Error(), "refused") {
		t.Errorf("%v after %v", err, *waited)
	}
}

// TestNoText: bytes that are no text do not keep a record from being sent.
func TestNoText(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	appendTo(t, audit.Options{Path: log}, 0, 1)
	data, err := os.ReadFile(log)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(data), "echo", "\xff", 1)
	text = strings.Replace(text, "s1", "\xc3", 1)
	if err := os.WriteFile(log, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	r := newReceiver(t)
	o, _ := sender(t, Receiver{URL: r.URL, Log: log})
	if got := mustRun(t, log, o); got.Records != 1 || len(r.got) != 1 {
		t.Errorf("%+v", got)
	}
}

// TestTooLarge: what is too much for one request goes in several.
func TestTooLarge(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	appendTo(t, audit.Options{Path: log}, 0, 100)
	r := newReceiver(t)
	r.most = 9
	o, _ := sender(t, Receiver{URL: r.URL, Log: log})
	if got := mustRun(t, log, o); got.Records != 100 || len(r.got) != 100 ||
		distinct(r.uids()) != 100 {
		t.Errorf("%+v, %d records", got, len(r.got))
	}
	r.most = 0
	appendTo(t, audit.Options{Path: log}, 100, 101)
	r.answers = []answer{{status: 413}}
	if _, err := Run(t.Context(), log, o, nil); err == nil || !strings.Contains(err.Error(), "413") {
		t.Errorf("%v", err)
	}
}

// TestCursor: each receiver has its own, for one export at a time, and no key is in it.
func TestCursor(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	appendTo(t, audit.Options{Path: log}, 0, 10)
	a, b := newReceiver(t), newReceiver(t)
	for range 2 {
		for _, r := range []*receiver{a, b} {
			o, _ := sender(t, Receiver{URL: r.URL + "?key=hidden", Log: log})
			if _, err := OpenOTLP(Receiver{URL: r.URL, Log: log}); err == nil ||
				!strings.Contains(err.Error(), "another export") {
				t.Errorf("%v", err)
			}
			mustRun(t, log, o)
			o.Close()
		}
	}
	if len(a.got) != 10 || len(b.got) != 10 {
		t.Errorf("%d and %d records", len(a.got), len(b.got))
	}
	list, _ := filepath.Glob(log + ".otlp-*.json")
	if len(list) != 2 {
		t.Fatalf("%v", list)
	}
	for _, file := range list {
		data, _ := os.ReadFile(file)
		info, _ := os.Stat(file)
		if strings.Contains(string(data), "hidden") || info.Mode().Perm() != 0o600 {
			t.Errorf("%v\n%s", info.Mode(), data)
		}
		if err := os.WriteFile(file, []byte("{"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// One that cannot be read does not count as none.
	o, _ := sender(t, Receiver{URL: a.URL, Log: log})
	if _, err := Run(t.Context(), log, o, nil); err == nil || len(a.got) != 10 {
		t.Errorf("%v, %d records", err, len(a.got))
	}
	if files := audit.Files(log); !reflect.DeepEqual(files, []string{log}) {
		t.Errorf("files of the log: %v", files)
	}
}

func TestWhereTo(t *testing.T) {
	for _, tt := range []struct {
		url      string
		insecure bool
		want     string // posted to, or what the error has
	}{
		{"https://c.example", false, "https://c.example/v1/logs"},
		{"https://c.example:4318/", false, "https://c.example:4318/v1/logs"},
		{"https://c.example/otlp", false, "https://c.example/otlp/v1/logs"},
		{"https://c.example/in/v1/logs/", false, "https://c.example/in/v1/logs"},
		{"https://c.example/?k=v", false, "https://c.example/v1/logs?k=v"},
		{"http://localhost:4318", false, "http://localhost:4318/v1/logs"},
		{"http://127.0.0.1:4318", false, "http://127.0.0.1:4318/v1/logs"},
		{"http://[::1]:4318", false, "http://[::1]:4318/v1/logs"},
		{"http://c.example", false, "would show the log"},
		{"http://localhost.c.example", false, "would show the log"},
		{"http://127.0.0.1.c.example", false, "would show the log"},
		{"http://c.example", true, "http://c.example/v1/logs"},
		{"https://u:p@c.example", false, "no name and password"},
		{"c.example:4318", false, "needs a URL"},
		{"grpc://c.example", true, "needs a URL"},
		{"https://", false, "needs a URL"},
		{"", false, "needs a URL"},
	} {
		r := Receiver{URL: tt.url, Insecure: tt.insecure}
		u, err := r.endpoint()
		if err != nil && !strings.Contains(err.Error(), tt.want) || err == nil && u.String() != tt.want {
			t.Errorf("%q: %v, %v, want %s", tt.url, u, err, tt.want)
		}
	}
	for _, r := range []Receiver{
		{Headers: []string{"a"}}, {Headers: []string{"=b"}}, {Headers: []string{"a b=secret"}},
		{Headers: []string{"a:=secret"}}, {Headers: []string{"a=secret\r\nb: c"}},
		{Env: func(string) string { return "a=secret%0a" }},
		{Env: func(string) string { return "secret" }},
		{Env: func(string) string { return "a=%zzsecret" }},
	} {
		r.URL, r.Log = "https://c.example", filepath.Join(t.TempDir(), "audit.jsonl")
		if _, err := OpenOTLP(r); err == nil || strings.Contains(err.Error(), "secret") {
			t.Errorf("%v: %v", r.Headers, err)
		}
	}
}

// TestNameOfThisMachine: a name that should be this machine's, and is another one's, gets nothing.
func TestNameOfThisMachine(t *testing.T) {
	for address, want := range map[string]error{"127.0.0.1:1": nil, "[::1]:1": nil,
		"192.0.2.1:1": errNotLoopback, "[2001:db8::1]:1": errNotLoopback} {
		_, err := client(true).Transport.(*http.Transport).DialContext(t.Context(), "tcp", address)
		if errors.Is(err, errNotLoopback) != (want != nil) {
			t.Errorf("%s: %v", address, err)
		}
	}
	if again(errNotLoopback) {
		t.Error("it is tried again")
	}
}

// TestCertificate: who has no certificate that is known here gets nothing.
func TestCertificate(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	appendTo(t, audit.Options{Path: log}, 0, 6)
	r := &receiver{t: t}
	r.Server = httptest.NewUnstartedServer(r)
	r.Config.ErrorLog = slog.NewLogLogger(slog.DiscardHandler, slog.LevelError)
	r.StartTLS()
	t.Cleanup(r.Close)
	o, waited := sender(t, Receiver{URL: r.URL, Log: log})
	if _, err := Run(t.Context(), log, o, nil); err == nil || len(*waited) > 0 || len(r.posts) > 0 ||
		!strings.Contains(err.Error(), "certificate") {
		t.Errorf("%v, waited %v", err, *waited)
	}
	o.client = r.Client()
	if got := mustRun(t, log, o); got.Records != 6 {
		t.Errorf("%+v", got)
	}
}

// TestDocs: docs/organisation.md has each attribute, column and table.
func TestDocs(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "organisation.md"))
	if err != nil {
		t.Fatal(err)
	}
	message, err := os.ReadFile("testdata/message.json")
	if err != nil {
		t.Fatal(err)
	}
	names := columns()
	for _, m := range regexp.MustCompile(`"key": "([a-z._]+)"`).FindAllSubmatch(message, -1) {
		if name := string(m[1]); name != "team" {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/organisation.md lacks %s", name)
		}
	}
	if len(names) < 35 {
		t.Errorf("only %d names", len(names))
	}
}
