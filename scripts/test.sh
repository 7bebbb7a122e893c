#!/bin/sh
# Runs every test, after installing what the tests need, and then the fuzz targets for a short while.
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh
scripts/test-tools.sh
scripts/build.sh
scripts/run-tests.sh
# In CI for half the usual time a target: there are fifteen.
scripts/fuzz.sh "${CI:+5}"
