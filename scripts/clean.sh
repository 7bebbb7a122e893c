#!/bin/sh
# Removes what the other scripts made: .build (with the Debian 13 folder of scripts/in-trixie.sh) and out.
set -eu
cd "$(dirname "$0")/.."

if grep -q " $(pwd -P)/.build/" /proc/self/mounts; then
    echo "clean: something is mounted below .build; nothing is removed" >&2
    exit 1
fi
rm -rf out
# The Debian 13 folder belongs to root.
if ! rm -rf .build 2>/dev/null; then sudo rm -rf .build; fi
