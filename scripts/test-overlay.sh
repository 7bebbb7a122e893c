#!/usr/bin/env bash
# Compiles the device tree overlay of `port: dpi` without warnings, applies it to the device trees of Raspberry Pis in Debian's
# arm64 kernel, and looks at what comes out. Debian's tree of the Raspberry Pi 5 has no DPI, so it gets a node of that label first.
#
# The trees are kept in .build/pi-trees; later runs need no network and take a second. A step that cannot run is a failure.
#
#   LEDSIGN_PI_KERNEL  an unpacked linux-image package of Debian for arm64, instead of downloading it
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/arm64-packages.sh
source scripts/arm64-packages.sh
scripts/deps.sh device-tree-compiler >&2

say() { printf 'test-overlay: %s\n' "$*"; }
fail() {
    say "FAILED: $*"
    exit 1
}

trees=$PWD/.build/pi-trees
models="bcm2837-rpi-3-b bcm2837-rpi-3-a-plus bcm2837-rpi-3-b-plus bcm2837-rpi-zero-2-w bcm2837-rpi-cm3-io3
    bcm2711-rpi-4-b bcm2711-rpi-400 bcm2711-rpi-cm4-io"
if [ -n "${LEDSIGN_PI_KERNEL-}" ]; then
    bases=$(echo "$LEDSIGN_PI_KERNEL"/usr/lib/linux-image-*/broadcom)
else
    [ -e "$trees/complete" ] || {
        arm64_open "$trees"
        arm64_unpack "$(arm64_kernel)" './usr/lib/linux-image-*/broadcom/*.dtb'
        arm64_close
        touch "$trees/complete"
    }
    bases=$(echo "$trees"/usr/lib/linux-image-*/broadcom)
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT

overlay=$place/ledsign-dpi.dtbo
words=$(dtc -@ -I dts -O dtb -o "$overlay" packaging/ledsign-dpi-overlay.dts 2>&1) || fail "dtc: $words"
[ -z "$words" ] || fail "dtc warns: $words"

expect() {
    [ "$2" = "$3" ] || fail "$1 is \"$2\", and has to be \"$3\""
}

# Checks a tree that the overlay was applied to.
check_tree() {
    local name=$1 tree=$2 dpi panel=/ledsign-panel
    dpi=$(fdtget "$tree" /__symbols__ dpi)
    expect "$name: the state of $dpi" "$(fdtget "$tree" "$dpi" status)" okay
    expect "$name: the pin states" "$(fdtget "$tree" "$dpi" pinctrl-names)" default
    # The property exists, and is empty.
    fdtget -p "$tree" "$dpi" | grep -qx pinctrl-0 || fail "$name: pinctrl-0 is missing"
    expect "$name: the pins that the kernel muxes" "$(fdtget -t x "$tree" "$dpi" pinctrl-0)" ""
    expect "$name: other pin states" "$(fdtget -p "$tree" "$dpi" | grep -c '^pinctrl-[1-9]' || true)" 0
    expect "$name: the panel" "$(fdtget "$tree" $panel compatible) $(fdtget "$tree" $panel label)" "panel-dpi ledsign"
    expect "$name: the bus" "$(fdtget -t x "$tree" $panel bus-format)" 100a
    expect "$name: what the engine is linked to" "$(fdtget -t x "$tree" "$dpi/port/endpoint" remote-endpoint)" \
        "$(fdtget -t x "$tree" $panel/port/endpoint phandle)"
    expect "$name: what the panel is linked to" "$(fdtget -t x "$tree" $panel/port/endpoint remote-endpoint)" \
        "$(fdtget -t x "$tree" "$dpi/port/endpoint" phandle)"
    expect "$name: the clock" "$(fdtget -t u "$tree" $panel/panel-timing clock-frequency)" 50000000
    # 7680 is the widest mode of any of these engines.
    [ "$(fdtget -t u "$tree" $panel/panel-timing hactive)" -gt 7680 ] || fail "$name: a mode is listed"
    [ "$(fdtget -t u "$tree" $panel/panel-timing vfront-porch)" -ge 1 ] || fail "$name: the front porch has no line"
}

for model in $models; do
    base=$bases/$model.dtb
    [ -e "$base" ] || fail "Debian's kernel has no $model.dtb"
    fdtoverlay -i "$base" -o "$place/$model.dtb" "$overlay" || fail "the overlay does not apply to $model"
    check_tree "$model" "$place/$model.dtb"
done

# A node of that label in Debian's tree, with pins that the overlay takes away, as in the trees of Raspberry Pi OS.
five=$place/pi5.dtb
cp "$bases/bcm2712-rpi-5-b.dtb" "$five"
fdtput -p -c "$five" /axi/pcie/rp1/dpi
fdtput -t s "$five" /axi/pcie/rp1/dpi status disabled
fdtput -t s "$five" /axi/pcie/rp1/dpi pinctrl-names default
fdtput -t x "$five" /axi/pcie/rp1/dpi pinctrl-0 1
fdtput -t x "$five" /axi/pcie/rp1/dpi phandle fff0
fdtput -t s "$five" /__symbols__ dpi /axi/pcie/rp1/dpi
fdtoverlay -i "$five" -o "$place/pi5-merged.dtb" "$overlay" || fail "the overlay does not apply to a Raspberry Pi 5 with a node dpi"
check_tree "Raspberry Pi 5 with a node dpi" "$place/pi5-merged.dtb"

# The firmware alone applies parameters: a phandle of the overlay, then the name of a property, with :0 for its first cell.
parameter() {
    local name=$1 node=$2 property=$3 phandle text
    phandle=$(fdtget -t x "$overlay" "$node" phandle)
    text=$(fdtget -t bx "$overlay" /__overrides__ "$name" | tr -d '\n')
    expect "the parameter $name" "$text" \
        "$(printf '%08x' "0x$phandle" | sed 's/../&\n/g' | sed '/^$/d; s/^0//' | tr '\n' ' ')$(printf '%s\0' "$property" |
            od -A n -t x1 -v | tr -s ' \n' ' ' | sed 's/^ //; s/ $//; s/\b0\([0-9a-f]\)\b/\1/g')"
    fdtget "$overlay" "$node" "${property%:0}" >/dev/null || fail "the parameter $name names no property"
}
parameter clock-frequency /fragment@0/__overlay__/ledsign-panel/panel-timing clock-frequency:0
parameter hactive /fragment@0/__overlay__/ledsign-panel/panel-timing hactive:0
parameter panel /fragment@0/__overlay__/ledsign-panel compatible
say "the overlay applies to $(wc -w <<<"$models") trees, and to one with the node of a Raspberry Pi 5"
