#!/bin/sh
# Before the package goes, but not before a newer one takes its place: a hook without its program
# would block every call of everybody.
set -eu
case ${1:-} in
remove | 0 | [0-9]*.*) ;; # deb, rpm, apk
*) exit 0 ;;
esac
/usr/bin/fencepost uninstall --managed || :
echo "fencepost: who has run 'fencepost install' has to take the hooks out of their own settings:" >&2
echo "fencepost: their agent blocks every call while the program is gone" >&2
if [ -e /etc/apparmor.d/fencepost-run ]; then
  apparmor_parser -R /etc/apparmor.d/fencepost-run 2>/dev/null || :
  rm -f /etc/apparmor.d/fencepost-run
fi
