#!/bin/sh
# Builds fencepost with an organisation's policy in it: docs/organisation.md.
#
# usage: ./org.sh DIR
#
# DIR holds the policy (*.yaml) and its tests (tests/*.yaml, tests/*/*.yaml). The checkout stays as it is. Environment:
#   OUT      where the programs go; dist unless set
#   TARGETS  what is built, such as "linux/amd64 darwin/arm64"; all six unless set
set -eu
cd_from=$PWD
cd "$(dirname "$0")"

fail() {
  echo "org.sh: $*" >&2
  exit 1
}
case $# in
1) [ -n "$1" ] || fail "name the directory of the policy, such as: make org ORG=../acme-policy" ;;
*) fail "usage: ./org.sh DIR" ;;
esac
absolute() { case $1 in /*) printf '%s\n' "$1" ;; *) printf '%s/%s\n' "$cd_from" "$1" ;; esac; }
org=$(absolute "$1")
out=$(absolute "${OUT:-dist}")
targets=${TARGETS:-"linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64"}
[ -d "$org" ] || fail "there is no directory $org"

set -- # the tables of tests; a fencepost.yaml beside one is the config that it is judged under
for file in "$org"/tests/*.yaml "$org"/tests/*/*.yaml; do
  if [ -f "$file" ] && [ "${file##*/}" != fencepost.yaml ]; then
    set -- "$@" "$file"
  fi
done

# The programs are tested before they are put where people look for them.
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
host=$(go env GOHOSTOS)/$(go env GOHOSTARCH)

echo "== policy"
go run ./cmd/rulegen -org "$org" -out "$tmp/gen" -docs '' -overlay "$tmp/overlay.json"
[ $# -gt 0 ] || fail "there are no tests in $org/tests: a policy that nobody has tried is not built; see docs/organisation.md"
GOFLAGS="$(go env GOFLAGS) -overlay=$tmp/overlay.json"
export GOFLAGS

# build OS/ARCH DIR
build() {
  CGO_ENABLED=0 GOOS=${1%/*} GOARCH=${1#*/} go build -trimpath -ldflags='-s -w' -o "$2/" ./cmd/fencepost-hook ./cmd/fencepost ./cmd/fencepost-run
}

build "$host" "$tmp/host"
"$tmp/host/fencepost" version
echo "== policy tests"
"$tmp/host/fencepost" test "$@"
echo "== generated code"
go vet ./gen/... ./cmd/fencepost ./cmd/fencepost-hook
go test ./gen/...

# compiler OS/ARCH: a C compiler for the target, or nothing. CC_linux_arm64 and the like name one.
compiler() {
  eval "cc=\${CC_$(echo "$1" | tr / _):-}"
  if [ -z "$cc" ]; then
    case $1 in
    "$host") cc=${CC:-cc} ;;
    linux/amd64) cc=x86_64-linux-gnu-gcc ;;
    linux/arm64) cc=aarch64-linux-gnu-gcc ;;
    windows/amd64) cc=x86_64-w64-mingw32-gcc ;;
    windows/arm64) cc=aarch64-w64-mingw32-gcc ;;
    esac
  fi
  command -v "${cc%% *}" >/dev/null 2>&1 && printf '%s\n' "$cc" || :
}

# helper OS/ARCH DIR: the program that reads inline code needs cgo. Without it the program says so, and such code falls under onError.
helper() {
  cc=$(compiler "$1")
  cgo=1
  if [ -z "$cc" ]; then
    cgo=0
    echo "   fencepost-interp reads no code: no C compiler for $1 (set CC_$(echo "$1" | tr / _))"
  else
    echo "   with fencepost-interp ($cc)"
  fi
  CGO_ENABLED=$cgo CC=$cc GOOS=${1%/*} GOARCH=${1#*/} \
    go build -trimpath -ldflags='-s -w' -o "$2/" ./cmd/fencepost-interp
}

echo "== programs"
for target in $targets; do
  dir=$tmp/dist/$(echo "$target" | tr / -)
  echo "$target"
  if [ "$target" = "$host" ]; then
    mkdir -p "$tmp/dist" && mv "$tmp/host" "$dir" # what was tested is what goes out
  else
    build "$target" "$dir"
  fi
  helper "$target" "$dir"
done
(
  cd "$tmp/dist"
  for file in */*; do
    if command -v sha256sum >/dev/null; then sha256sum "$file"; else shasum -a 256 "$file"; fi
  done >SHA256SUMS
)

mkdir -p "$out"
(cd "$tmp/dist" && tar cf - .) | (cd "$out" && tar xf -)
echo "== $out"
cat "$out/SHA256SUMS"
