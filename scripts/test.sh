#!/bin/sh
# Runs every test, after installing what the tests need.
#
#   EXHAUSTIVE=1 in the environment      all cases of the tests that otherwise try a sample
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh
scripts/test-tools.sh
scripts/test-overlay.sh
scripts/build.sh
scripts/run-tests.sh
