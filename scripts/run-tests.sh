#!/usr/bin/env bash
# Runs tests that scripts/build.sh has built, in lanes beside each other, and prints how many passed and which were slow.
#
#   scripts/run-tests.sh [LANE...]      all lanes without arguments
#
#   programs      what starts programs and talks to devices: it mostly waits, and may differ between systems
#   libraries     all the rest: it computes
#
# A lane runs one test at a time: those that measure real time are disturbed by one other lane at most, and the time that a
# test takes is its own. The whole output of a lane is in .build/tests/LANE.log, and is printed where a test fails.
set -euo pipefail
cd "$(dirname "$0")/.."

programs='^(CommandTests|FailDarkTests|LinuxHardwareTests)\.'
[ $# != 0 ] || set -- programs libraries
folder=.build/tests
bundle=.build/debug/ledsignPackageTests.xctest
rm -rf "$folder"
mkdir -p "$folder"

declare -A lanes=()
for lane in "$@"; do
    case $lane in
    programs) selection=(--filter "$programs") ;;
    libraries) selection=(--skip "$programs") ;;
    *) echo "run-tests: there is no lane $lane" >&2 && exit 2 ;;
    esac
    # A shell that has no job control lets what it starts beside itself ignore SIGINT and SIGQUIT, and nohup SIGHUP; tests
    # send them.
    env --default-signal=HUP,INT,QUIT "$bundle" --testing-library swift-testing --no-parallel "${selection[@]}" --xunit-output "$folder/$lane.xml" \
        </dev/null >"$folder/$lane.log" 2>&1 &
    lanes[$lane]=$!
done

failed=""
for lane in "$@"; do
    if wait "${lanes[$lane]}"; then continue; fi
    cat "$folder/$lane.log"
    failed+=" $lane"
done
for lane in "$@"; do
    printf '%s: ' "$lane"
    grep -E 'Test run with [0-9]+ tests? ' "$folder/$lane.log" || { echo "no test ran" && failed+=" $lane"; }
done
if [ -n "$failed" ]; then
    grep -hE '✘|Fatal error' "$folder"/*.log | head -n 40 || true
    echo "run-tests: FAILED:$failed"
    exit 1
fi
python3 scripts/test-report.py "${@/#/$folder/}"
