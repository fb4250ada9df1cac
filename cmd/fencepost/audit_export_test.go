package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"testing"
)

func TestAuditExport(t *testing.T) {
	home, project := withConfig(t, "audit: {enabled: true}\n")
	walk(t, []step{{[]string{"audit", "export", "--csv", "x.csv"}, 3, "there is no audit log", ""}})
	log := filepath.Join(home, ".claude", "fencepost", "logs", "audit.jsonl")
	pastCalls(t, log, project, "tkt list", "NO tkt show 1")
	taken := 0
	status := http.StatusOK
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		taken++
		if r.Header.Get("Key") != "a=b" || r.Header.Get("Other") != "c" {
			t.Errorf("headers %v", r.Header)
		}
		w.WriteHeader(status)
		w.Write([]byte("\x1b[31mno"))
	}))
	defer server.Close()
	dir := t.TempDir()
	csv, other := filepath.Join(dir, "x.csv"), filepath.Join(dir, "other.csv")
	walk(t, []step{
		{[]string{"audit", "export", "--csv", csv}, 0, "exported 3 records to " + csv, "LOG"},
		{[]string{"audit", "export", "--csv", csv}, 0, "exported 0 records to " + csv, ""},
		{[]string{"audit", "export", "--csv", other, "--log", log}, 0, "exported 3 records to " + other, ""},
		{[]string{"audit", "export", "--csv", log}, 3, "was not written by", ""},
		{[]string{"audit", "export", "--sqlite", "x.db"}, 3, "--sqlite is gone|.import --csv", ""},
		{[]string{"audit", "export"}, 3, "choose --otlp URL or --csv FILE", ""},
		{[]string{"audit", "export", "--csv", csv, "--otlp", server.URL}, 3, "choose --otlp", ""},
		{[]string{"audit", "export", "--csv", csv, "--insecure"}, 3, "are for --otlp", ""},
		{[]string{"audit", "export", csv}, 3, "takes no arguments", ""},
		{[]string{"audit", "export", "--otlp", "http://c.example"}, 3, "use https, or give", ""},
		{[]string{"audit", "export", "--otlp", server.URL + "?k=hidden", "--header", "key=a=b",
			"--header=other=c"}, 0, "exported 3 records to " + server.URL, "hidden"},
		{[]string{"audit", "export", "--otlp", server.URL, "--header", "key=a=b"}, 0,
			"exported 0 records", ""},
		{[]string{"audit", "export", "--help"}, 0, "--otlp URL", ""},
	})
	status = http.StatusForbidden
	pastCalls(t, log, project, "NO tkt x")
	walk(t, []step{{[]string{"audit", "export", "--otlp", server.URL, "--header", "key=a=b",
		"--header", "other=c"}, 1, "403 Forbidden|goes on where this one ended", "\x1b"}})
	if taken != 2 {
		t.Errorf("%d requests", taken)
	}
	if err := os.Remove(log); err != nil {
		t.Fatal(err)
	}
	pastCalls(t, log, project, "tkt y")
	walk(t, []step{{[]string{"audit", "export", "--csv", csv}, 0,
		"exported 2 records|A log was removed before", ""}})
}
