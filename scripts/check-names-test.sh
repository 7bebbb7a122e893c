#!/usr/bin/env bash
# Shows that check-names.py finds names that stand for a term of the glossary, in Swift and in C, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir -p "$folder/Sources/A"

fail() {
    printf 'check-names-test: %s\n' "$@" >&2
    exit 1
}
check() { python3 scripts/check-names.py --root "$folder"; }

cat >"$folder/Sources/A/Good.swift" <<'SWIFT'
/// The mostBytes of a comment, and `usual`.
struct Limits { let maximumBytes = 1, almost = "mostBytes", heartbeat = 2, atMost = 3, notes = [4], foremost = 5 }
SWIFT
echo 'enum { maximum_lines = 64 }; // most_lines "usual"' >"$folder/Sources/A/good.c"
check >"$folder/found" 2>&1 || fail "good names were found:" "$(<"$folder/found")"

cat >"$folder/Sources/A/Bad.swift" <<'SWIFT'
let mostBytes = 1
let text = "\(usualText)"
func noteProblem() {}
SWIFT
echo 'enum { most_lines = 64 };' >"$folder/Sources/A/bad.c"
if check >"$folder/found"; then fail "nothing was found"; fi
diff "$folder/found" - <<'FOUND' >&2 || fail "it was found in other words (see above)"
Sources/A/Bad.swift:1: mostBytes: the term is maximum
Sources/A/Bad.swift:2: usualText: the term is default
Sources/A/Bad.swift:3: noteProblem: the term is record
Sources/A/bad.c:1: most_lines: the term is maximum
FOUND
