#!/bin/sh
# Runs a busy sign for a while, sends it what users send, and fails where its memory, descriptors or threads grow.
#
#   scripts/soak.sh [MINUTES]      default: 20
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh python3 >&2
swift build -c release --product ledsign >&2
model=$PWD/.build/soak-kernel-model.so
scripts/kernel-model.sh "$model"
exec python3 Tests/Soak/soak.py "$(swift build -c release --show-bin-path)/ledsign" "$model" "${1:-20}"
