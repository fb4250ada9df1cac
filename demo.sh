#!/bin/sh
# Builds fencepost and gives it real hook calls, as the agent would. Nothing runs the commands in the calls.
set -eu
cd "$(dirname "$0")"

./build.sh

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
mkdir -p "$dir/home/.claude" "$dir/project/.git" "$dir/project/src"
# The person's own config: one in the project would have to be trusted first (docs/configuration.md).
cp testdata/demo/fencepost.yaml "$dir/home/.claude/fencepost.yaml"

# field NAME: the string of that name in the answer on standard input.
field() { sed -nE 's/.*"'"$1"'":"(([^"\\]|\\.)*)".*/\1/p' | sed -e 's/\\"/"/g' -e 's/\\\\/\\/g'; }

for file in testdata/demo/*.json; do
  sed -e "s|{PROJECT}|$dir/project|g" -e "s|{HOME}|$dir/home|g" "$file" >"$dir/call.json"
  answer=$(HOME=$dir/home FENCEPOST_HOME=$dir/home CLAUDE_PROJECT_DIR=$dir/project SHELL=/bin/bash \
    ./bin/fencepost-hook <"$dir/call.json")
  decision=$(printf '%s\n' "$answer" | field permissionDecision)
  printf 'call      %s %s\n' "$(sed -nE 's/^  "tool_name": "(.*)",$/\1/p' "$file")" "$(sed -nE 's/^  "tool_input": (.*),$/\1/p' "$file")"
  if [ -z "$answer" ]; then
    echo "decision  allow (nothing is printed: no objection)"
  else
    printf 'decision  %s\n' "${decision:-allow, rewritten (the agent judges the new call by itself)}"
    reason=$(printf '%s\n' "$answer" | field permissionDecisionReason)
    [ -z "$reason" ] || printf 'reason    %s\n' "$reason"
    updated=$(printf '%s\n' "$answer" | sed -nE 's/.*"updatedInput":(.*)}}$/\1/p')
    [ -z "$updated" ] || printf 'becomes   %s\n' "$updated"
  fi
  echo
done
echo "The hook is bin/fencepost-hook. What decides about a command of yours: ./bin/fencepost explain 'COMMAND'"
