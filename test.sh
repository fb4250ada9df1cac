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
echo "== govulncheck"
# It asks the database of Go's security team over the network. Where that cannot be reached nothing is known, and a line says so.
tools=$(mktemp -d)
trap 'rm -rf "$tools"' EXIT
if GOBIN="$tools" go install golang.org/x/vuln/cmd/govulncheck@v1.9.0 2>"$tools/log"; then
  status=0
  "$tools/govulncheck" ./cmd/... >"$tools/log" 2>&1 || status=$?
  if [ "$status" -ne 0 ] && grep -q 'fetching vulnerabilities' "$tools/log"; then
    echo "the database of known vulnerabilities cannot be reached: nothing was looked up"
  elif [ "$status" -ne 0 ]; then
    cat "$tools/log" >&2
    exit 1
  fi
else
  echo "govulncheck cannot be fetched: nothing was looked up"
fi
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
echo "== go test"
suite=$(go list ./internal/clienttest)
confined=$(go list ./internal/sandbox/escape ./internal/sandbox/tooltest ./internal/confine/confinetest)
timeout=10m
[ -z "${FENCEPOST_NIGHTLY-}" ] || timeout=120m
go list ./... | grep -vxF -e "$suite" -e "$confined" | xargs go test -timeout "$timeout"
echo "== sandbox"
# By themselves: they time what starts and ends, and count what is left of it. What they build is not seen by the cache of tests.
go test -count=1 -p 1 -timeout 30m $confined
echo "== race detector"
# Where more than one call, process or thread is at work.
if [ "$(go env CGO_ENABLED)" = 1 ] && command -v "$(go env CC)" >/dev/null; then
  go test -race . ./internal/activity ./internal/assist ./internal/audit ./internal/auditexport ./internal/batch ./internal/beside \
    ./internal/egress/... ./internal/runs ./internal/sandbox/ledger ./internal/hook ./internal/interp ./internal/paths ./internal/policy/...
else
  echo "no C compiler: the race detector is not run"
fi
# A skip of these would not be seen: what they hold is then not held.
bwrap --unshare-all --ro-bind / / --proc /proc --dev /dev true 2>/dev/null ||
  echo "no bubblewrap (bwrap) that works here: the enumeration, the world test and the engine bwrap of the sandbox are skipped"
echo "== client suite"
# By itself, because it keeps every core busy; docs/testing.md. What is skipped is shown.
timeout=20m
[ -z "${FENCEPOST_NIGHTLY-}" ] || timeout=90m
out=$(go test -v -timeout "$timeout" "$suite") || { printf '%s\n' "$out"; exit 1; }
printf '%s\n' "$out" | sed -n -e 's/^.*_test\.go:[0-9]*: \(no client\)/\1/p' -e '/^ok /p' | sort -u
echo "== conformance"
# Once more by itself, for the table of what passes.
out=$(go test -count=1 -run 'TestConformance$' -v ./cmd/fencepost) || { printf '%s\n' "$out"; exit 1; }
printf '%s\n' "$out" | grep -v -e '^=== ' -e '^ *--- PASS'
