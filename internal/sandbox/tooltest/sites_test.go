//go:build linux

package tooltest

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/mod/sumdb/dirhash"
)

// sites are what the hosts of package managers serve: one package each, version 1.0.0. What a
// project that uses it says of it is written into the directory.
func sites(t *testing.T, dir string) map[string]http.Handler {
	t.Helper()
	out := map[string]http.Handler{}
	for host, files := range packages(t) {
		out[host] = site(files)
		for _, name := range []string{"package-lock.json", "go.sum"} {
			if text, ok := files["/"+name]; ok {
				must(t, os.WriteFile(filepath.Join(dir, name), text, 0o644))
			}
		}
	}
	return out
}

// packages are the files of the sites, by host. Programs of npm and pip ask for other things
// besides, which are not there.
func packages(t *testing.T) map[string]map[string][]byte {
	t.Helper()
	wheel := pyWheel(t)
	crate := crate(t)
	return map[string]map[string][]byte{
		"registry.npmjs.org": npmPackage(t),
		"pypi.org": {"/simple/tiny/": []byte(`<a href="https://files.pythonhosted.org/tiny-1.0.0-` +
			`py3-none-any.whl#sha256=` + sum256(wheel) + `">tiny-1.0.0-py3-none-any.whl</a>`)},
		"files.pythonhosted.org": {"/tiny-1.0.0-py3-none-any.whl": wheel},
		"proxy.golang.org":       goModule(t),
		"index.crates.io": {
			"/config.json": []byte(`{"dl": "https://static.crates.io/crates", "api": "https://crates.io"}`),
			"/ti/ny/tiny": []byte(`{"name":"tiny","vers":"1.0.0","deps":[],"features":{},"yanked":false,` +
				`"cksum":"` + sum256(crate) + `"}` + "\n")},
		"static.crates.io": {"/crates/tiny/1.0.0/download": crate},
	}
}

func sum256(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// tgz is an archive of these files.
func tgz(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	a := tar.NewWriter(z)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		// As packages are: with the number of who made them, which is nobody here.
		must(t, a.WriteHeader(&tar.Header{Name: name, Mode: 0o644, Size: int64(len(files[name])),
			Uid: 501, Gid: 20}))
		_, err := a.Write([]byte(files[name]))
		must(t, err)
	}
	must(t, a.Close())
	must(t, z.Close())
	return b.Bytes()
}

// zipped is an archive of these files.
func zipped(t *testing.T, files map[string]string) []byte {
	t.Helper()
	var b bytes.Buffer
	a := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := a.Create(name)
		must(t, err)
		_, err = f.Write([]byte(files[name]))
		must(t, err)
	}
	must(t, a.Close())
	return b.Bytes()
}

// npmPackage is one with a program, and a script that npm runs when it installs it: it leaves a
// file where programs leave those for a while.
func npmPackage(t *testing.T) map[string][]byte {
	t.Helper()
	pkg := tgz(t, map[string]string{
		"package/package.json": `{"name": "tiny", "version": "1.0.0", "bin": {"tiny": "cli.js"},
			"scripts": {"postinstall": "node install.js"}}`,
		"package/cli.js":   "#!/usr/bin/env node\nconsole.log('tiny')\n",
		"package/index.js": "module.exports = 'tiny'\n",
		"package/install.js": `const fs = require('fs'), os = require('os'), path = require('path')
const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'tiny-'))
fs.writeFileSync(path.join(dir, 'x'), 'built')
fs.copyFileSync(path.join(dir, 'x'), 'built.txt')
`})
	sum := sha512.Sum512(pkg)
	integrity := "sha512-" + base64.StdEncoding.EncodeToString(sum[:])
	const at = "https://registry.npmjs.org/tiny/-/tiny-1.0.0.tgz"
	about, err := json.Marshal(map[string]any{"name": "tiny",
		"dist-tags": map[string]string{"latest": "1.0.0"},
		"versions": map[string]any{"1.0.0": map[string]any{"name": "tiny", "version": "1.0.0",
			"bin": map[string]string{"tiny": "cli.js"}, "hasInstallScript": true,
			"scripts": map[string]string{"postinstall": "node install.js"},
			"dist":    map[string]string{"tarball": at, "integrity": integrity}}}})
	must(t, err)
	return map[string][]byte{"/tiny/-/tiny-1.0.0.tgz": pkg, "/tiny": about,
		"/package-lock.json": []byte(`{"name": "p", "version": "1.0.0", "lockfileVersion": 3,
"packages": {
  "": {"name": "p", "version": "1.0.0", "dependencies": {"tiny": "1.0.0"}},
  "node_modules/tiny": {"version": "1.0.0", "resolved": "` + at + `", "integrity": "` + integrity +
			`", "hasInstallScript": true, "bin": {"tiny": "cli.js"}}}}`)}
}

func pyWheel(t *testing.T) []byte {
	t.Helper()
	return zipped(t, map[string]string{
		"tiny.py": "NAME = 'tiny'\ndef main():\n    print(NAME)\n",
		"tiny-1.0.0.dist-info/WHEEL": "Wheel-Version: 1.0\nGenerator: x\nRoot-Is-Purelib: true\n" +
			"Tag: py3-none-any\n",
		"tiny-1.0.0.dist-info/RECORD":           "tiny.py,,\ntiny-1.0.0.dist-info/WHEEL,,\n",
		"tiny-1.0.0.dist-info/METADATA":         "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0.0\n",
		"tiny-1.0.0.dist-info/entry_points.txt": "[console_scripts]\ntiny = tiny:main\n"})
}

// goModule is a module as a module proxy serves it.
func goModule(t *testing.T) map[string][]byte {
	t.Helper()
	const in, at = "example.com/tiny@v1.0.0/", "/example.com/tiny/@v/"
	mod := "module example.com/tiny\n\ngo 1.21\n"
	archive := zipped(t, map[string]string{in + "go.mod": mod,
		in + "tiny.go": "package tiny\n\nconst Name = \"tiny\"\n"})
	file := filepath.Join(t.TempDir(), "tiny.zip")
	must(t, os.WriteFile(file, archive, 0o644))
	sum, err := dirhash.HashZip(file, dirhash.Hash1)
	must(t, err)
	hash := sha256.Sum256([]byte(fmt.Sprintf("%s  go.mod\n", sum256([]byte(mod)))))
	modSum := "h1:" + base64.StdEncoding.EncodeToString(hash[:])
	return map[string][]byte{at + "v1.0.0.mod": []byte(mod), at + "v1.0.0.zip": archive,
		at + "v1.0.0.info": []byte(`{"Version": "v1.0.0"}`), at + "list": []byte("v1.0.0\n"),
		"/go.sum": []byte("example.com/tiny v1.0.0 " + sum + "\nexample.com/tiny v1.0.0/go.mod " +
			modSum + "\n")}
}

func crate(t *testing.T) []byte {
	t.Helper()
	return tgz(t, map[string]string{
		"tiny-1.0.0/Cargo.toml": "[package]\nname = \"tiny\"\nversion = \"1.0.0\"\nedition = \"2021\"\n",
		"tiny-1.0.0/build.rs":   "fn main() { println!(\"cargo:rustc-env=BUILT=yes\"); }\n",
		"tiny-1.0.0/src/lib.rs": "pub const NAME: &str = env!(\"BUILT\");\n"})
}
