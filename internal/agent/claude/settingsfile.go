package claude

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
	"strings"
)

// This file reads settings files as the client does, as far as the hook has to know what stands in
// them.

const maxSettings = 1 << 20 // bytes of a settings file that are read

const byteOrderMark = "\xef\xbb\xbf"

// settingsError is why a file that the client may read is not read here.
type settingsError string

const (
	errTooLarge settingsError = "is too large to be read before every call"
	errNoFile   settingsError = "is no regular file"
	errTooDeep  settingsError = "is nested too deeply to be read"
	errEncoding settingsError = "is not written in UTF-8"
)

func (e settingsError) Error() string { return string(e) }

// contents is what is read of a settings file.
type contents struct {
	dirs []string                   // permissions.additionalDirectories
	env  map[string]json.RawMessage // nil for none
}

// parseSettings reads the contents of a settings file in one pass. What the client would drop as
// well is empty. An error is about a file that it may read.
//
// Keys are those of the file, in upper and lower case; of two that are the same the last one counts.
func parseSettings(data []byte) (c contents, err error) {
	if bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff}) {
		return c, errEncoding
	}
	var top map[string]json.RawMessage
	data = bytes.TrimPrefix(data, []byte(byteOrderMark))
	if err := json.Unmarshal(data, &top); err != nil {
		var syntax *json.SyntaxError
		if errors.As(err, &syntax) && strings.Contains(err.Error(), "depth") {
			return c, errTooDeep
		}
		return c, nil
	}
	if env := top["env"]; env != nil && json.Unmarshal(env, &c.env) != nil {
		return contents{}, nil // the client drops the file
	}
	c.dirs = additionalDirs(top["permissions"])
	return c, nil
}

func additionalDirs(raw json.RawMessage) (dirs []string) {
	var permissions map[string]json.RawMessage
	if raw == nil || json.Unmarshal(raw, &permissions) != nil {
		return nil
	}
	list := permissions["additionalDirectories"]
	if list == nil || json.Unmarshal(list, &dirs) != nil || len(dirs) > maxDirs {
		return nil
	}
	return dirs
}

// readSmall reads a regular file up to a bound, and no more of a larger one than it takes to see
// that.
func readSmall(file string) ([]byte, error) {
	info, err := os.Stat(file)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errNoFile
	case info.Size() > maxSettings:
		return nil, errTooLarge
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxSettings+1))
	if len(data) > maxSettings {
		return nil, errTooLarge
	}
	return data, err
}
