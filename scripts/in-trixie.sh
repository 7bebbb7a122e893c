#!/usr/bin/env bash
# Runs a command in a folder that is a Debian 13 of its own, in a copy of the checkout, as on the machine of somebody new: Debian's
# base system with git and make, its own Swift 6.0.3 and libgpiod 2.
#
#   scripts/in-trixie.sh make lint test
#
# The folder and its settings are those of scripts/trixie-folder.sh; it is kept, with what was built there. Different commands may
# run there at once. Needs root, or sudo.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/trixie-folder.sh
source scripts/trixie-folder.sh
if [ $# = 0 ]; then
    echo "in-trixie: give a command, such as: scripts/in-trixie.sh make lint test" >&2
    exit 2
fi
trixie_enter "$@"
trixie_open "$(printf %s "$*" | tr -c '[:alnum:]' -)"
inside "$(printf '%q ' "$@")"
