package releasetest

import (
	"bytes"
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Registry is one of npm, on loopback: `npm publish` fills it, and npm installs from it.
type Registry struct {
	mu       sync.Mutex
	packages map[string]map[string]any // what npm asks about a package, by its name
	tarballs map[string][]byte         // by the path of the address
}

// Serve starts a registry and returns its address.
func Serve(t testing.TB) string {
	r := &Registry{packages: map[string]map[string]any{}, tarballs: map[string][]byte{}}
	server := httptest.NewServer(r)
	t.Cleanup(server.Close)
	return server.URL
}

// Publish has npm publish all packages of a release. It fails the test if one of them runs a script.
func Publish(t testing.TB, registry, dist, version string) {
	t.Helper()
	found, _ := filepath.Glob(filepath.Join(dist, "fencepost*-"+version+".tgz"))
	if len(found) < 2 {
		t.Fatal("there are no packages in ", dist)
	}
	home := t.TempDir()
	token := strings.TrimPrefix(registry, "http:") + "/:_authToken=made-up\n"
	if err := os.WriteFile(filepath.Join(home, ".npmrc"), []byte(token), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, file := range found {
		text, err := exec.Command("tar", "xzOf", file, "package/package.json").Output()
		if err != nil || bytes.Contains(text, []byte(`"scripts"`)) {
			t.Errorf("%s: %v, or it runs scripts:\n%s", file, err, text)
		}
		c := exec.Command("npm", "publish", "--access", "public", file)
		c.Dir, c.Env = home, []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "NO_PROXY=127.0.0.1",
			"npm_config_userconfig=" + home + "/.npmrc", "npm_config_registry=" + registry + "/"}
		if err := run(c); err != nil {
			t.Fatal(err)
		}
	}
}

func (r *Registry) ServeHTTP(w http.ResponseWriter, q *http.Request) {
	r.mu.Lock()
	defer r.mu.Unlock()
	name := strings.TrimPrefix(q.URL.Path, "/")
	switch {
	case q.Method == http.MethodPut:
		r.publish(w, name, q)
	case r.tarballs[name] != nil:
		_, _ = w.Write(r.tarballs[name])
	case r.packages[name] != nil:
		_ = json.NewEncoder(w).Encode(r.packages[name])
	default:
		http.NotFound(w, q)
	}
}

// publish takes a version of a package.
func (r *Registry) publish(w http.ResponseWriter, name string, q *http.Request) {
	var sent struct {
		Versions    map[string]map[string]any `json:"versions"`
		Attachments map[string]struct {
			Data []byte `json:"data"`
		} `json:"_attachments"`
	}
	body, err := io.ReadAll(q.Body)
	if err == nil {
		err = json.Unmarshal(body, &sent)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	if r.packages[name] == nil {
		r.packages[name] = map[string]any{"name": name, "versions": map[string]any{}}
	}
	for version, manifest := range sent.Versions {
		for _, a := range sent.Attachments {
			path := "tarballs/" + name + "-" + version + ".tgz"
			sum := sha512.Sum512(a.Data)
			r.tarballs[path] = a.Data
			manifest["dist"] = map[string]any{"tarball": "http://" + q.Host + "/" + path,
				"integrity": "sha512-" + base64.StdEncoding.EncodeToString(sum[:])}
		}
		r.packages[name]["versions"].(map[string]any)[version] = manifest
		r.packages[name]["dist-tags"] = map[string]any{"latest": version}
	}
	_, _ = w.Write([]byte("{}"))
}
