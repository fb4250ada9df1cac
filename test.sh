#!/bin/sh
# Runs the tests. Without an argument: the first tier, for every change (format, vet, staticcheck, fresh generated code, unit and
# table tests, conformance). -all: both tiers (worlds, sandbox, real clients, race detector, other systems, too). -nightly: both
# tiers with the long runs. docs/testing.md.
set -eu
cd "$(dirname "$0")"
exec go run ./internal/test/testkit/suite "$@"
