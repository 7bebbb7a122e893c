#!/usr/bin/env bash
# Builds everything in a folder that is a Debian 13 of its own, with Debian's Swift 6.0.3 and libgpiod 2, and runs there what
# may differ between systems: the tests that start programs and talk to devices. `make test` runs all the others. The folder and
# its settings are those of scripts/trixie-folder.sh.
#
#   scripts/test-trixie.sh              builds, and runs the tests
#   scripts/test-trixie.sh build        builds only
#   scripts/test-trixie.sh run          runs the tests of an earlier build
#
#   ALL=1 in the environment            runs every test
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/trixie-folder.sh
source scripts/trixie-folder.sh
step=${1-all}
case $step in
all | build | run) ;;
*)
    echo "test-trixie: '$step' is unknown; give 'build', 'run' or nothing" >&2
    exit 2
    ;;
esac
trixie_enter "$@"
trixie_open debug

build_everything() {
    inside "swift --version 2>&1; echo libgpiod \$(pkg-config --modversion libgpiod)"
    say "every target and test"
    inside "SYMBOL_GRAPHS=0 scripts/build.sh"
}

run_tests() {
    local lanes="endings devices commands-1 commands-2"
    if [ "${ALL:-0}" = 1 ]; then lanes="libraries-1 libraries-2 $lanes"; fi
    say "tests"
    inside "scripts/run-tests.sh $lanes"
}

inside "scripts/test-tools.sh"
if [ "$step" != run ]; then build_everything; fi
if [ "$step" != build ]; then run_tests; fi
say "passed"
