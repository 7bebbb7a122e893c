#!/usr/bin/env bash
# Builds and tests in a folder that is a Debian 13 of its own, with Debian's Swift 6.0.3 and libgpiod 2. The folder and its
# settings are those of scripts/trixie-folder.sh.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/trixie-folder.sh
source scripts/trixie-folder.sh
trixie_enter "$@"
trixie_open

inside "scripts/test-tools.sh"
inside "swift --version 2>&1; echo libgpiod \$(pkg-config --modversion libgpiod)"
say "swift build --build-tests"
inside "swift build --build-tests"
say "swift test"
inside "swift test --skip-build"
say "passed"
