#!/bin/sh
# Runs every test: vet, staticcheck, freshness of the generated code, the tests of all packages and the conformance cases.
set -eu
cd "$(dirname "$0")"

echo "== gofmt"
unformatted=$(gofmt -l .)
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
echo "== go test"
go test ./...
echo "== conformance"
# Once more by itself, for the table of what passes.
out=$(go test -count=1 -run 'TestConformance$' -v ./cmd/fencepost) || { printf '%s\n' "$out"; exit 1; }
printf '%s\n' "$out" | grep -v -e '^=== ' -e '^ *--- PASS'
