#!/bin/sh
# Shows every call of the kernel that `ledsign show` makes on an SPI device, by strace, without hardware: a model of the
# kernel's SPI driver answers them.
#
#   scripts/trace-calls.sh [TEXT [BOARD [TIME]]]      HELLO on max7219-32x8 for 1s without arguments
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh strace
scripts/build.sh build --product ledsign >&2
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
mkdir "$folder/dev"
touch "$folder/dev/spidev0.0" "$folder/log"
echo 'spi spidev0.0' >"$folder/description"
scripts/kernel-model.sh "$folder/model.so"
strace -f -e trace=ioctl -o "$folder/trace" -E LD_PRELOAD="$folder/model.so" -E LEDSIGN_KERNEL_MODEL="$folder" \
    .build/debug/ledsign show "${1:-HELLO}" --board "${2:-max7219-32x8}" --for "${3:-1s}" --stats
# The real kernel is asked too, so that strace sees it, and knows no such device: ENOTTY is its answer, not the model's.
sed -n 's/^[0-9]* *\(ioctl([0-9]*, SPI_IOC[^,]*\).*/\1)/p' "$folder/trace"
