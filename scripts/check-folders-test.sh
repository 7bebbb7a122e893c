#!/usr/bin/env bash
# Shows that check-folders.py finds folders that use each other and targets against the plan of floors, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
sources="$folder/Sources"

fail() {
    printf 'check-folders-test: %s\n' "$@" >&2
    exit 1
}
check() { python3 scripts/check-folders.py --root "$folder" "$@"; }
# passes: the check has to find nothing.
passes() { check >"$folder/found" 2>&1 || fail "$1 was a violation:" "$(<"$folder/found")"; }
# finds WHAT LINE...: the check has to fail, and to print these lines and no others.
finds() {
    local what=$1
    shift
    if check >"$folder/found" 2>/dev/null; then fail "$what was not found"; fi
    diff <(printf '%s\n' "$@") "$folder/found" >&2 || fail "$what was found in other words (see above)"
}
# write PATH: standard input becomes a file of Sources.
write() {
    mkdir -p "$(dirname "$sources/$1")"
    cat >"$sources/$1"
}

cat >"$folder/Package.swift" <<'SWIFT'
func layer(_ floor: String, _ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(floor)/\(name)")  // not "Shapes", a comment
}
func tests(_ layer: String, _ dependencies: [String]) -> Target { .testTarget(name: layer + "Tests") }
let package = Package(
    name: "example",
    products: [.library(name: "Letters", targets: ["Letters", "Shapes"])],
    targets: [
        .systemLibrary(name: "CFlate"),
        layer("Base", "Shapes", ["CFlate"]),
        layer("Media", "Letters", ["Shapes", .product(name: "Other", package: "other")]),
        layer("Media", "Styles", ["Letters"]),
        .executableTarget(name: "tool", dependencies: ["Letters", "Shapes"]),
        .executableTarget(name: "example-tool", dependencies: ["Shapes", "Letters"], path: "Examples/Tool"),
        tests("Shapes", ["Letters"]),
    ])
SWIFT
write System/CFlate/module.modulemap <<<'module CFlate {}'
write Media/Styles/Style.swift <<<'public struct Style { let page: Page }'
write Products/tool/main.swift <<<'print("Letter")'
write Base/Shapes/Shape.swift <<<'public struct Shape {}'

# Layout uses Files, and Files uses nothing but its own: everything else only looks like a use.
write Media/Letters/Letters.swift <<<'public struct LetterList { var pages: [Page]; var file: LetterFile }'
write Media/Letters/Layout/Page.swift <<'SWIFT'
struct Page {
    let file: LetterFile
    struct Margin {}
}
enum Margin { case wide, narrow }
private struct Glyph {}
protocol Setting {}
extension Page { var width: Int { 1 }; func isEmpty() -> Bool { true } }
extension LetterFile { func count() -> Int { 2 }; func pageCount() -> Int { 3 }; private func bytes() {} }
extension LetterFile { func lineCount() -> Int { var lines = 3; return lines } }
enum Alignment { case left, pageCount }
SWIFT
write Media/Letters/Files/LetterFile.swift <<'SWIFT'
/// A Page /* a Margin */ is no code.
struct LetterFile<Setting: Sequence> {
    /* nested /* Page */ Page */
    let text = "Page \"Page\" \\" + #"a "Page" \(Page)"# + """
        Page "Page" \"""
        """
    let pattern = /Page "[/"]/; let quotient = 4 / 2; let other = 3 / 1
    enum Margin { case left, right }
    let margin = Margin.left, element: Setting? = nil, inner = Other.Page, many = [1].count + self.pageCount
}
extension LetterFile { func leave(_ margin: Margin, _ setting: Setting) { width(self.bytes + self.lines) } }
private struct Alignment {}
struct Glyph { let alignment = Alignment() }
SWIFT
write Media/Letters/Files/Cast.swift <<<'func cast<each Sheet, Page: Hashable>(_ value: Page) -> [Page] { [value] }'
passes "what only looks like a use"

matrix=$(check --matrix Letters | tr -s ' ')
grep -qF 'Layout . . - 3' <<<"$matrix" && fail "the matrix has no uses of Layout:" "$matrix"
grep -qxF 'Layout . 3 - 3' <<<"$matrix" || fail "the matrix does not count the three uses of Files by Layout:" "$matrix"
if check --matrix Missing >/dev/null 2>&1; then fail "a matrix of a missing target"; fi

# Every kind of use, each in a file of its own.
uses_page() {
    write Media/Letters/Files/More.swift
    finds "$1" "Letters: Files uses Layout (Sources/Media/Letters/Files/More.swift:$2 $3), \
Layout uses Files (Sources/Media/Letters/Layout/Page.swift:2 LetterFile)"
}
uses_page "a type of a property" 2 Page <<<$'\nlet page: Page? = nil'
uses_page "a nested type" 1 Page <<<'let margin: Page.Margin? = nil'
uses_page "a type after its module" 1 Page <<<'let page: Letters.Page? = nil'
uses_page "an extension" 1 Page <<<'extension Page {}'
uses_page "an interpolation" 4 Page <<<$'let text = """\n    "(\n    \n    \\(name("Margin") + Page.name)\n    """'
uses_page "a range" 1 Page <<<'let range = 0...Page.count'
uses_page "an enumeration" 2 Margin <<<$'/// Page\nlet margin = Margin.wide'
uses_page "a protocol" 1 Setting <<<'struct Style: Setting {}'
write Media/Letters/Letters.swift <<<'enum Letters { struct Page {} }'
write Media/Letters/Files/More.swift <<<'let page: Letters.Page? = nil'
passes "a nested type of a type with the module's name"
rm "$sources/Media/Letters/Letters.swift"
write Media/Letters/Layout/Sheet.swift <<<'typealias Ink = Int; extension LetterFile { func shaped() {} }'
uses_page "an alias" 1 Ink <<<'let ink: Ink = 1'
uses_page "a member of an extension" 1 .shaped <<<'func shape(_ file: LetterFile) { file.shaped() }'
write Base/Shapes/Shape.swift <<<'public struct Shape { func shaped() {} }'
passes "a member that another target has, too"
rm "$sources/Media/Letters/Files/More.swift"

# Folders within folders count by themselves; of longer cycles the shortest one is printed.
write Media/Letters/Files/Deep/Deep.swift <<<'struct Deep { let glyph: Glyph; let sheet: Sheet? }'
write Media/Letters/Sheets/Sheet.swift <<<'struct Sheet { let end: End? }'
write Media/Letters/Ends/End.swift <<<'struct End { let deep: Deep?; let file: LetterFile? }'
finds "a longer cycle" "Letters: Ends uses Files/Deep (Sources/Media/Letters/Ends/End.swift:1 Deep), \
Files/Deep uses Sheets (Sources/Media/Letters/Files/Deep/Deep.swift:1 Sheet), \
Sheets uses Ends (Sources/Media/Letters/Sheets/Sheet.swift:1 End)"
check --places >"$folder/found" 2>/dev/null && fail "--places passed"
grep -qxF '        Sources/Media/Letters/Sheets/Sheet.swift:1 End' "$folder/found" || fail "--places has no place"
rm -r "$sources"/Media/Letters/{Files/Deep,Sheets,Ends}
passes "what was mended"

# The plan of floors.
sed -i 's/"Base", "Shapes", \[/&"Letters", /' "$folder/Package.swift"
finds "a target above" "Shapes: uses Letters, but Base may not use Media"
sed -i 's/\["Letters", "CFlate"\]/["CFlate"]/' "$folder/Package.swift"
passes "a target that was mended"
mv "$sources/Base/Shapes" "$sources/Shapes"
write Shapes/tool/Tool.swift <<<'struct Tool {}'
finds "a target on no floor" "Shapes: is in Sources, which is not a floor"
mkdir "$sources/Cellar"
mv "$sources/Shapes" "$sources/Cellar/Shapes"
finds "an unknown floor" "Shapes: is in Sources/Cellar, which is not a floor"

# Without a target there is nothing to check, which is no success.
rm -r "$sources"
if check >/dev/null 2>&1; then fail "a package without targets passed"; fi
