// Package sshsigtest signs for tests what `ssh-keygen -Y sign` would sign.
package sshsigtest

import (
	"crypto/ed25519"
	"crypto/sha512"
	"encoding/base64"
	"encoding/binary"
	"strings"
)

// Signer has a key that follows from a name.
type Signer struct{ private ed25519.PrivateKey }

// New returns the signer of that name.
func New(name string) Signer {
	seed := sha512.Sum512([]byte(name))
	return Signer{ed25519.NewKeyFromSeed(seed[:ed25519.SeedSize])}
}

// Key is the public key as a config names it.
func (s Signer) Key() string {
	return "ssh-ed25519 " + base64.StdEncoding.EncodeToString([]byte(s.blob()))
}

func (s Signer) blob() string {
	public, _ := s.private.Public().(ed25519.PublicKey)
	return texts("ssh-ed25519", string(public))
}

// Sign returns the armoured signature of a message.
func (s Signer) Sign(namespace string, message []byte) []byte {
	sum := sha512.Sum512(message)
	signed := "SSHSIG" + texts(namespace, "", "sha512", string(sum[:]))
	bytes := texts("ssh-ed25519", string(ed25519.Sign(s.private, []byte(signed))))
	blob := "SSHSIG\x00\x00\x00\x01" + texts(s.blob(), namespace, "", "sha512", bytes)
	return Armour([]byte(blob))
}

// Armour puts a signature into the form that is written to files.
func Armour(blob []byte) []byte {
	const line = 70
	var b strings.Builder
	b.WriteString("-----BEGIN SSH SIGNATURE-----\n")
	for text := base64.StdEncoding.EncodeToString(blob); text != ""; {
		n := min(line, len(text))
		b.WriteString(text[:n] + "\n")
		text = text[n:]
	}
	b.WriteString("-----END SSH SIGNATURE-----\n")
	return []byte(b.String())
}

func texts(list ...string) string {
	var out []byte
	for _, text := range list {
		out = binary.BigEndian.AppendUint32(out, uint32(len(text)))
		out = append(out, text...)
	}
	return string(out)
}
