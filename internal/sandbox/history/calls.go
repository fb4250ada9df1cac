package history

import (
	"os"
	"path/filepath"
	"time"
)

// Call is what the hook knows of a call that it has let pass, or asked about, and the wrapper may
// not: the environment of the agent's shell need not name the session.
type Call struct {
	Session string `json:"session"`
	ToolUse string `json:"tool,omitempty"`
	Mode    string `json:"mode,omitempty"`    // permission_mode
	Started string `json:"started,omitempty"` // where the agent was started (fence.Options)

	// Sent is the command as the agent sent it, where another one is run.
	Sent string `json:"sent,omitempty"`

	// Unconfined is why the call does not run in the sandbox although that is on: the hook has judged
	// it without, and it has passed all the same.
	Unconfined string `json:"unconfined,omitempty"`

	// Heard says that a question about it reaches a person: if it then runs, that is a yes.
	Heard bool `json:"heard,omitempty"`

	Time string `json:"time"` // RFC 3339
}

const callsDir = "calls"

func (s *Store) callFile(command, dir string) string {
	return filepath.Join(s.dir, runDir, callsDir, Sum(command, dir)+".json")
}

// Leave notes a call for its wrapper, in place of an earlier one with the same command in the same
// directory.
func (s *Store) Leave(command, dir string, c *Call) error {
	c.Time = s.time().UTC().Format(time.RFC3339)
	return write(s.callFile(command, dir), c, maxCalls)
}

// Find is what was left of a call; nil where there is nothing, or it is too old.
func (s *Store) Find(command, dir string) *Call {
	c := &Call{}
	if !read(s.callFile(command, dir), c) {
		return nil
	}
	at, err := time.Parse(time.RFC3339, c.Time)
	if age := s.time().Sub(at); err != nil || age > keepCalls || age < -time.Minute {
		os.Remove(s.callFile(command, dir))
		return nil
	}
	return c
}
