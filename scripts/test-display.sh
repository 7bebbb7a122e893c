#!/usr/bin/env bash
# Shows pictures at the display engine of an emulated Raspberry Pi 3: Debian's arm64 kernel with its own drivers vc4 and panel-simple,
# and with the overlay of `port: dpi`. QEMU has no such engine. A model of it (Tests/EmulatedDisplay/engine.py) reads and writes the
# registers, which lie in the memory of the emulated machine, and reads what is sent, frame by frame.
#
# The display client is a small program in C. With PROGRAM=1 in the environment it is ledsign itself, and the GPIO lines are followed,
# too: the arm64 program of scripts/arm64-sdk.sh, which needs root or sudo to be built. What is kept is in .build; later runs need
# no network and take one to three minutes. A step that cannot run is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/arm64-packages.sh
source scripts/arm64-packages.sh
scripts/deps.sh device-tree-compiler qemu-system-arm gcc-aarch64-linux-gnu libc6-dev-arm64-cross libdrm-dev cpio xz-utils python3 >&2

say() { printf 'test-display: %s\n' "$*"; }

parts=$PWD/.build/pi-display
# In the order in which they are loaded.
modules="drm drm_kms_helper drm_dma_helper drm_display_helper rc-core cec soundcore snd snd-timer snd-pcm snd-pcm-dmaengine
    snd-compress snd-soc-core snd-soc-hdmi-codec vc4 panel-simple"

if [ ! -e "$parts/complete" ]; then
    say "downloading a kernel"
    arm64_open "$parts"
    arm64_unpack "$(arm64_kernel)" './boot/vmlinuz-*' './usr/lib/modules/*/kernel/drivers/*' './usr/lib/modules/*/kernel/sound/*' \
        './usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb'
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
# layers, and the third pixel valve. engine.py knows these places.
make_tree() {
    local tree=$1 ranges node
    dtc -@ -I dts -O dtb -o "$place/overlay.dtbo" packaging/ledsign-dpi-overlay.dts
    fdtoverlay -i "$parts"/usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb -o "$tree" "$place/overlay.dtbo"
    ranges=$(fdtget -t x "$tree" /soc ranges)
    # shellcheck disable=SC2086 # cells are words
    fdtput -t x "$tree" /soc ranges 7e206000 20000000 3000 7e400000 20010000 8000 7e807000 20020000 1000 $ranges
    fdtput -c "$tree" /reserved-memory/registers@20000000
    fdtput -t x "$tree" /reserved-memory/registers@20000000 reg 20000000 100000
    fdtput "$tree" /reserved-memory/registers@20000000 no-map
    # What else QEMU lacks; and the serial line is for the shell instead of Bluetooth.
    for node in hdmi@7e902000 vec@7e806000 v3d@7ec00000 txp@7e004000; do fdtput -t s "$tree" /soc/$node status disabled; done
    fdtput -r "$tree" /soc/serial@7e201000/bluetooth
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

make_tree "$place/pi.dtb"
make_initrd "$place/initrd"
kernel=$(echo "$parts"/boot/vmlinuz-*)
if [ "${PROGRAM:-0}" = 1 ]; then
    # As with dtoverlay=ledsign-dpi,panel=innolux,at043tn24: Debian's kernels do not read that the panel has 24 bits.
    cp "$place/pi.dtb" "$place/panel.dtb"
    fdtput -t s "$place/panel.dtb" /ledsign-panel compatible innolux,at043tn24
    make_program "$place/program"
    say "the emulated Pi runs ledsign"
    python3 Tests/EmulatedDisplay/program.py "$place" "$kernel" .build/debug/ledsign
else
    # As with dtoverlay=ledsign-dpi,hactive=1920: a mode that is listed, which brings the kernel's console.
    cp "$place/pi.dtb" "$place/console.dtb"
    fdtput -t u "$place/console.dtb" /ledsign-panel/panel-timing hactive 1920
    say "the emulated Pi runs"
    python3 Tests/EmulatedDisplay/check.py "$place" "$kernel"
fi
say "passed"
