package auditexport

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// cursor is a file beside the log that says how far a receiver has it: receivers cannot be asked.
type cursor struct {
	path string
	lock *os.File
}

// cursorFile is what stands in it.
type cursorFile struct {
	Version int     `json:"version"`
	To      string  `json:"to"`
	Ended   []place `json:"ended"`
}

const cursorVersion = 1

// openCursor takes the cursor of a receiver for this process alone.
func openCursor(log, to string) (*cursor, error) {
	sum := sha256.Sum256([]byte(to))
	c := &cursor{path: log + ".otlp-" + hex.EncodeToString(sum[:6]) + ".json"}
	var err error
	// The cursor itself is another file with each change, so that it cannot hold the lock.
	c.lock, err = os.OpenFile(c.path+".lock", os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, err
	}
	if err := lockFile(c.lock); err != nil {
		c.lock.Close()
		return nil, fmt.Errorf("another export to this receiver is at work (%s.lock: %w)", c.path, err)
	}
	return c, nil
}

func (c *cursor) Close() error { return c.lock.Close() }

// read returns the places; none where nothing was sent yet.
func (c *cursor) read(log string) (list positions, err error) {
	data, err := os.ReadFile(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var file cursorFile
	if err := json.Unmarshal(data, &file); err != nil {
		return nil, fmt.Errorf("%s: %w; without this file everything is sent again", c.path, err)
	}
	if file.Version != cursorVersion {
		return nil, fmt.Errorf("%s: version %d, and this program knows %d", c.path, file.Version,
			cursorVersion)
	}
	for _, at := range file.Ended {
		list = append(list, position{at, log})
	}
	return list, nil
}

// write takes the old file's place in one step, when all of it is on the disk.
func (c *cursor) write(to string, list positions) error {
	file := cursorFile{Version: cursorVersion, To: to}
	for _, at := range list {
		file.Ended = append(file.Ended, at.place)
	}
	data, err := json.MarshalIndent(file, "", "  ")
	if err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(c.path), ".new-*") // mode 0600
	if err != nil {
		return err
	}
	_, err = f.Write(append(data, '\n'))
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), c.path)
	}
	if err != nil {
		os.Remove(f.Name())
	}
	return err
}
