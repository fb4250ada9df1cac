// Package sshsig checks detached signatures as `ssh-keygen -Y sign` makes them, with keys of the
// type ssh-ed25519. The format is that of PROTOCOL.sshsig of OpenSSH, the encoding that of RFC
// 4251, the keys are those of RFC 8709.
package sshsig

import (
	"crypto/ed25519"
	"crypto/sha256"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"strings"
)

// algorithm is the only kind of keys that is taken.
const algorithm = "ssh-ed25519"

// Key is a public key.
type Key struct {
	point ed25519.PublicKey
	blob  string // as it stands in signatures
}

// ParseKey reads a key as it stands in the file NAME.pub: ssh-ed25519, the key in base64, and
// possibly a comment.
func ParseKey(text string) (Key, error) {
	f := strings.Fields(text)
	if len(f) == 0 {
		return Key{}, errors.New("it is empty")
	}
	if f[0] != algorithm {
		if strings.HasPrefix(f[0], "-----BEGIN") {
			return Key{}, errors.New("it is a private key, or no key in one line")
		}
		return Key{}, fmt.Errorf("it does not begin with %s", algorithm)
	}
	if len(f) < 2 {
		return Key{}, fmt.Errorf("nothing stands behind %s", algorithm)
	}
	blob, err := base64.StdEncoding.Strict().DecodeString(f[1])
	if err != nil {
		return Key{}, errors.New("what stands behind " + algorithm + " is not base64")
	}
	return keyOf(string(blob))
}

func keyOf(blob string) (Key, error) {
	r := reader{rest: blob}
	kind, point := r.string(), r.string()
	switch {
	case r.bad || r.rest != "":
		return Key{}, errors.New("it is cut off, or has something behind its end")
	case kind != algorithm:
		return Key{}, fmt.Errorf("its type is not %s", algorithm)
	case len(point) != ed25519.PublicKeySize:
		return Key{}, fmt.Errorf("it has not %d bytes", ed25519.PublicKeySize)
	}
	return Key{ed25519.PublicKey(point), blob}, nil
}

// Fingerprint is that of `ssh-keygen -l`.
func (k Key) Fingerprint() string {
	sum := sha256.Sum256([]byte(k.blob))
	return "SHA256:" + base64.RawStdEncoding.EncodeToString(sum[:])
}

// String is the key as ParseKey reads it.
func (k Key) String() string {
	return algorithm + " " + base64.StdEncoding.EncodeToString([]byte(k.blob))
}

// SignedWith returns the key with which a signature says that it was made.
func SignedWith(signature []byte) (Key, error) {
	s, err := parse(signature)
	return s.key, err
}

// Errors of Verify.
var (
	// ErrForm: the text is no signature, or one of a kind that is not known.
	ErrForm = errors.New("it is no signature of ssh-keygen -Y sign")
	// ErrWrong: signature and message do not belong together.
	ErrWrong = errors.New("the signature is not that of the file")
)

// OtherKey is the error of a signature that was made with another key.
type OtherKey struct{ Key Key }

func (e OtherKey) Error() string { return "it is signed with another key, " + e.Key.Fingerprint() }

// OtherUse is the error of a signature that was made for something else (ssh-keygen -n).
type OtherUse struct{ Namespace string }

func (e OtherUse) Error() string {
	return fmt.Sprintf("it is signed for another use, %.40q", e.Namespace)
}

const (
	begin = "-----BEGIN SSH SIGNATURE-----"
	end   = "-----END SSH SIGNATURE-----"
	magic = "SSHSIG"
)

// Verify reports whether a signature is that of a message, made with a key for a use.
func Verify(key Key, namespace string, message, signature []byte) error {
	s, err := parse(signature)
	switch {
	case err != nil:
		return err
	case s.key.blob != key.blob:
		return OtherKey{s.key}
	case s.namespace != namespace:
		return OtherUse{s.namespace}
	}
	// What is signed is not the message, but this with a sum of it.
	signed := []byte(magic)
	for _, part := range []string{s.namespace, s.reserved, s.hash, sumOf(s.hash, message)} {
		signed = binary.BigEndian.AppendUint32(signed, uint32(len(part)))
		signed = append(signed, part...)
	}
	if !ed25519.Verify(key.point, signed, []byte(s.bytes)) {
		return ErrWrong
	}
	return nil
}

func sumOf(hash string, message []byte) string {
	if hash == "sha256" {
		sum := sha256.Sum256(message)
		return string(sum[:])
	}
	sum := sha512.Sum512(message)
	return string(sum[:])
}

// signature is one, read.
type signature struct {
	key                       Key
	namespace, reserved, hash string
	bytes                     string
}

// parse reads the armoured form. Whatever is not exactly of that form is an error.
func parse(text []byte) (signature, error) {
	body := strings.ReplaceAll(strings.TrimSpace(string(text)), "\r\n", "\n")
	body, opened := strings.CutPrefix(body, begin+"\n")
	body, closed := strings.CutSuffix(body, "\n"+end)
	blob, err := base64.StdEncoding.Strict().DecodeString(strings.ReplaceAll(body, "\n", ""))
	if !opened || !closed || err != nil {
		return signature{}, ErrForm
	}
	var s signature
	r := reader{rest: string(blob)}
	head, version := r.take(len(magic)), r.number()
	key := r.string()
	s.namespace, s.reserved, s.hash = r.string(), r.string(), r.string()
	inner := reader{rest: r.string()}
	kind := inner.string()
	s.bytes = inner.string()
	if head != magic || version != 1 || r.bad || r.rest != "" || inner.bad || inner.rest != "" ||
		s.hash != "sha256" && s.hash != "sha512" {
		return signature{}, ErrForm
	}
	if s.key, err = keyOf(key); err != nil || kind != algorithm {
		return signature{}, errors.New("the key that it is signed with is not of the type " + algorithm)
	}
	if len(s.bytes) != ed25519.SignatureSize {
		return signature{}, ErrForm
	}
	return s, nil
}

// reader takes values off a text (RFC 4251, section 5). Once something is missing all is empty.
type reader struct {
	rest string
	bad  bool
}

func (r *reader) take(n int) string {
	if n < 0 || n > len(r.rest) {
		r.bad, r.rest = true, ""
		return ""
	}
	text := r.rest[:n]
	r.rest = r.rest[n:]
	return text
}

func (r *reader) number() uint32 {
	text := r.take(4)
	if len(text) < 4 {
		return 0
	}
	return binary.BigEndian.Uint32([]byte(text))
}

func (r *reader) string() string {
	n := r.number()
	if int64(n) > int64(len(r.rest)) {
		r.bad, r.rest = true, ""
		return ""
	}
	return r.take(int(n))
}
