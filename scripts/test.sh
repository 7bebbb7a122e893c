#!/bin/sh
# Runs every test, after installing what the tests need, and then the fuzz targets for a short while.
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh
scripts/test-tools.sh
swift build --build-tests
swift test --skip-build
# In CI for half the usual time a target: there are twenty-one.
scripts/fuzz.sh "${CI:+5}"
