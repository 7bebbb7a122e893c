#!/usr/bin/env bash
# Fuzzes the readers of foreign input with libFuzzer and fails on the first crash, hang or use of too much memory.
#
#   scripts/fuzz.sh [--quick] [SECONDS per target, 10] [TARGET...]
#   scripts/fuzz.sh [--quick] --build       builds only
#
# A target is a file Fuzz/Targets/FuzzNAME.swift and a line in Fuzz/Targets/FuzzTargets.swift. It starts with the files in
# Fuzz/Seeds/TARGET and in the folders that Fuzz/Seeds/TARGET.folders lists, and with what earlier runs kept in
# .build/fuzz/corpus/TARGET; then it changes them at random, with the words of Fuzz/Seeds/TARGET.dict, until its time is over.
# An input that fails is left in .build/fuzz/artifacts/TARGET: copy it to Fuzz/Seeds/TARGET, so that every later run replays
# it, and run it again with .build/fuzz/PROGRAM/release/fuzz TARGET FILE.
#
# --quick builds without optimization: the program is built in a third of the time, and slower by two to twenty times.
set -euo pipefail
cd "$(dirname "$0")/.."

optimized=(optimized 10)
quick=(quick 300 -Xswiftc -Onone -Xswiftc -gnone)
build=("${optimized[@]}")
if [ "${1-}" = --quick ]; then
    build=("${quick[@]}")
    shift
fi
only_builds=0
if [ "${1-}" = --build ]; then
    only_builds=1
    shift
fi
seconds=${1:-10}
[ $# = 0 ] || shift
# Libfuzzer takes anything else for a run without end.
if ! [[ $seconds =~ ^[1-9][0-9]*$ ]]; then
    echo "fuzz: SECONDS is '$seconds'; give a whole number from 1 on" >&2
    exit 2
fi
# The longest time that one input may take, in seconds.
longest=${build[1]}
scratch=.build/fuzz
folder=$scratch/${build[0]}
program=$folder/release/fuzz

fail() {
    echo "fuzz: FAILED: $*"
    exit 1
}

mkdir -p "$scratch"
LEDSIGN_FUZZ=1 swift build -c release --scratch-path "$folder" --product fuzz -Xswiftc -sanitize=fuzzer,address \
    -Xswiftc -use-ld=lld "${build[@]:2}" >"$scratch/build.log" 2>&1 || {
    cat "$scratch/build.log"
    fail "the build"
}
if [ $only_builds = 1 ]; then
    echo "fuzz: built $program"
    exit 0
fi

# Every file of a target is in the program's list.
listed=$("$program" | sort)
files=$(find Fuzz/Targets -name 'Fuzz*.swift' ! -name 'FuzzTarget*.swift' -printf '%f\n' | sed 's/\.swift$//' | sort)
[ "$listed" = "$files" ] || fail "Fuzz/Targets/FuzzTargets.swift does not list the targets in Fuzz/Targets"
mapfile -t targets < <(if [ $# != 0 ]; then printf '%s\n' "$@"; else echo "$listed"; fi)

# Replays the seeds of a target and what earlier runs kept, and then fuzzes for SECONDS. One line of output, or a report.
fuzz_one() {
    local target=$1 corpus=$scratch/corpus/$1 artifacts=$scratch/artifacts/$1 log=$scratch/$1.log runs coverage folder_of_seeds
    local -a seeds=("Fuzz/Seeds/$1") words=()
    mkdir -p "$corpus" "$artifacts"
    if [ -f "Fuzz/Seeds/$target.dict" ]; then words=("-dict=Fuzz/Seeds/$target.dict"); fi
    if [ -f "Fuzz/Seeds/$target.folders" ]; then
        mapfile -t seeds <"Fuzz/Seeds/$target.folders"
        if [ -d "Fuzz/Seeds/$target" ]; then seeds+=("Fuzz/Seeds/$target"); fi
    fi
    for folder_of_seeds in "${seeds[@]}"; do
        if [ -z "$(find "$folder_of_seeds" -type f -print -quit)" ]; then
            echo "$target: FAILED: no seeds in $folder_of_seeds"
            return 1
        fi
    done
    if ! "$program" "$target" -max_total_time="$seconds" -timeout="$longest" -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="$artifacts/" "${words[@]}" "$corpus" "${seeds[@]}" >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "$target: FAILED; the input is in $artifacts"
        return 1
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    coverage=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1)
    # Libfuzzer says "INITED" when it has replayed all seeds.
    if [ "${runs:-0}" -eq 0 ] || ! grep -q 'INITED' "$log"; then
        tail -n 20 "$log"
        echo "$target: FAILED: it did not replay its seeds"
        return 1
    fi
    echo "$target: $runs runs, $coverage edges, $(find "$corpus" -type f | wc -l) inputs kept, no crash"
}

# A crash fails a run, also when inputs are only replayed.
check_that_crashes_fail() {
    local folder
    folder=$(mktemp -d)
    echo "no crash" >"$folder/input"
    "$program" CrashCheck -runs=0 "$folder" >"$folder.log" 2>&1 || fail "an input without a fault does not pass"
    echo "crash" >"$folder/input"
    ! "$program" CrashCheck -runs=0 -artifact_prefix="$folder/" "$folder" >"$folder.log" 2>&1 || fail "a crash passes"
    rm -r "$folder" "$folder.log"
}

check_that_crashes_fail
export -f fuzz_one
export program seconds longest scratch
printf '%s\0' "${targets[@]}" | xargs -0 -n 1 -P "$(nproc)" bash -euo pipefail -c 'fuzz_one "$1" || exit 255' fuzz ||
    fail "the target above"
echo "fuzz: ${#targets[@]} targets passed"
