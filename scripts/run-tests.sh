#!/usr/bin/env bash
# Runs tests that scripts/build.sh has built, in lanes, two at a time, and prints how many passed and which were slow.
#
#   scripts/run-tests.sh [LANE...]      all lanes without arguments
#
#   libraries     most tests: they compute
#   devices       those that talk to devices and end programs in every way: they mostly wait, and may differ between systems;
#                 the simulations of LinuxHardwareTests only compute
#   commands      those of the command, which may differ between systems too
#
# A lane runs one test at a time, so that the time a test takes is its own. The lane of devices measures real time: it comes
# first where others want the same processor. The whole output of a lane is in .build/tests/LANE.log, and is printed where a
# test fails.
set -euo pipefail
cd "$(dirname "$0")/.."

devices='^(FailDarkTests\.|LinuxHardwareTests\.(?!(LightAccountTests|StallTableTests)/))'
commands='^CommandTests\.'
[ $# != 0 ] || set -- libraries devices commands
folder=.build/tests
bundle=.build/debug/ledsignPackageTests.xctest
rm -rf "$folder"
mkdir -p "$folder"

declare -A lanes=()
for lane in "$@"; do
    case $lane in
    devices) selection=(--filter "$devices") ;;
    commands) selection=(--filter "$commands") ;;
    libraries) selection=(--skip "$devices" --skip "$commands") ;;
    *) echo "run-tests: unknown lane $lane" >&2 && exit 2 ;;
    esac
    niceness=10
    [ "$lane" != devices ] || niceness=0
    while [ "$(jobs -rp | wc -l)" -ge 2 ]; do wait -n || true; done
    # A shell that has no job control lets what it starts beside itself ignore SIGINT and SIGQUIT, and nohup SIGHUP; tests
    # send them.
    nice -n $niceness env --default-signal=HUP,INT,QUIT \
        "$bundle" --testing-library swift-testing --no-parallel "${selection[@]}" \
        --xunit-output "$folder/$lane.xml" </dev/null >"$folder/$lane.log" 2>&1 &
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
