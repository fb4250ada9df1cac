package collectortest

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	mathrand "math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"go.opentelemetry.io/collector/consumer/consumererror"

	"github.com/fencepost/fencepost/internal/app/audit"
	"github.com/fencepost/fencepost/internal/app/auditexport"
	"github.com/fencepost/fencepost/internal/fact"
)

// TestMain exports where the variable says so, for tests that kill the process, and runs the tests
// else.
func TestMain(m *testing.M) {
	if job := os.Getenv("FENCEPOST_TEST_EXPORT"); job != "" {
		url, log, _ := strings.Cut(job, "|")
		if _, err := export(context.Background(), url, log); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

func export(ctx context.Context, url, log string) (auditexport.Result, error) {
	to, err := auditexport.OpenOTLP(auditexport.Receiver{URL: url, Log: log, Version: "1.2.3"})
	if err != nil {
		return auditexport.Result{}, err
	}
	r, err := auditexport.Run(ctx, log, to, nil)
	return r, errors.Join(err, to.Close())
}

// logged appends the calls from..to-1 to a log: each is asked about, and its outcome follows.
func logged(t *testing.T, o audit.Options, from, to int) {
	t.Helper()
	for n := from; n < to; n++ {
		e := &audit.Entry{Time: time.Date(2026, 3, 14, 8, 0, 0, n*1e6, time.UTC), Session: "s1",
			ToolUse: fmt.Sprint("t", n/2), Cwd: "/home/eve/work", Mode: "default", Tool: "Bash"}
		if n%2 == 0 {
			e.Input = []fact.Field{{Name: "command", Text: fmt.Sprint("tkt ", n), String: true}}
			e.Decision, e.Reason, e.Rule = "ask", "Fencepost: it requires approval.", "tkt"
			e.Src, e.Took = "a.yaml:3", 1234*time.Microsecond
		} else {
			e.Outcome = "ran"
		}
		if err := audit.Append(o, e); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAttributes: the collector reads what docs/organisation.md says.
func TestAttributes(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	logged(t, audit.Options{Path: log}, 0, 5000)
	s := newSink()
	address := start(t, s, nil)
	for i, want := range []int64{5000, 0} {
		if r, err := export(t.Context(), "http://"+address, log); err != nil || r.Records != want {
			t.Errorf("run %d: %+v, %v", i, r, err)
		}
	}
	if n, again := s.counts(); n != 5000 || again != 0 {
		t.Errorf("%d records, %d again", n, again)
	}
	want := map[string]int{"fencepost.audit.decision WARN": 2500, "fencepost.audit.outcome INFO": 2500}
	if !reflect.DeepEqual(s.events, want) {
		t.Errorf("%v, want %v", s.events, want)
	}
	rec := s.last["fencepost.audit.decision"]
	got := rec.Attributes().AsRaw()
	delete(got, "log.record.uid")
	attributes := map[string]any{"session.id": "s1", "process.working_directory": "/home/eve/work",
		"fencepost.decision": "ask", "fencepost.reason": "Fencepost: it requires approval.",
		"fencepost.rule.id": "tkt", "fencepost.rule.source": "a.yaml:3",
		"fencepost.permission_mode": "default", "fencepost.tool.name": "Bash",
		"fencepost.tool.call.id": "t2499", "fencepost.tool.input": `{"command":"tkt 4998"}`,
		"fencepost.judging.duration": 0.001234}
	if !reflect.DeepEqual(got, attributes) {
		t.Errorf("%v, want\n%v", got, attributes)
	}
	at := time.Date(2026, 3, 14, 8, 0, 4, 998e6, time.UTC)
	if body := rec.Body().Str(); !rec.Timestamp().AsTime().Equal(at) ||
		body != "ask Bash: Fencepost: it requires approval." {
		t.Errorf("%v %q", rec.Timestamp(), body)
	}
}

// TestBusyPipelineGetsBatchAgain: a pipeline that has no room makes the receiver answer so that the batch
// comes again. One that will never take it ends the export, and it comes with the next.
func TestBusyPipelineGetsBatchAgain(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	logged(t, audit.Options{Path: log}, 0, 3000)
	s := newSink()
	s.fails = func(n int) error {
		switch n {
		case 2:
			return errors.New("the queue is full")
		case 4:
			return consumererror.NewPermanent(errors.New("not this one"))
		}
		return nil
	}
	address := start(t, s, nil)
	r, err := export(t.Context(), "http://"+address, log)
	if err == nil || !strings.Contains(err.Error(), "not this one") || r.Records != 2048 {
		t.Errorf("%+v, %v", r, err)
	}
	if r, err = export(t.Context(), "http://"+address, log); err != nil || r.Records != 952 {
		t.Errorf("%+v, %v", r, err)
	}
	if n, again := s.counts(); n != 3000 || again != 0 {
		t.Errorf("%d records, %d again", n, again)
	}
}

// TestSmallRequests: a receiver that takes little at once gets less.
func TestSmallRequests(t *testing.T) {
	log := filepath.Join(t.TempDir(), "audit.jsonl")
	logged(t, audit.Options{Path: log}, 0, 3000)
	s := newSink()
	address := start(t, s, map[string]any{"max_request_body_size": 30000})
	if r, err := export(t.Context(), "http://"+address, log); err != nil || r.Records != 3000 {
		t.Errorf("%+v, %v", r, err)
	}
	if n, again := s.counts(); n != 3000 || again != 0 {
		t.Errorf("%d records, %d again", n, again)
	}
}

// TestKilledExportsLoseNothing kills exports and restarts the collector, while calls are logged and the log
// is rotated. What comes twice then has the same id.
func TestKilledExportsLoseNothing(t *testing.T) {
	o := audit.Options{Path: filepath.Join(t.TempDir(), "audit.jsonl"), MaxBytes: 300_000, Keep: 100}
	const first, all, kills = 20_000, 30_000, 12
	logged(t, o, 0, first)
	s := newSink()
	s.comes = make(chan bool)
	address := freeAddress(t)
	collector := startAt(t, address, s, nil)
	next, died := first, 0
	for try := 0; died < kills && try < 4*kills; try++ {
		ended := make(chan bool)
		go func() { ended <- killed(t, "http://"+address, o.Path, s.comes, mathrand.IntN(3)) }()
		for part := (all - first) / kills; part > 0 && next < all; part-- {
			logged(t, o, next, next+1)
			next++
		}
		if try%3 == 1 {
			collector.Shutdown(context.Background())
			collector = startAt(t, address, s, nil)
		}
		if !<-ended {
			died++
		}
	}
	logged(t, o, next, all)
	if !killed(t, "http://"+address, o.Path, nil, 1) {
		t.Fatal("the last export does not end")
	}
	n, again := s.counts()
	t.Logf("%d exports were killed, %d records came twice, with the same id", died, again)
	if n != all || died == 0 {
		t.Errorf("%d records, want %d", n, all)
	}
}

// killed starts an export in a process of its own and kills it when so many batches have come.
// ended: there were fewer.
func killed(t *testing.T, url, log string, comes chan bool, batches int) (ended bool) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "FENCEPOST_TEST_EXPORT="+url+"|"+log)
	var errs strings.Builder
	c.Stderr = &errs
	if err := c.Start(); err != nil {
		t.Error(err)
		return true
	}
	over := make(chan error, 1)
	go func() { over <- c.Wait() }()
	for ; batches > 0; batches-- {
		select {
		case <-comes:
		case err := <-over:
			if err != nil {
				t.Errorf("%v: %s", err, errs.String())
			}
			return true
		}
	}
	c.Process.Kill()
	<-over
	return c.ProcessState.ExitCode() >= 0
}

// TestTLS: the collector's certificate is checked, with the roots that the system is told of.
func TestTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key := certificate(t, dir)
	log := filepath.Join(dir, "audit.jsonl")
	logged(t, audit.Options{Path: log}, 0, 10)
	s := newSink()
	address := start(t, s, map[string]any{"tls": map[string]any{"cert_file": cert, "key_file": key}})
	if _, err := export(t.Context(), "https://"+address, log); err == nil ||
		!strings.Contains(err.Error(), "certificate") {
		t.Errorf("an unknown certificate: %v", err)
	}
	t.Setenv("SSL_CERT_FILE", cert)
	if !killed(t, "https://"+address, log, nil, 1) {
		t.Error("no end")
	}
	if n, again := s.counts(); n != 10 || again != 0 {
		t.Errorf("%d records, %d again", n, again)
	}
}

// certificate makes one for this machine, which vouches for itself.
func certificate(t *testing.T, dir string) (cert, key string) {
	t.Helper()
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	about := &x509.Certificate{SerialNumber: big.NewInt(1), NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &private.PublicKey, private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	write := func(name, kind string, data []byte) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, pem.EncodeToMemory(&pem.Block{Type: kind, Bytes: data}),
			0o600); err != nil {
			t.Fatal(err)
		}
		return file
	}
	return write("cert.pem", "CERTIFICATE", der), write("key.pem", "PRIVATE KEY", secret)
}
