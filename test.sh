#!/bin/sh
# Runs every test: vet, staticcheck, freshness of the generated code, the tests of all packages and the conformance cases.
# -nightly: the long run; the newest version of the client too, every attempt to loosen the fence or to do harm, and the whole
# enumeration (docs/testing.md).
set -eu
cd "$(dirname "$0")"
case "${1-}" in
"") ;;
-nightly) export FENCEPOST_NIGHTLY=1 ;;
*) echo "usage: ./test.sh [-nightly]" >&2 && exit 2 ;;
esac

echo "== gofmt"
unformatted=$(gofmt -l ./*.go bench cmd gen internal presets)
if [ -n "$unformatted" ]; then
  echo "not formatted; run gofmt -w on:" >&2
  echo "$unformatted" >&2
  exit 1
fi
echo "== go vet"
go vet ./...
echo "== staticcheck"
go tool staticcheck ./...
echo "== generated code"
go run ./cmd/rulegen -check
echo "== collector"
# A module of its own (docs/testing.md). Copies of go.mod and go.sum take what this module needs anew.
(
  cd internal/auditexport/collectortest
  tmp=$(mktemp -d)
  trap 'rm -rf "$tmp"' EXIT
  cp go.mod go.sum "$tmp"
  set -- -mod=mod -modfile="$tmp/go.mod"
  if go list "$@" -deps go.opentelemetry.io/collector/receiver/otlpreceiver >/dev/null 2>&1; then
    go vet "$@" . && go test "$@" .
  else
    echo "the OpenTelemetry collector's modules cannot be fetched: exports to its receiver are not tested"
  fi
)
# What is tested is what is built: with the dependencies as build.sh takes them.
go run ./cmd/lazydeps
GOFLAGS="$(go env GOFLAGS) -modfile=$PWD/build/deps/go.mod -overlay=$PWD/build/deps/overlay.json"
export GOFLAGS

echo "== go test"
cpus=$(getconf _NPROCESSORS_ONLN || echo 2) # programs that are built so begin with one thread
suite=$(go list ./internal/clienttest)
timeout=10m
[ -z "${FENCEPOST_NIGHTLY-}" ] || timeout=120m
go list ./... | grep -vxF "$suite" | xargs go test -cpu "$cpus" -parallel "$cpus" -timeout "$timeout"
# A skip of these would not be seen: what they hold is then not held.
bwrap --unshare-all --ro-bind / / --proc /proc --dev /dev true 2>/dev/null ||
  echo "no bubblewrap (bwrap) that works here: the enumeration and the world test are skipped"
echo "== client suite"
# By itself, because it keeps every core busy; docs/testing.md. What is skipped is shown.
timeout=20m
[ -z "${FENCEPOST_NIGHTLY-}" ] || timeout=90m
out=$(go test -v -cpu "$cpus" -parallel "$cpus" -timeout "$timeout" "$suite") || { printf '%s\n' "$out"; exit 1; }
printf '%s\n' "$out" | sed -n -e 's/^.*_test\.go:[0-9]*: \(no client\)/\1/p' -e '/^ok /p' | sort -u
echo "== conformance"
# Once more by itself, for the table of what passes.
out=$(go test -count=1 -run 'TestConformance$' -v ./cmd/fencepost) || { printf '%s\n' "$out"; exit 1; }
printf '%s\n' "$out" | grep -v -e '^=== ' -e '^ *--- PASS'
