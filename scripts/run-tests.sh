#!/usr/bin/env bash
# Runs tests that scripts/build.sh has built, in lanes side by side, and prints how many passed and which were slow.
#
#   scripts/run-tests.sh [LANE...]      all lanes without arguments
#
#   libraries-1   most tests: they compute; targets A to N, and PanelDrivers
#   libraries-2   the others of them
#   endings       those that end programs in every way, and look at what is left of the panel
#   devices       those of LinuxHardware, but for two suites that only compute
#   commands-1    those of the command, suites A to G
#   commands-2    the others of the command
#
# All lanes but the first two mostly wait, and may differ between systems. A lane runs one test at a time, so that the time a
# test takes is its own. The whole output of a lane is in .build/tests/LANE.log, and is printed where a test fails.
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A selections=(
    # A suite by itself is asked for, too: after its name comes "/" or nothing.
    [endings]='^FailDarkTests\.'
    [devices]='^LinuxHardwareTests\.(?!(LightAccountTests|StallTableTests)\b)'
    [commands-1]='^CommandTests\.[A-G]'
    [commands-2]='^CommandTests\.[^A-G]'
)
declare -A libraries=([libraries-1]='^([A-N]|PanelD)' [libraries-2]='^(?!PanelD)[^A-N]')
[ $# != 0 ] || set -- libraries-1 libraries-2 endings devices commands-1 commands-2
folder=.build/tests
bundle=.build/debug/ledsignPackageTests.xctest
rm -rf "$folder"
mkdir -p "$folder"

declare -A processes=()
for lane in "$@"; do
    if [ -n "${selections[$lane]-}" ]; then
        selection=(--filter "${selections[$lane]}")
    elif [ -n "${libraries[$lane]-}" ]; then
        selection=(--filter "${libraries[$lane]}")
        for other in "${selections[@]}"; do selection+=(--skip "$other"); done
    else
        echo "run-tests: unknown lane $lane" >&2
        exit 2
    fi
    # A shell that has no job control lets what it starts beside itself ignore SIGINT and SIGQUIT, and nohup SIGHUP; tests
    # send them.
    env --default-signal=HUP,INT,QUIT \
        "$bundle" --testing-library swift-testing --no-parallel "${selection[@]}" \
        --xunit-output "$folder/$lane.xml" </dev/null >"$folder/$lane.log" 2>&1 &
    processes[$lane]=$!
done

failed=""
for lane in "$@"; do
    if wait "${processes[$lane]}"; then continue; fi
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
