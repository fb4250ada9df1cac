#!/bin/sh
# Installs fencepost @(.Version)@ for you alone:
#
#   curl -fsSL @(.Homepage)@/releases/download/v@(.Version)@/install.sh | sh
#
# It fetches the archive for this system and the list of checksums, verifies the signature of the list
# with the key below, compares the checksum of the archive, and puts four programs into ~/.local/bin.
# It changes nothing else. Environment: FENCEPOST_DIR is another directory for the programs, and
# FENCEPOST_FROM another place that has the files of the release.
set -eu
version='@(.Version)@'
key='@(.Key)@' # the public key of the releases, for minisign

fail() {
  echo "install.sh: $*" >&2
  exit 1
}

get() {
  if command -v curl >/dev/null; then curl -fsSL -o "$1" "$from/$1"; else wget -q -O "$1" "$from/$1"; fi ||
    fail "cannot fetch $from/$1"
}

# The signature is Ed25519 over the list. OpenSSL verifies it where there is no minisign.
verify() {
  if command -v minisign >/dev/null; then
    minisign -V -q -P "$key" -m SHA256SUMS
    return
  fi
  case $(openssl version 2>/dev/null) in
  'OpenSSL 1.1.1'* | 'OpenSSL '[3-9]*) ;;
  *) fail "install minisign first (brew, apt, dnf, apk): nothing here can verify the signature" ;;
  esac
  { printf '0*0\005\006\003+ep\003!\000' && echo "$key" | openssl base64 -d -A | tail -c 32; } >key
  sed -n 2p SHA256SUMS.minisig | openssl base64 -d -A | tail -c 64 >signature
  openssl pkeyutl -verify -pubin -keyform DER -inkey key -rawin -in SHA256SUMS -sigfile signature >/dev/null 2>&1
}

# All of it is a function, so that nothing runs before the last line has arrived.
main() {
  [ "$(id -u)" != 0 ] || fail "do not run this as root. The packages are for everybody on a machine"
  case $key in RW*) ;; *) fail "this copy holds no key. Take the one of a release" ;; esac
  case $(uname -s) in
  Linux) os=linux ;;
  Darwin) os=darwin ;;
  *) fail "there is nothing for $(uname -s). On Windows: npm install -g fencepost" ;;
  esac
  case $(uname -m) in
  x86_64 | amd64) arch=amd64 ;;
  aarch64 | arm64) arch=arm64 ;;
  *) fail "there is nothing for $(uname -m)" ;;
  esac
  name=fencepost-$version-$os-$arch
  from=${FENCEPOST_FROM:-@(.Homepage)@/releases/download/v$version}
  dir=${FENCEPOST_DIR:-$HOME/.local/bin}
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  cd "$tmp"
  get SHA256SUMS
  get SHA256SUMS.minisig
  verify || fail "the signature of SHA256SUMS is wrong. Nothing was installed"
  get "$name.tar.gz"
  grep "  $name.tar.gz\$" SHA256SUMS >sum || fail "the list of checksums is of another version"
  if command -v sha256sum >/dev/null; then sha256sum -c sum; else shasum -a 256 -c sum; fi >/dev/null 2>&1 ||
    fail "the checksum of $name.tar.gz is wrong. Nothing was installed"
  tar -xzf "$name.tar.gz"
  mkdir -p "$dir"
  for program in fencepost-run fencepost-interp fencepost-hook fencepost; do
    cp "$name/$program" "$dir/.$program.new"
    mv -f "$dir/.$program.new" "$dir/$program"
  done
  echo "fencepost $version is in $dir. Next: $dir/fencepost install"
}
main
