//go:build unix

package clienttest

import (
	"bufio"
	"encoding/json"
	"os"
	"regexp"
	"testing"
)

// titled is a line of the files in testdata/client.
type titled struct {
	Title string `json:"title"`
	Call
}

func readCalls(t *testing.T, w *World, file string) (titles []string, calls []Call) {
	t.Helper()
	f, err := os.Open("../../../testdata/client/" + file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	slug := regexp.MustCompile(`[^A-Za-z0-9]`).ReplaceAllString(w.Project, "-")
	for lines := bufio.NewScanner(f); lines.Scan(); {
		line := regexp.MustCompile(`\{SLUG\}`).ReplaceAllString(lines.Text(), slug)
		var row titled
		if err := json.Unmarshal([]byte(line), &row); err != nil {
			t.Fatalf("%s: %v: %s", file, err, line)
		}
		titles, calls = append(titles, row.Title), append(calls, row.Call)
	}
	return titles, calls
}

// playFile plays a file's calls, each in a turn of its own, in a project with all that they name.
func playFile(t *testing.T, client, version, mode, file string, fenced bool) ([]string, *Result) {
	t.Helper()
	w := NewWorld(t)
	w.Client(client)
	if fenced {
		w.Install()
	}
	w.Put("{HOME}/precious.txt", "PRECIOUS\n")
	w.Put("{HOME}/private/a.txt", "secret\n")
	w.Put("README.md", "hello\n")
	w.Put("src/gone.txt", "x\n")
	w.Put("run.sh", "touch ran-script\n")
	w.Put("tool.sh", "#!/bin/sh\ntouch ran-tool\n")
	w.Put("package.json", `{"name":"a","version":"1.0.0","scripts":{"test":"touch tested"}}`)
	w.Shell("chmod +x tool.sh && touch /tmp/a /tmp/msg")
	w.Shell("git init -q -b main && git add -A && git commit -qm one")
	titles, calls := readCalls(t, w, file)
	s := &Session{Program: client, World: w, Mode: mode, Steps: Each(calls...), Classify: approve}
	if mode == "auto" {
		s.Args = []string{"--model", autoModel}
	}
	r := s.Play(t)
	if !played(r) || r.Err != nil && mode != "auto" {
		t.Errorf("%s in %s: %v\n%s", version, mode, r.Err, r.Stderr)
	}
	return titles, r
}

// ran gives the titles of the calls that ran.
func ran(titles []string, r *Result) map[string]bool {
	out := map[string]bool{}
	for i := range r.Replies {
		out[titles[i]] = r.Replies[i].Ran()
	}
	return out
}

// TestNeverLessStrict: no call runs with fencepost that the client by itself would not have run.
func TestNeverLessStrict(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		for _, mode := range some(t, version, []string{"default", "plan", "auto", "acceptEdits",
			"dontAsk"}) {
			t.Run(version+" "+mode, func(t *testing.T) {
				t.Parallel()
				titles, alone := playFile(t, client, version, mode, "alone.jsonl", false)
				_, fenced := playFile(t, client, version, mode, "alone.jsonl", true)
				before, after := ran(titles, alone), ran(titles, fenced)
				refused := 0
				for i, title := range titles {
					if before[title] || i >= len(alone.Replies) || !alone.Replies[i].Done {
						continue // auto ends a session after some refusals
					}
					refused++
					if after[title] {
						const form = "%s, %s: runs only with fencepost: %s"
						t.Errorf(form, version, mode, title)
					}
				}
				if mode == "default" && refused < 30 {
					t.Errorf("the client refuses only %d by itself\n%s", refused, transcript(alone))
				}
			})
		}
	}
}

// TestClientsOwn: what the client does for itself goes on.
func TestClientsOwn(t *testing.T) {
	for _, version := range Versions(t) {
		client := Client(t, version)
		for _, mode := range []string{"default", "bypassPermissions"} {
			t.Run(version+" "+mode, func(t *testing.T) {
				t.Parallel()
				titles, alone := playFile(t, client, version, mode, "own.jsonl", false)
				_, fenced := playFile(t, client, version, mode, "own.jsonl", true)
				before, after := ran(titles, alone), ran(titles, fenced)
				var gone []string
				for _, title := range titles {
					if before[title] && !after[title] {
						gone = append(gone, title)
					}
				}
				if len(gone) > 0 {
					const form = "%s, %s: no longer run: %q\n%s"
					t.Errorf(form, version, mode, gone, transcript(fenced))
				}
				if !before["memory"] || !before["CronList"] {
					t.Errorf("the client by itself runs less than it did:\n%s", transcript(alone))
				}
			})
		}
	}
}
