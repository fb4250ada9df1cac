package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"text/template"
)

// publicKey is the file with the key that the installer trusts. docs/testing.md says how it is made.
const publicKey = "packaging/minisign.pub"

// filled is what the templates below packaging are filled with.
type filled struct {
	Version  string
	Homepage string
	Key      string            // the second line of publicKey; "" if there is none yet
	Sums     map[string]string // of the archives, by OS-ARCH
}

// templates writes the texts that name other files of the release: the installer, the Homebrew
// formula and the Nix flake.
func (r *release) templates() error {
	data := filled{Version: r.Version, Homepage: homepage, Sums: map[string]string{}}
	text, err := os.ReadFile(publicKey)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if lines := strings.Split(string(text), "\n"); len(lines) > 1 {
		data.Key = strings.TrimSpace(lines[1])
	}
	for i := range r.targets {
		t := &r.targets[i]
		if t.OS == "windows" {
			continue
		}
		archive := "fencepost-" + r.Version + "-" + t.String() + ".tar.gz"
		if data.Sums[t.String()], err = sumOf(filepath.Join(r.out, archive)); err != nil {
			return err
		}
	}
	for _, name := range []string{"install.sh", "fencepost.rb", "flake.nix"} {
		if err := fill(filepath.Join("packaging", name), filepath.Join(r.out, name), &data); err != nil {
			return err
		}
	}
	return nil
}

func fill(from, to string, data *filled) error {
	t, err := template.New(filepath.Base(from)).Delims("@(", ")@").ParseFiles(from)
	if err != nil {
		return err
	}
	f, err := os.Create(to)
	if err != nil {
		return err
	}
	return errors.Join(t.Execute(f, data), f.Close())
}
