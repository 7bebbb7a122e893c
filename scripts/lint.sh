#!/usr/bin/env bash
# Checks everything that is not behaviour; says what it checks and ends at the first kind of check that fails.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh shellcheck python3-yaml libdrm-dev node-typescript >&2

say() { printf 'lint: %s\n' "$*"; }
fail() {
    say "$*"
    exit 1
}

# Lists the files of the checkout that match, tracked or not yet, without what git ignores.
files() { git ls-files --cached --others --exclude-standard -- "$@"; }

say "nothing that is made is tracked"
made=$(git ls-files -- .build out Package.resolved)
[ -z "$made" ] || fail "tracked, but made by tools: $made"

say "no markers of unfinished work, no paths of one machine"
# The words are taken apart so that this file does not find itself.
marks='\b(TO''DO|FIX''ME)\b'
paths='(/wo''rk/|/Us''ers/|/ho''me/(?!pi\b)[a-z]|/tm''p/[a-z]+/|/op''t/sw)'
if git grep --untracked -nIP "$marks|$paths"; then fail "the lines above"; fi

say "every @unchecked Sendable has a written reason"
while read -r file; do
    grep -qiE '^ *//.*unchecked' "$file" || fail "$file: write why it is unchecked, in a comment that says \"unchecked\""
done < <(git grep --untracked -l '@unchecked Sendable' -- '*.swift')

say "shell scripts (shellcheck)"
mapfile -t shell_files < <(files '*.sh' '.ci/run' 'packaging/debian/ledsign.p*')
shellcheck --severity=warning "${shell_files[@]}"

say "the types of the page's modules (tsc)"
mapfile -t modules < <(files 'web/*.js')
unmarked=$(grep -L '^// @ts-check$' "${modules[@]}" || true)
[ -z "$unmarked" ] || fail "without // @ts-check, for editors: $unmarked"
tsc --noEmit --allowJs --checkJs --strict --useUnknownInCatchVariables false --noUnusedLocals --noUnusedParameters \
    --noImplicitReturns --noFallthroughCasesInSwitch --noImplicitOverride --target es2022 --module es2022 --moduleResolution node \
    --lib es2022,dom,dom.iterable web/types.d.ts "${modules[@]}"

say "scripts/README.md names every script"
while read -r file; do
    case "$file" in scripts/check-*-test.sh) continue ;; esac
    grep -qF "\`${file#scripts/}\`" scripts/README.md || fail "scripts/README.md does not name ${file#scripts/}"
done < <(files 'scripts/*.sh' 'scripts/*.py')

say "texts for people use standard words (scripts/words.txt)"
{ scripts/check-words-test.sh && python3 scripts/check-words.py; } || fail "the lines above"

say "the table of behaviours and their tests"
scripts/behaviours.py --check || fail "the lines above"

say "format (swift format)"
mapfile -t swift_files < <(files '*.swift')
swift format lint --strict --parallel --configuration .swift-format "${swift_files[@]}"

say "floors, rooms and folders: dependencies point one way"
{ scripts/check-folders-test.sh && python3 scripts/check-folders.py; } || fail "the lines above"

say "the sources have no more files, types and errors than before"
python3 scripts/sources-report.py --limits || fail "the lines above"

say "names are the terms of the glossary"
{ scripts/check-names-test.sh && python3 scripts/check-names.py; } || fail "the lines above"

say "tests depend on no real time"
{ scripts/check-test-time-test.sh && python3 scripts/check-test-time.py; } || fail "the lines above"

say "C sources (gcc)"
while read -r file; do
    gcc -std=gnu11 -fsyntax-only -Wall -Wextra -Werror -I "$(dirname "$file")/include" \
        -I Sources/Base/CLinuxSystem/include -I /usr/include/libdrm "$file"
done < <(files '*.c')

say "builds without warnings, every imported module is a declared dependency"
scripts/build.sh

say "every public symbol has a docstring"
scripts/check-docstrings-test.sh
swift package describe --type json 2>/dev/null | python3 scripts/check-docstrings.py .build/symbol-graphs
say "passed"
