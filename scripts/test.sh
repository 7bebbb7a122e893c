#!/bin/sh
# Runs every test, after installing what the tests need, and then replays the seeds of the fuzz targets and fuzzes for a while.
#
#   FUZZ=0 in the environment      leaves fuzzing to whoever asks for that
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh
scripts/test-tools.sh
scripts/test-overlay.sh
scripts/build.sh
scripts/run-tests.sh
[ "${FUZZ-1}" = 0 ] || scripts/fuzz.sh --quick 2
