package main

import (
	"archive/tar"
	"archive/zip"
	"compress/gzip"
	"crypto/sha256"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// sumsFile lists the checksums of all files of a release. It is what is signed.
const sumsFile = "SHA256SUMS"

// archives packs what lies beside the programs of each target.
func (r *release) archives() error {
	for i := range r.targets {
		t := &r.targets[i]
		name := "fencepost-" + r.Version + "-" + t.String()
		pack, ending := r.tarball, ".tar.gz"
		if t.OS == "windows" {
			pack, ending = r.zip, ".zip"
		}
		if err := pack(filepath.Join(r.tmp, t.String()), name, name+ending); err != nil {
			return err
		}
	}
	return nil
}

// tarball packs a directory into a file of the release, under another name for the directory. Order,
// times, owners and modes do not depend on the machine.
func (r *release) tarball(dir, top, name string) error {
	f, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	defer f.Close()
	z := gzip.NewWriter(f)
	w := tar.NewWriter(z)
	err = each(dir, func(file string, data []byte) error {
		h := &tar.Header{Typeflag: tar.TypeReg, Name: path.Join(top, file), Size: int64(len(data)),
			Mode: int64(mode(file)), ModTime: r.date, Format: tar.FormatUSTAR}
		if err := w.WriteHeader(h); err != nil {
			return err
		}
		_, err := w.Write(data)
		return err
	})
	for _, finish := range []func() error{w.Close, z.Close, f.Close} {
		if err == nil {
			err = finish()
		}
	}
	return err
}

// zip is tarball for Windows.
func (r *release) zip(dir, top, name string) error {
	f, err := os.Create(filepath.Join(r.out, name))
	if err != nil {
		return err
	}
	defer f.Close()
	w := zip.NewWriter(f)
	err = each(dir, func(file string, data []byte) error {
		h := &zip.FileHeader{Name: path.Join(top, file), Method: zip.Deflate, Modified: r.date}
		h.SetMode(mode(file))
		part, err := w.CreateHeader(h)
		if err != nil {
			return err
		}
		_, err = part.Write(data)
		return err
	})
	for _, finish := range []func() error{w.Close, f.Close} {
		if err == nil {
			err = finish()
		}
	}
	return err
}

// mode is that of a file of a release, by its name: programs can be run.
func mode(file string) fs.FileMode {
	name := path.Base(file)
	if path.Dir(file) != "apparmor" && strings.HasPrefix(name, "fencepost") &&
		(!strings.Contains(name, ".") || strings.HasSuffix(name, ".exe")) {
		return 0o755
	}
	return 0o644
}

// each visits the files below a directory in the order of their names.
func each(dir string, visit func(file string, data []byte) error) error {
	return fs.WalkDir(os.DirFS(dir), ".", func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			return err
		}
		return visit(file, data)
	})
}

// sums writes the checksums of all files of the release.
func (r *release) sums() error {
	files, err := os.ReadDir(r.out)
	if err != nil {
		return err
	}
	var b strings.Builder
	for _, f := range files {
		sum, err := sumOf(filepath.Join(r.out, f.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%s  %s\n", sum, f.Name())
	}
	return os.WriteFile(filepath.Join(r.out, sumsFile), []byte(b.String()), 0o644)
}

// sumOf is the SHA-256 of a file.
func sumOf(file string) (string, error) {
	f, err := os.Open(file)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := sha256.New()
	_, err = io.Copy(h, f)
	return fmt.Sprintf("%x", h.Sum(nil)), err
}
