package sshsig_test

import (
	"bytes"
	"encoding/base64"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/fencepost/fencepost/internal/lowlevel/sshsig"
	"github.com/fencepost/fencepost/internal/lowlevel/sshsig/sshsigtest"
	"github.com/fencepost/fencepost/internal/test/testkit"
)

const use = "fencepost"

func keyOf(t testing.TB, text string) sshsig.Key {
	t.Helper()
	key, err := sshsig.ParseKey(text)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// TestSSHKeygen takes what ssh-keygen makes, and ssh-keygen takes what the tests sign.
func TestSSHKeygen(t *testing.T) {
	program := testkit.Installed(t, "ssh-keygen")
	dir := t.TempDir()
	message := []byte("what is signed\n")
	run := func(stdin []byte, args ...string) []byte {
		t.Helper()
		c := exec.Command(program, args...)
		c.Dir, c.Stdin = dir, bytes.NewReader(stdin)
		out, err := c.Output()
		if err != nil {
			t.Fatalf("ssh-keygen %q: %v", args, err)
		}
		return out
	}
	keygen := func(name string, args ...string) string {
		run(nil, append(args, "-q", "-N", "", "-C", "a b", "-f", name)...)
		pub, err := os.ReadFile(filepath.Join(dir, name+".pub"))
		if err != nil {
			t.Fatal(err)
		}
		return string(pub)
	}
	key := keyOf(t, keygen("key", "-t", "ed25519"))
	if print := run(nil, "-l", "-f", "key"); !strings.Contains(string(print), key.Fingerprint()) {
		t.Errorf("the fingerprint is %s, and ssh-keygen says %s", key.Fingerprint(), print)
	}
	for _, args := range [][]string{nil, {"-O", "hashalg=sha256"}, {"-O", "hashalg=sha512"}} {
		sig := run(message, append(args, "-Y", "sign", "-f", "key", "-n", use)...)
		if err := sshsig.Verify(key, use, message, sig); err != nil {
			t.Errorf("%q: %v", args, err)
		}
		if with, err := sshsig.SignedWith(sig); err != nil || with.String() != key.String() {
			t.Errorf("%q: signed with %v, %v", args, with, err)
		}
	}
	for _, kind := range []string{"rsa", "ecdsa"} {
		pub := keygen(kind, "-t", kind)
		if _, err := sshsig.ParseKey(pub); err == nil {
			t.Errorf("a key of the type %s is taken", kind)
		}
		sig := run(message, "-Y", "sign", "-f", kind, "-n", use)
		if err := sshsig.Verify(key, use, message, sig); err == nil {
			t.Errorf("a signature with a key of the type %s is taken", kind)
		}
	}
	signer := sshsigtest.New("a")
	if err := os.WriteFile(filepath.Join(dir, "sig"), signer.Sign(use, message), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "allowed"),
		[]byte("me "+signer.Key()+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	run(message, "-Y", "verify", "-f", "allowed", "-I", "me", "-n", use, "-s", "sig")
}

// TestVerify: whatever is changed, the signature does not fit any more.
func TestVerify(t *testing.T) {
	signer, other := sshsigtest.New("a"), sshsigtest.New("b")
	key, message := keyOf(t, signer.Key()), []byte("rules: many\n")
	sig := signer.Sign(use, message)
	tests := []struct {
		name               string
		key                sshsig.Key
		use                string
		message, signature []byte
		want               string // a part of the error; "" for none
	}{
		{"as it is", key, use, message, sig, ""},
		{"with a line's end of Windows", key, use, message, bytes.ReplaceAll(sig, []byte("\n"),
			[]byte("\r\n")), ""},
		{"without the last line's end", key, use, message, bytes.TrimSpace(sig), ""},
		{"another key", keyOf(t, other.Key()), use, message, sig, "signed with another key, SHA256:"},
		{"the other's signature", key, use, message, other.Sign(use, message), "another key"},
		{"another use", key, use, message, signer.Sign("git", message), `for another use, "git"`},
		{"no use", key, use, message, signer.Sign("", message), "for another use"},
		{"another message", key, use, []byte("rules: none\n"), sig, "not that of the file"},
		{"no message", key, use, nil, sig, "not that of the file"},
		{"nothing", key, use, message, nil, "no signature"},
		{"a key", key, use, message, []byte(signer.Key()), "no signature"},
		{"only its frame", key, use, message, sshsigtest.Armour(nil), "no signature"},
		{"text behind it", key, use, message, append(bytes.Clone(sig), "x"...), "no signature"},
		{"two of them", key, use, message, append(bytes.Clone(sig), sig...), "no signature"},
	}
	for _, tt := range tests {
		err := sshsig.Verify(tt.key, tt.use, tt.message, tt.signature)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: %v, want %q", tt.name, err, tt.want)
		}
	}
	blob := blobOf(sig)
	for n := range blob {
		if sshsig.Verify(key, use, message, sshsigtest.Armour(blob[:n])) == nil {
			t.Errorf("cut off at %d it is taken", n)
		}
		for bit := range 8 {
			one := bytes.Clone(blob)
			one[n] ^= 1 << bit
			if sshsig.Verify(key, use, message, sshsigtest.Armour(one)) == nil {
				t.Errorf("with bit %d of byte %d changed it is taken", bit, n)
			}
		}
	}
	for n := range len(bytes.TrimSpace(sig)) {
		if sshsig.Verify(key, use, message, sig[:n]) == nil {
			t.Errorf("text cut off at %d is taken", n)
		}
	}
	if sshsig.Verify(key, use, message, sshsigtest.Armour(append(blob, 0))) == nil {
		t.Error("with a byte more it is taken")
	}
}

func blobOf(sig []byte) []byte {
	lines := strings.Split(strings.TrimSpace(string(sig)), "\n")
	blob, _ := base64.StdEncoding.DecodeString(strings.Join(lines[1:len(lines)-1], ""))
	return blob
}

func TestParseKey(t *testing.T) {
	good := sshsigtest.New("a").Key()
	for _, text := range []string{good, good + " acme policy\n", "  " + good + "\n",
		strings.Replace(good, " ", "\t", 1)} {
		if key, err := sshsig.ParseKey(text); err != nil || key.String() != good {
			t.Errorf("%q: %v, %v", text, key, err)
		}
	}
	for text, want := range map[string]string{
		"":                                   "empty",
		" \n":                                "empty",
		"ssh-ed25519":                        "nothing stands behind",
		"ssh-ed25519 AAAA!":                  "not base64",
		"ssh-ed25519 AAAA":                   "cut off",
		"ssh-rsa AAAAB3NzaC1yc2E=":           "does not begin with ssh-ed25519",
		"-----BEGIN OPENSSH PRIVATE KEY----": "private key",
		good[:len(good)-4]:                   "cut off",
		good + "AAAA":                        "something behind",
		"RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3": "does not begin with",
		"ssh-ed25519 AAAAB3NzaC1yc2EAAAADAQAB":                     "type is not",
	} {
		if _, err := sshsig.ParseKey(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", text, err, want)
		}
	}
}

// FuzzVerify: of all texts only those are taken that hold the very bytes that were signed.
func FuzzVerify(f *testing.F) {
	signer := sshsigtest.New("a")
	message := []byte("m")
	sig := signer.Sign(use, message)
	f.Add(sig)
	f.Add(signer.Sign("file", message))
	f.Add([]byte(signer.Key()))
	f.Add(bytes.TrimSpace(sig))
	key, good := keyOf(f, signer.Key()), blobOf(sig)
	f.Fuzz(func(t *testing.T, data []byte) {
		plain := bytes.ReplaceAll(data, []byte("\r"), nil)
		if sshsig.Verify(key, use, message, data) == nil && !bytes.Equal(blobOf(plain), good) {
			t.Errorf("%q is taken", data)
		}
		_, _ = sshsig.ParseKey(string(data))
	})
}
