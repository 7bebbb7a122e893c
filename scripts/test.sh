#!/bin/sh
# Runs every test, after installing what the tests need, and then replays the seeds of the fuzz targets and fuzzes for a while.
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh
scripts/test-tools.sh
scripts/test-overlay.sh
scripts/build.sh
scripts/run-tests.sh
scripts/fuzz.sh --quick 2
