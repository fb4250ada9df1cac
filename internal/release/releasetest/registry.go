package releasetest

import (
	"crypto/sha512"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
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
