#!/usr/bin/env bash
# Makes what `make test-page` and `make test-pi` need in the Debian 13 folder and do not build: packages, the arm64 SDK, and the
# emulated Pi. Both make it themselves where it is missing; this mostly waits for the network, so that other work can be done
# beside it.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/trixie-folder.sh
source scripts/trixie-folder.sh
# shellcheck source=scripts/arm64-sdk.sh
source scripts/arm64-sdk.sh
# shellcheck source=scripts/emulated-pi.sh
source scripts/emulated-pi.sh
trixie_enter "$@"
trixie_open arm64
arm64_sdk
pi_parts
inside "scripts/test-page.sh --prepare"
say "done"
