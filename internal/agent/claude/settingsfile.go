package claude

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"

	"github.com/fencepost/fencepost/internal/lowlevel/owner"
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
// Upper and lower case of keys differ; of two keys that are the same the last one counts.
func parseSettings(data []byte) (c contents, err error) {
	if foreignEncoding(data) {
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

// setsNothing reports whether a settings file can have no key env, however it is written. Most have
// none, and are not parsed before every call.
func setsNothing(data []byte) bool {
	return !bytes.Contains(data, []byte(`"env"`)) && !bytes.Contains(data, []byte(`\u`)) &&
		!foreignEncoding(data)
}

// foreignEncoding reports whether a file begins as one in UTF-16 does.
func foreignEncoding(data []byte) bool {
	return bytes.HasPrefix(data, []byte{0xff, 0xfe}) || bytes.HasPrefix(data, []byte{0xfe, 0xff})
}

// readSmall reads a regular file up to a bound.
func readSmall(file string) ([]byte, error) {
	data, err := owner.Read(file, maxSettings, owner.Anyone)
	switch err {
	case owner.ErrNotFile:
		return nil, errNoFile
	case owner.ErrTooLarge:
		return nil, errTooLarge
	}
	return data, err
}
