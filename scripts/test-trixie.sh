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
#   ARM64="PROGRAM..." in it            also builds these programs for arm64, with what the rest leaves of the processor
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/trixie-folder.sh
source scripts/trixie-folder.sh
# shellcheck source=scripts/arm64-sdk.sh
source scripts/arm64-sdk.sh
step=${1-all}
case $step in
all | build | run) ;;
*)
    echo "test-trixie: '$step' is unknown; give 'build', 'run' or nothing" >&2
    exit 2
    ;;
esac
trixie_enter "$@"
trixie_open

build_everything() {
    inside "swift --version 2>&1; echo libgpiod \$(pkg-config --modversion libgpiod)"
    if [ -n "${ARM64-}" ]; then
        # Two builds at once must not both write Package.resolved.
        inside "swift package resolve"
        (
            chrt --idle --pid 0 "$BASHPID"
            for program in $ARM64; do
                if ! arm64_is_built "$program"; then arm64_build "$program"; fi
            done
        ) >"$trixie.arm64.log" 2>&1 &
        arm64=$!
    fi
    say "every target and test"
    inside "SYMBOL_GRAPHS=0 scripts/build.sh"
    if [ -n "${ARM64-}" ]; then
        wait $arm64 || {
            cat "$trixie.arm64.log"
            exit 1
        }
    fi
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
