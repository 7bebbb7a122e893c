#!/bin/sh
# Fuzzes the readers of foreign input with libFuzzer and fails on the first crash, hang or use of too much memory.
#
#   scripts/fuzz.sh [seconds per target, 10] [target...]
#
# A target is a folder in Fuzz/ that is also listed in Package.swift (fuzzTargets). It starts from the files in
# Fuzz/Seeds/TARGET and in the folders that Fuzz/Seeds/TARGET.folders lists (and uses the words of
# Fuzz/Seeds/TARGET.dict), and from what earlier runs kept in .build/fuzz/corpus/TARGET. An input that fails is left in
# .build/fuzz/artifacts/TARGET; run it again with .build/fuzz/release/TARGET FILE.
set -eu
cd "$(dirname "$0")/.."
seconds=${1:-10}
[ $# -gt 0 ] && shift
targets=${*:-$(find Fuzz -mindepth 1 -maxdepth 1 -name 'Fuzz*' ! -name '*Support' -printf '%f\n' | sort)}

scratch=.build/fuzz
build() { # all targets, with the sanitizers named
    for target in $targets; do
        LEDSIGN_FUZZ=1 swift build -c release --scratch-path $scratch -j 2 --product "$target" \
            -Xswiftc "-sanitize=$1" -Xswiftc -use-ld=lld >$scratch/build.log 2>&1 || { cat $scratch/build.log; return 1; }
    done
}
mkdir -p $scratch
build fuzzer,address

for target in $targets; do
    corpus=$scratch/corpus/$target
    artifacts=$scratch/artifacts/$target
    mkdir -p "$corpus" "$artifacts" "Fuzz/Seeds/$target"
    log=$scratch/$target.log
    dictionary=""
    [ -f "Fuzz/Seeds/$target.dict" ] && dictionary="-dict=Fuzz/Seeds/$target.dict"
    folders=""
    [ -f "Fuzz/Seeds/$target.folders" ] && folders=$(cat "Fuzz/Seeds/$target.folders")
    # shellcheck disable=SC2086 # no dictionary or folders, no argument
    if ! $scratch/release/"$target" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=1024 -print_final_stats=1 \
        -artifact_prefix="$artifacts/" $dictionary "$corpus" "Fuzz/Seeds/$target" $folders >"$log" 2>&1; then
        tail -n 60 "$log"
        echo "$target: FAILED; the input is in $artifacts"
        exit 1
    fi
    runs=$(sed -n 's/^stat::number_of_executed_units: *//p' "$log")
    coverage=$(grep -o 'cov: [0-9]*' "$log" | tail -n 1)
    [ "${runs:-0}" -gt 0 ] || { tail -n 20 "$log"; echo "$target: FAILED: it ran nothing"; exit 1; }
    echo "$target: $runs runs, $coverage edges, $(find "$corpus" -type f | wc -l) inputs kept, no crash"
done
