#!/usr/bin/env bash
# Shows that check-docstrings.py finds every kind of public symbol without a docstring, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

cat >"$folder/Bare.swift" <<'SWIFT'
public struct Bare1 { public var bare2 = 0; public init(bare3: Int) {} }
/// Documented.
public enum Kind: Equatable {
    case bare4
    /// Documented.
    case fine
    var hidden: Int { 0 }
}
extension Kind { public func bare5() {}; public static let bare6 = 0; public subscript(bare7 index: Int) -> Int { 0 } }
extension Int { public var bare8: Int { self } }
public protocol Bare9 { associatedtype Bare10; var bare11: Int { get } }
public typealias Bare12 = Int
public func bare13() {}
public let bare14 = 0
infix operator <+>
/// Documented.
public class Fine {
    /// Documented.
    public static func + (left: Fine, right: Fine) -> Fine { left }
    ///
    public static func <+> (bare15: Fine, right: Fine) -> Fine { bare15 }
    /// Documented.
    public struct Inner { public enum Bare16 {} }
}
struct NotPublic { var nothing = 0 }
SWIFT
swiftc -module-name Bare -emit-module -emit-module-path "$folder/Bare.swiftmodule" \
    -emit-symbol-graph -emit-symbol-graph-dir "$folder" "$folder/Bare.swift"
description='{"targets": [{"c99name": "Bare", "type": "library", "module_type": "SwiftTarget", "path": "Sources/Bare"}]}'
if found=$(python3 scripts/check-docstrings.py "$folder" <<<"$description" 2>"$folder/summary"); then
    echo "check-docstrings-test: the check passed a file full of bare symbols" >&2
    exit 1
fi
for number in {1..16}; do
    # Number 15 is an operator, known by its own name.
    if [ "$number" = 15 ]; then pattern='<[+]>'; else pattern="[Bb]are$number\b"; fi
    if ! grep -qE -- "$pattern" <<<"$found"; then
        printf 'check-docstrings-test: bare%s was not found in:\n%s\n' "$number" "$found" >&2
        exit 1
    fi
done
if grep -qE 'fine|Fine has|Inner has|hidden|NotPublic|Kind has|SYNTH' <<<"$found" || [ "$(wc -l <<<"$found")" != 16 ]; then
    printf 'check-docstrings-test: found more or less than the 16 bare symbols:\n%s\n' "$found" >&2
    exit 1
fi
# A graph of an earlier build, of extensions that are gone, does not count.
touch -d '1 minute ago' "$folder/Bare@Swift.symbols.json"
if python3 scripts/check-docstrings.py "$folder" <<<"$description" 2>/dev/null | grep -q bare8; then
    echo "check-docstrings-test: a symbol graph of an earlier build counted" >&2
    exit 1
fi
# Without a symbol graph there is nothing to check, which is no success.
if python3 scripts/check-docstrings.py "$folder/nowhere" <<<"$description" >/dev/null 2>&1; then
    echo "check-docstrings-test: missing symbol graphs passed" >&2
    exit 1
fi
