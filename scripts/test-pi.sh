#!/usr/bin/env bash
# Runs ledsign on an emulated Raspberry Pi 3 with the kernel's real drivers, and checks its wires: every write to a register is
# recorded, folded into levels of lines, and decoded by the simulated panels.
#
# With FULL=1 in the environment programs are killed or stopped 224 times, and everything is tried with both settings of the
# kernel; without, 48 times, and with one setting what the other does not change.
#
# The first run makes a Debian 13 folder with a cross compiler and QEMU; it and the emulated Pi are kept in .build, and later
# runs need no network. Needs root, or sudo. A step that cannot run is a failure.
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
pi_parts
for program in ledsign pi-agent; do
    if ! arm64_is_built $program; then arm64_build $program; fi
done
pi_image ledsign pi-agent
full=0
strikes=48
if [ "${FULL:-0}" = 1 ]; then
    full=1
    strikes=224
fi
say "the emulated Pi runs, once as Raspberry Pi OS keeps outputs, once as Debian does not"
# The driver takes the setting at its start only. One after the other: the emulated Pi has four processors, and time stands
# still in it while it has none of this machine's. Two at once stood still for 330 ms.
pi_run keeps 900 pinctrl_bcm2835.persist_gpio_outputs=1 ledsign_full=$full
pi_run releases 900 pinctrl_bcm2835.persist_gpio_outputs=0 ledsign_full=$full
say "checking the wires"
# Planning a build takes some time even where there is nothing to build.
inside "if [ -n \"\$(find Package.swift Sources Tests/EmulatedPi -newer .build/debug/emulated-pi-check 2>&1 | head -n 1)\" ]; then
        scripts/build.sh build --product emulated-pi-check
    fi
    .build/debug/emulated-pi-check /src $strikes $pi_folder/keeps $pi_folder/releases"
say "passed"
