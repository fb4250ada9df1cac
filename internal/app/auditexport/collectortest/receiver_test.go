// Package collectortest exports audit logs to the OpenTelemetry collector's own receiver.
package collectortest

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"sync"
	"syscall"
	"testing"

	"go.opentelemetry.io/collector/component/componenttest"
	"go.opentelemetry.io/collector/confmap"
	"go.opentelemetry.io/collector/consumer"
	"go.opentelemetry.io/collector/pdata/plog"
	"go.opentelemetry.io/collector/receiver"
	"go.opentelemetry.io/collector/receiver/otlpreceiver"
	"go.opentelemetry.io/collector/receiver/receivertest"

	"github.com/fencepost/fencepost/internal/test/testkit"
)

// sink is what stands behind the receiver in a pipeline.
type sink struct {
	sync.Mutex
	times  map[string]int // how often each id came
	last   map[string]plog.LogRecord
	events map[string]int
	fails  func(n int) error // the nth batch
	n      int
	comes  chan bool // told of each batch, where somebody listens
}

func newSink() *sink {
	return &sink{times: map[string]int{}, events: map[string]int{}, last: map[string]plog.LogRecord{}}
}

func (s *sink) Capabilities() consumer.Capabilities { return consumer.Capabilities{} }

func (s *sink) ConsumeLogs(_ context.Context, l plog.Logs) error {
	select {
	case s.comes <- true:
	default:
	}
	s.Lock()
	defer s.Unlock()
	if s.n++; s.fails != nil {
		if err := s.fails(s.n); err != nil {
			return err
		}
	}
	for _, resource := range l.ResourceLogs().All() {
		for _, scope := range resource.ScopeLogs().All() {
			for _, rec := range scope.LogRecords().All() {
				id, ok := rec.Attributes().Get("log.record.uid")
				if !ok {
					return fmt.Errorf("a record has no id")
				}
				s.times[id.Str()]++
				s.events[rec.EventName()+" "+rec.SeverityText()]++
				kept := plog.NewLogRecord()
				rec.CopyTo(kept)
				s.last[rec.EventName()] = kept
			}
		}
	}
	return nil
}

// counts are how many records came, and how many of them twice or more.
func (s *sink) counts() (records, again int) {
	s.Lock()
	defer s.Unlock()
	for _, n := range s.times {
		again += n - 1
	}
	return len(s.times), again
}

// start starts the collector's receiver with settings of its http section, as they stand in a
// collector's config.
func start(t *testing.T, to consumer.Logs, settings map[string]any) (address string) {
	t.Helper()
	address = freeAddress(t)
	startAt(t, address, to, settings)
	return address
}

// freeAddress returns one that nobody listens at. Its port is below those that systems give to
// clients: one that dials a receiver that is not there could get that very port, and keep it.
func freeAddress(t *testing.T) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", 20000+rand.IntN(10000))
		if free, err := net.Listen("tcp", address); err == nil {
			free.Close()
			return address
		}
	}
	t.Fatal("no port is free")
	return ""
}

func startAt(t *testing.T, address string, to consumer.Logs,
	settings map[string]any) receiver.Logs {
	t.Helper()
	http := map[string]any{"endpoint": address}
	for key, value := range settings {
		http[key] = value
	}
	factory := otlpreceiver.NewFactory()
	conf := confmap.NewFromStringMap(map[string]any{"protocols": map[string]any{"http": http}})
	// A process that is being started holds the listener of a collector that has just ended, until
	// it runs its own program. A receiver that has failed fails for ever, as do others of its config.
	var r receiver.Logs
	var err error
	testkit.Eventually(func() bool {
		config := factory.CreateDefaultConfig()
		if err = conf.Unmarshal(config); err != nil {
			return true
		}
		r, err = factory.CreateLogs(t.Context(), receivertest.NewNopSettings(factory.Type()), config, to)
		if err == nil {
			err = r.Start(t.Context(), componenttest.NewNopHost())
		}
		return !errors.Is(err, syscall.EADDRINUSE)
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Shutdown(context.Background()) })
	return r
}
