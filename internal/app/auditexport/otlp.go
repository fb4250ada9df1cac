package auditexport

import (
	"os"
	"strings"
	"time"

	collector "go.opentelemetry.io/proto/slim/otlp/collector/logs/v1"
	common "go.opentelemetry.io/proto/slim/otlp/common/v1"
	logs "go.opentelemetry.io/proto/slim/otlp/logs/v1"
	resource "go.opentelemetry.io/proto/slim/otlp/resource/v1"
)

// request is a message with records. docs/organisation.md describes what is in it.
func (o *otlp) request(list []record) *collector.ExportLogsServiceRequest {
	out := make([]*logs.LogRecord, len(list))
	now := uint64(o.now().UnixNano())
	for i := range list {
		out[i] = list[i].message()
		out[i].ObservedTimeUnixNano = now
	}
	return &collector.ExportLogsServiceRequest{ResourceLogs: []*logs.ResourceLogs{{
		Resource: &resource.Resource{Attributes: o.resource},
		ScopeLogs: []*logs.ScopeLogs{{
			Scope:      &common.InstrumentationScope{Name: "fencepost.audit", Version: "1"},
			LogRecords: out,
		}},
	}}}
}

// message is one record.
func (r *record) message() *logs.LogRecord {
	severity, text := r.severity()
	m := &logs.LogRecord{
		TimeUnixNano:   nanoseconds(r.Time),
		SeverityNumber: severity,
		SeverityText:   text,
		Body:           textValue(r.body()),
		EventName:      "fencepost.audit." + r.kind(),
	}
	for _, a := range []struct{ name, value string }{
		{"log.record.uid", r.ID},
		{"session.id", r.Session},
		{"process.working_directory", r.Cwd},
		{"fencepost.decision", r.Decision},
		{"fencepost.outcome", r.Outcome},
		{"fencepost.sandbox", r.Sandbox},
		{"fencepost.reason", r.Reason},
		{"fencepost.rule.id", r.Rule},
		{"fencepost.rule.source", r.Src},
		{"fencepost.permission_mode", r.Mode},
		{"fencepost.tool.name", r.Tool},
		{"fencepost.tool.call.id", r.ToolUse},
		{"fencepost.tool.input", r.input()},
		{"fencepost.tool.normalised", r.Normalised},
	} {
		if a.value != "" {
			m.Attributes = append(m.Attributes, textAttribute(a.name, a.value))
		}
	}
	if r.Decision != "" {
		m.Attributes = append(m.Attributes, &common.KeyValue{Key: "fencepost.judging.duration",
			Value: &common.AnyValue{Value: &common.AnyValue_DoubleValue{
				DoubleValue: r.judging().Seconds()}}})
	}
	return m
}

// severity says how much a record matters to who looks at the fence: what passed, what a person was
// asked about, what was stopped.
func (r *record) severity() (logs.SeverityNumber, string) {
	switch r.Decision {
	case "ask":
		return logs.SeverityNumber_SEVERITY_NUMBER_WARN, "WARN"
	case "deny":
		return logs.SeverityNumber_SEVERITY_NUMBER_ERROR, "ERROR"
	}
	return logs.SeverityNumber_SEVERITY_NUMBER_INFO, "INFO"
}

// body is the record for people.
func (r *record) body() string {
	text := strings.TrimSpace(r.Decision + r.Outcome + " " + r.Tool)
	if r.Reason != "" {
		text += ": " + r.Reason
	}
	return text
}

func nanoseconds(t time.Time) uint64 { return uint64(max(0, t.UnixNano())) }

func textValue(text string) *common.AnyValue {
	return &common.AnyValue{Value: &common.AnyValue_StringValue{StringValue: text}}
}

func textAttribute(name, value string) *common.KeyValue {
	return &common.KeyValue{Key: name, Value: textValue(value)}
}

// resourceOf says who sends: this program on this machine, and what the usual variables of
// OpenTelemetry say beside it.
func resourceOf(version string, env func(string) string) ([]*common.KeyValue, error) {
	list := [][2]string{{"service.name", "fencepost"}, {"service.version", version}}
	if host, err := os.Hostname(); err == nil {
		list = append(list, [2]string{"host.name", host})
	}
	more, err := pairs("OTEL_RESOURCE_ATTRIBUTES", env)
	if err != nil {
		return nil, err
	}
	list = append(list, more...)
	if name := env("OTEL_SERVICE_NAME"); name != "" {
		list = append(list, [2]string{"service.name", name})
	}
	var out []*common.KeyValue
	at := map[string]int{}
	for _, kv := range list {
		if n, ok := at[kv[0]]; ok {
			out[n] = textAttribute(kv[0], kv[1])
		} else if kv[1] != "" {
			at[kv[0]] = len(out)
			out = append(out, textAttribute(kv[0], kv[1]))
		}
	}
	return out, nil
}
