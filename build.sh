#!/bin/sh
# Builds the programs to bin/: fencepost-hook, which starts before every call of the agent; fencepost, for people;
# fencepost-run, which runs a command in a sandbox; and fencepost-interp, the helper for inline Python and JavaScript.
# All but the last are built without cgo: nothing they do needs C. The helper needs a C compiler; without one the gate works, and inline
# code is asked about. The helper is linked statically where that works, because it then starts faster.
set -eu
cd "$(dirname "$0")"

# A file that the linker has written lies in the page cache in single pages, and each start of it takes about a fourth longer
# than that of its copy; one that was written in large pieces starts faster than one that cp has written.
copied() {
  dd if="$1" of="$1.new" bs=1048576 2>/dev/null
  chmod +x "$1.new"
  mv -f "$1.new" "$1"
}

for program in fencepost-hook fencepost fencepost-run; do
  CGO_ENABLED=0 go build -trimpath -ldflags='-s -w' -o "bin/$program" "./cmd/$program"
  copied "bin/$program"
done
if CGO_ENABLED=1 go build -trimpath -ldflags='-s -w -linkmode external -extldflags "-static"' -o bin/fencepost-interp ./cmd/fencepost-interp 2>/dev/null ||
  CGO_ENABLED=1 go build -trimpath -ldflags='-s -w' -o bin/fencepost-interp ./cmd/fencepost-interp 2>/dev/null; then
  copied bin/fencepost-interp
else
  rm -f bin/fencepost-interp
  echo "no C compiler: bin/fencepost-interp is not built, so inline Python and JavaScript is asked about" >&2
fi
