#!/usr/bin/env bash
# Shows pictures at the display engine of an emulated Raspberry Pi: Debian's arm64 kernel with its own drivers vc4 and panel-simple,
# and with the overlay of `port: dpi`. QEMU has no such engine. A model of it (Tests/EmulatedDisplay/engine.py) reads and writes the
# registers, which lie in the memory of the emulated machine, and reads what is sent, frame by frame.
#
# The machine is a Raspberry Pi 3; with MODEL=4 in the environment a Raspberry Pi 4, by the newer QEMU of the Debian 13 folder, which
# needs root or sudo.
#
# The display client is a small program in C. With PROGRAM=1 in the environment it is ledsign itself, and the GPIO lines are followed,
# too: the arm64 program of scripts/arm64-sdk.sh, which needs root or sudo to be built. What is kept is in .build; later runs need
# no network and take one to three minutes. A step that cannot run is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/arm64-packages.sh
source scripts/arm64-packages.sh
model=${MODEL:-3}
case $model in
3) tree=bcm2837-rpi-3-b ;;
4) tree=bcm2711-rpi-4-b ;;
*) echo "test-display: MODEL is $model; there are 3 and 4" >&2 && exit 2 ;;
esac
if [ "$model" = 4 ]; then
    # shellcheck source=scripts/trixie-folder.sh
    source scripts/trixie-folder.sh
    trixie_enter "$@"
    trixie_open display
    inside_packages qemu-system-arm
fi
scripts/deps.sh device-tree-compiler qemu-system-arm gcc-aarch64-linux-gnu libc6-dev-arm64-cross libdrm-dev cpio xz-utils python3 >&2

say() { printf 'test-display: %s\n' "$*"; }

parts=$PWD/.build/pi-display
# In the order in which they are loaded.
modules="drm drm_kms_helper drm_dma_helper drm_display_helper rc-core cec soundcore snd snd-timer snd-pcm snd-pcm-dmaengine
    snd-compress snd-soc-core snd-soc-hdmi-codec vc4 panel-simple"

if ! compgen -G "$parts/usr/lib/linux-image-*/broadcom/$tree.dtb" >/dev/null || [ ! -e "$parts/complete" ]; then
    say "downloading a kernel"
    arm64_open "$parts"
    arm64_unpack "$(arm64_kernel)" './boot/vmlinuz-*' './usr/lib/modules/*/kernel/drivers/*' './usr/lib/modules/*/kernel/sound/*' \
        './usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb' './usr/lib/linux-image-*/broadcom/bcm2711-rpi-4-b.dtb'
    arm64_unpack busybox-static './usr/bin/busybox'
    arm64_close
    touch "$parts/complete"
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

libraries=$PWD/.build/pi-libraries
if [ "${PROGRAM:-0}" = 1 ]; then
    # shellcheck source=scripts/emulated-pi.sh
    source scripts/emulated-pi.sh
    scripts/build.sh build --product ledsign
    scripts/arm64-sdk.sh ledsign
    # shellcheck disable=SC2154 # of scripts/emulated-pi.sh
    if [ "$(cat "$libraries/packages" 2>/dev/null)" != "$pi_packages" ]; then
        say "downloading arm64 libraries"
        arm64_open "$libraries"
        # shellcheck disable=SC2086 # names of packages are words
        arm64_unpack_all $pi_packages
        arm64_close
        echo "$pi_packages" >"$libraries/packages"
    fi
fi

# The registers of the engine, as QEMU lacks it, are moved into memory that the kernel leaves alone: the pixel valves and DPI, the
# layers, and the other pixel valves. Tests/EmulatedDisplay/models.py knows these places.
make_tree() {
    local result=$1
    dtc -@ -I dts -O dtb -o "$place/overlay.dtbo" packaging/ledsign-dpi-overlay.dts
    fdtoverlay -i "$parts"/usr/lib/linux-image-*/broadcom/$tree.dtb -o "$result" "$place/overlay.dtbo"
    fdtput -c "$result" /reserved-memory/registers@20000000
    fdtput "$result" /reserved-memory/registers@20000000 no-map
    "change_tree_$model" "$result"
    # The serial line is for the shell.
    fdtput -r "$result" /soc/serial@7e201000/bluetooth
}

# disable TREE NODE...: what QEMU lacks, too.
disable() {
    local node
    for node in "${@:2}"; do fdtput -t s "$1" "$node" status disabled; done
}

change_tree_3() {
    local ranges
    ranges=$(fdtget -t x "$1" /soc ranges)
    # shellcheck disable=SC2086 # cells are words
    fdtput -t x "$1" /soc ranges 7e206000 20000000 3000 7e400000 20010000 8000 7e807000 20020000 1000 $ranges
    fdtput -t x "$1" /reserved-memory/registers@20000000 reg 20000000 100000
    disable "$1" /soc/hdmi@7e902000 /soc/vec@7e806000 /soc/v3d@7ec00000 /soc/txp@7e004000
}

# Addresses have two cells outside /soc. The engine's clock is the one of the processor's bus instead of one of the firmware, and the
# interrupt of pixel valve 0 is that of DMA channel 1, which machine.py can raise.
change_tree_4() {
    local ranges clocks
    ranges=$(fdtget -t x "$1" /soc ranges)
    # shellcheck disable=SC2086 # cells are words
    fdtput -t x "$1" /soc ranges 7e206000 0 20000000 3000 7e400000 0 20010000 8000 7e20a000 0 20020000 1000 \
        7ec12000 0 20021000 1000 7e216000 0 20022000 1000 $ranges
    fdtput -t x "$1" /reserved-memory/registers@20000000 reg 0 20000000 100000
    clocks=$(fdtget -t x "$1" /soc/cprman@7e101000 phandle)
    fdtput -t x "$1" /soc/hvs@7e400000 clocks "$clocks" 14
    fdtput -t x "$1" /soc/pixelvalve@7e206000 interrupts 0 51 4
    disable "$1" /soc/hdmi@7ef00700 /soc/hdmi@7ef05700 /soc/vec@7ec13000 /soc/txp@7e004000 /scb/gpu@7ec00000 \
        /soc/interrupt-controller@7ef00100 /soc/clock@7ef00000 /soc/i2c@7ef04500 /soc/i2c@7ef09500 \
        /soc/avs-monitor@7d5d2000 /soc/usb@7e980000 /scb/usb@7e9c0000 /soc/mmc@7e300000 /soc/mmc@7e202000 /emmc2bus/mmc@7e340000
}

make_initrd() {
    local root=$place/root module
    mkdir -p "$root"/{bin,dev,proc,sys,tmp,modules}
    chmod 755 "$root"
    cp "$parts/usr/bin/busybox" "$root/bin/"
    aarch64-linux-gnu-gcc -std=gnu11 -O2 -Wall -Wextra -Werror -static -I/usr/include/libdrm \
        -o "$root/bin/probe" Tests/EmulatedDisplay/probe.c
    for module in $modules; do xz -dc "$(find "$parts/usr/lib/modules" -name "$module.ko.xz")" >"$root/modules/$module.ko"; done
    cp Tests/EmulatedDisplay/init "$root/init"
    # shellcheck disable=SC2086 # names of modules are words
    printf '%s\n' $modules >"$root/modules/order"
    (cd "$root" && find . | cpio --quiet -o -H newc) >"$1"
}

# The same with ledsign in it, its libraries and what it ships.
make_program() {
    local root=$place/root
    cp -r "$libraries/usr" "$root/"
    ln -s usr/lib "$root/lib"
    mkdir -p "$root/usr/share/ledsign" "$root/run"
    cp -r boards fonts "$root/usr/share/ledsign/"
    cp .build/arm64/ledsign "$root/bin/"
    (cd "$root" && find . | cpio --quiet -o -H newc) >"$1"
}

if [ "$model" = 4 ]; then
    # The folder's QEMU with the folder's libraries, as a program of this machine.
    mkdir "$place/bin"
    # shellcheck disable=SC2154 # of scripts/trixie-folder.sh
    printf '#!/bin/sh\nexec %s --library-path %s %s -L %s "$@"\n' "$trixie/lib64/ld-linux-x86-64.so.2" \
        "$trixie/usr/lib/x86_64-linux-gnu" "$trixie/usr/bin/qemu-system-aarch64" "$trixie/usr/share/qemu" \
        >"$place/bin/qemu-system-aarch64"
    chmod +x "$place/bin/qemu-system-aarch64"
    PATH=$place/bin:$PATH
fi
make_tree "$place/pi.dtb"
make_initrd "$place/initrd"
cp "$parts"/boot/vmlinuz-* "$place/kernel"
if [ "${PROGRAM:-0}" = 1 ]; then
    # As with dtoverlay=ledsign-dpi,panel=innolux,at043tn24: Debian's kernels do not read that the panel has 24 bits.
    cp "$place/pi.dtb" "$place/panel.dtb"
    fdtput -t s "$place/panel.dtb" /ledsign-panel compatible innolux,at043tn24
    make_program "$place/program"
    say "the emulated Raspberry Pi $model runs ledsign"
    python3 Tests/EmulatedDisplay/program.py "$model" "$place" "$place/kernel" .build/debug/ledsign
else
    # As with dtoverlay=ledsign-dpi,hactive=1920: a mode that is listed, which brings the kernel's console.
    cp "$place/pi.dtb" "$place/console.dtb"
    fdtput -t u "$place/console.dtb" /ledsign-panel/panel-timing hactive 1920
    say "the emulated Raspberry Pi $model runs"
    python3 Tests/EmulatedDisplay/check.py "$model" "$place" "$place/kernel"
fi
say "passed"
