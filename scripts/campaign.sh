#!/usr/bin/env bash
# Runs every proof that the gate leaves out, one after the other, and prints one table; runs all of them, also when one fails.
#
#   scripts/campaign.sh            all parts (some hours)
#   scripts/campaign.sh PART...    these parts: exhaustive newest sanitize-thread sanitize-address pi deb senders
#                                  home-assistant soak bench fuzz
#
#   FUZZ_SECONDS in the environment    how long each target is fuzzed (default: 600)
#   SOAK_MINUTES in the environment    how long the sign of the soak runs (default: 20)
#
# What a part prints is in .build/campaign/PART.log. Needs root, or sudo, and Debian 12 with the newest Swift.
set -euo pipefail
cd "$(dirname "$0")/.."

declare -A commands=(
    [exhaustive]="EXHAUSTIVE=1 scripts/in-trixie.sh make test"
    [newest]="make test-newest"
    [sanitize-thread]="scripts/sanitize.sh thread"
    [sanitize-address]="scripts/sanitize.sh address"
    [pi]="make test-pi FULL=1"
    [deb]="make deb"
    [senders]="make test-senders"
    [receivers]="make test-receivers"
    [home-assistant]="make test-home-assistant"
    [soak]="scripts/soak.sh ${SOAK_MINUTES:-20}"
    [bench]="make bench"
    [fuzz]="make fuzz SECONDS=${FUZZ_SECONDS:-600}"
)
[ $# != 0 ] || set -- exhaustive newest sanitize-thread sanitize-address pi deb senders receivers home-assistant soak bench fuzz
for name in "$@"; do
    [ -n "${commands[$name]-}" ] || {
        echo "campaign: '$name' is unknown; there are ${!commands[*]}" >&2
        exit 2
    }
done

mkdir -p .build/campaign
table="" failed=0
for name in "$@"; do
    printf 'campaign: %s: %s\n' "$name" "${commands[$name]}"
    started=$SECONDS result=passed
    bash -euo pipefail -c "${commands[$name]}" </dev/null >".build/campaign/$name.log" 2>&1 || {
        result=FAILED
        failed=1
        tail -n 40 ".build/campaign/$name.log"
    }
    # What a part says of itself: how many tests ran, what was measured.
    figures=$(sed -nE -e 's/^ *([0-9]+) +([0-9]+) +[0-9.]+ +all$/\1 tests in \2 suites/p' \
        -e 's/.*\b([0-9]+ (tests? in [0-9]+ suites|targets passed|passed)|soak: .*).*/\1/p' ".build/campaign/$name.log" | tail -n 1)
    line=$(printf '%7d s  %-17s %-7s %s' $((SECONDS - started)) "$name" "$result" "$figures")
    echo "$line"
    table+=$line$'\n'
done
printf '\n     time  part              result  figures\n%s' "$table"
exit $failed
