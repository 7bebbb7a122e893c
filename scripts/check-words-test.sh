#!/usr/bin/env bash
# Shows that check-words.py finds words of scripts/words.txt in each kind of text, and nothing else.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

fail() {
    printf 'check-words-test: %s\n' "$@" >&2
    exit 1
}
check() { python3 scripts/check-words.py --root "$folder"; }
# passes WHAT: the check has to find nothing.
passes() { check >"$folder/found" 2>&1 || fail "$1 was found:" "$(<"$folder/found")"; }
# finds WHAT LINE...: the check has to fail, and to print these lines and no others.
finds() {
    local what=$1
    shift
    if check >"$folder/found" 2>/dev/null; then fail "$what was not found"; fi
    diff <(printf '%s\n' "$@") "$folder/found" >&2 || fail "$what was found in other words (see above)"
}
# write PATH: standard input becomes a file.
write() {
    mkdir -p "$(dirname "$folder/$1")"
    cat >"$folder/$1"
}

if check >/dev/null 2>&1; then fail "a folder without texts passed"; fi

# What only looks like a use: names, code, other words, comments of Sources with words that count in texts alone.
write README.md <<'MD'
Text `goes on` and [a page](docs/for-ever.md). The lights, too bright. SPI1 is where the chain goes on SPI1.
MD
write Sources/Base/Words/Words.swift <<'SWIFT'
/// The text stands still. `nobody` is a name.
let nobody = wish(for: ever), whoever = "a\(nobody) b"  // for ever
SWIFT
write CHANGELOG.md <<'MD'
# Changelog: it goes on
## [Unreleased]
- Fewer words.
## [0.9]
- Motion goes on.
MD
passes "what is no use of a word"

text='"goes on": write continue, or resume'
write docs/page.md <<<$'A sign goes\non, and Goes on.'
finds "a word in a page" "docs/page.md:1: $text" "docs/page.md:2: ${text/goes/Goes}"
write docs/page.md <<<'Nothing to see.'
write CHANGELOG.md <<<$'## [Unreleased]\n- Motion goes on.\n## [0.9]\n- It goes on.'
finds "a word in the changelog" "CHANGELOG.md:2: $text"
rm "$folder/CHANGELOG.md"
write boards/panels/mine.yaml <<<$'# It takes\n# that away.'
finds "a word across the lines of a comment" 'boards/panels/mine.yaml:1: "takes that away": write remove'
rm -r "$folder/boards"

write Sources/Base/Words/Words.swift <<'SWIFT'
let text = "motion \(go(on: text)) goes on, too."
let help = """
    The sign obeys
    nobody.
    """
SWIFT
finds "words in literals" "Sources/Base/Words/Words.swift:1: \", too\": write also" "Sources/Base/Words/Words.swift:1: $text" \
    'Sources/Base/Words/Words.swift:3: "obeys": write respond' \
    'Sources/Base/Words/Words.swift:4: "nobody": write no one, or say who does'
write Sources/Base/Words/Words.swift <<<$'/// Takes it\n/// away for ever.\nlet away = 1'
finds "words in a comment" 'Sources/Base/Words/Words.swift:1: "Takes it away": write remove' \
    'Sources/Base/Words/Words.swift:2: "for ever": write forever'
