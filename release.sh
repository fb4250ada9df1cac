#!/bin/sh
# Makes everything that a release consists of: docs/testing.md.
#
# usage: ./release.sh [-out DIR] [-targets LIST] [-helpers DIR] [-sign KEY]
set -eu
cd "$(dirname "$0")"
exec go run ./internal/tools/release "$@"
