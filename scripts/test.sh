#!/bin/sh
# Runs every test, after installing what the tests need.
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh
swift build --build-tests
swift test --skip-build
