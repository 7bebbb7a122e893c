#!/usr/bin/env bash
# Builds the tests with a sanitizer of the compiler, and runs those that start no other program of this package.
#
#   scripts/sanitize.sh thread|address
#
# The kernel model of the other tests is preloaded into programs, which these sanitizers do not allow (CueLinesTests). The one for
# threads delivers a signal to a thread that may never run again (EventWaiterTests), and does not lock memory (RealTimeTests). By the
# sizes that the one for addresses reports, the heap grows where every block is freed (LongRunTests). Both handle fatal signals
# themselves, which TerminalSessionTests send to a program of this package. The one for addresses asks the kernel for memory and
# files that a process that decodes images may not have (ConfinementTests), and takes more memory for each block (DecodingMemoryTests).
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1-}
case $kind in
thread) selection='^(SignHost|SignNetwork|LiveValues|LinuxSystem|SignPlayback)Tests\.' ;;
address) selection='^(?!CommandTests|FailDarkTests|LinuxHardwareTests|ExampleSignTests)[A-Za-z]+Tests\.' ;;
*)
    echo "sanitize: give thread or address" >&2
    exit 2
    ;;
esac
scripts/deps.sh >&2
scripts/test-tools.sh >&2
folder=.build/sanitize-$kind
swift build --build-tests --sanitize="$kind" --scratch-path "$folder" -debug-info-format none >&2
# Memory that a library keeps to the end is no fault; the first report of another kind ends a run.
export ASAN_OPTIONS=detect_leaks=0:halt_on_error=1 TSAN_OPTIONS=exitcode=66
"$folder/debug/ledsignPackageTests.xctest" --testing-library swift-testing --no-parallel --filter "$selection" \
    --skip 'CueLinesTests|EventWaiterTests|RealTimeTests/locking|LongRunTests/dayOfErrors|TerminalSessionTests|ConfinementTests|DecodingMemoryTests' </dev/null
