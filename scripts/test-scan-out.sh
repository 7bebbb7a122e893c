#!/usr/bin/env bash
# Scans pictures out by real drivers of the kernel, on emulated machines with displays, and compares what the displays show;
# kills the program that does so, its guardian, and both.
#
#   scripts/test-scan-out.sh [TEST...]     such as FlipTests
#
# The machines are QEMU's, with Debian's kernel and a root file system in memory that has one program: display-probe. Their GPIO
# lines are those of the tests' model of the kernel. A step that cannot run is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."

say() { printf 'test-scan-out: %s\n' "$*"; }

scripts/deps.sh qemu-system-x86 busybox-static cpio xz-utils python3 >&2
folder=$PWD/.build/display
modules="virtio_ring virtio virtio_pci_modern_dev virtio_pci_legacy_dev virtio_pci virtio_dma_buf drm drm_kms_helper
    drm_shmem_helper ttm drm_ttm_helper drm_vram_helper virtio-gpu bochs"

# The kernel that this Debian would boot.
kernel=$(apt-cache depends linux-image-amd64 | sed -n 's/^ *Depends: //p' | head -n 1)
if [ "$(cat "$folder/kernel.name" 2>/dev/null)" != "$kernel" ]; then
    say "kernel $kernel"
    rm -rf "$folder"
    mkdir -p "$folder/kernel"
    (cd "$folder" && apt-get -qq -o Acquire::Retries=3 -o APT::Sandbox::User=root download "$kernel" && dpkg -x linux-image-*.deb kernel)
    rm "$folder"/linux-image-*.deb
    echo "$kernel" >"$folder/kernel.name"
fi

scripts/build.sh build --product display-probe
say "the root file system"
root=$folder/root
probe=.build/debug/display-probe
rm -rf "$root"
mkdir -p "$root"/{bin,dev,etc,lib,modules,proc,sys,tmp}
install -m 755 /bin/busybox "$root/bin/busybox"
install -m 755 Tests/DisplayBed/guest_init "$root/init"
install -m 755 $probe "$root/bin/display-probe"
# Debian's busybox has nothing that starts a program as another user.
install -m 755 /usr/sbin/chroot "$root/bin/change-root"
ldd $probe | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p' | while read -r library; do install -m 755 "$library" "$root/lib/"; done
install -D -m 755 /lib64/ld-linux-x86-64.so.2 "$root/lib64/ld-linux-x86-64.so.2"
for module in $modules; do
    file=$(find "$folder/kernel/lib/modules" -name "$module.ko" -o -name "$module.ko.xz" | head -n 1)
    case "$file" in
    *.xz) xz -dc "$file" >"$root/modules/$module.ko" ;;
    *.ko) cp "$file" "$root/modules/$module.ko" ;;
    *)
        say "$kernel has no module $module"
        exit 1
        ;;
    esac
done
printf '%s\n' root:x:0:0::/:/bin/sh viewer:x:1000:44::/:/bin/sh guest:x:1001:1001::/:/bin/sh >"$root/etc/passwd"
printf '%s\n' root:x:0: video:x:44: guest:x:1001: >"$root/etc/group"

# A Raspberry Pi 3, as far as lines and registers go.
model=$root/model
mkdir -p "$model"/{dev,requests,proc/device-tree,sys/bus/gpio/devices/gpiochip0,sys/dev/char/254:0}
mkdir -p "$model/sys/module/pinctrl_bcm2835/parameters"
printf '%s\n' "chip gpiochip0 54 pinctrl-bcm2835" "memory gpiomem" >"$model/description"
printf 'Raspberry Pi 3 Model B Rev 1.2\0' >"$model/proc/device-tree/model"
echo 254:0 >"$model/sys/bus/gpio/devices/gpiochip0/dev"
ln -s ../../../bus/gpio "$model/sys/dev/char/254:0/subsystem"
echo Y >"$model/sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs"
touch "$model/log" "$model/dev/gpiochip0"
truncate -s 4096 "$model/dev/gpiomem"
scripts/kernel-model.sh "$root/lib/libkernel-model.so"

chmod 755 "$root"
(cd "$root" && find . | cpio --quiet -o -H newc | gzip -1 >../root.gz)
say "the machines"
PYTHONDONTWRITEBYTECODE=1 DISPLAY_BED=$folder python3 Tests/DisplayBed/test_display.py --verbose "$@"
say "passed"
