#!/bin/sh
# Checks and tests everything with the Swift and libgpiod of this machine, where they are not those of Debian 13, on which the gate
# runs: the newest Swift, and libgpiod 1.6 of Debian 12.
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh >&2
swift=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1)
libgpiod=$(pkg-config --modversion libgpiod)
printf 'test-newest: Swift %s, libgpiod %s\n' "$swift" "$libgpiod"
case $swift in
6.0*)
    echo "test-newest: Swift $swift is the one that the gate uses; put a newer one in PATH" >&2
    exit 1
    ;;
esac
case $libgpiod in
1.*) ;;
*)
    echo "test-newest: libgpiod $libgpiod is the one that the gate uses; run this on Debian 12" >&2
    exit 1
    ;;
esac
exec make lint test
