#!/usr/bin/env bash
# An emulated Raspberry Pi 3 made of Debian packages, in the Debian 13 folder: read by scripts that run programs on it, after
# scripts/trixie-folder.sh and scripts/arm64-sdk.sh.
#
#   pi_parts                 makes the fixed parts, or finds them
#   pi_image                 adds the programs and scenarios of the checkout
#   pi_run NAME PARAMETERS   boots it with kernel parameters, and leaves NAME/serial.log and NAME/trace.txt in the folder
#
# It is QEMU's raspi3b with Debian's arm64 kernel, so with the kernel's own drivers of the GPIO and SPI blocks, and a root
# file system in memory with busybox, libgpiod's programs and the libraries that ledsign needs. The trace has every write
# to a register of a device, with the time.

# shellcheck disable=SC2154 # trixie is a variable of scripts/trixie-folder.sh

# In the Debian 13 folder.
pi_folder=/var/cache/ledsign-pi
pi_packages="busybox-static gpiod libgpiod3 libfribidi0 libfreetype6 libharfbuzz0b libglib2.0-0t64 libpng16-16t64 libgif7 libturbojpeg0 libwebpdemux2 libical3t64 libyaml-0-2 libqrencode4 \
libmicrohttpd12t64 libgnutls30t64 libwslay1 zlib1g libstdc++6 libgcc-s1 libc6"

# Makes the kernel, the device tree and the root file system's fixed part.
pi_make_parts() {
    local folder=$trixie$pi_folder kernel
    rm -rf "$folder"
    mkdir -p "$folder/root/usr/bin" "$folder/root/usr/sbin" "$folder/root/usr/lib" "$folder/kernel" "$folder/debs/partial"
    ln -s usr/lib usr/sbin "$folder/root/"
    say "arm64 packages of the emulated Pi"
    arm64_update
    arm64_apt apt-get "-qq -o Acquire::Retries=3 -o Dir::Cache::archives=$pi_folder/debs --no-install-recommends" \
        "install --download-only -y $pi_packages" >&2
    kernel=$(arm64_apt apt-cache depends linux-image-arm64 | sed -n 's/^ *Depends: //p' | head -n 1)
    say "kernel $kernel"
    arm64_apt "cd $pi_folder && apt-get" "-qq -o Acquire::Retries=3 download $kernel" >&2
    inside "cd $pi_folder
        for deb in debs/*.deb; do dpkg -x \"\$deb\" root; done
        dpkg -x linux-image-*.deb kernel
        cp kernel/boot/vmlinuz-* vmlinuz
        xz -dc \"\$(find kernel -name spi-bcm2835.ko.xz)\" >root/spi-bcm2835.ko
        cp kernel/usr/lib/linux-image-*/broadcom/bcm2837-rpi-3-b.dtb pi.dtb
        rm -rf debs kernel linux-image-*.deb root/usr/share root/usr/lib/aarch64-linux-gnu/gconv"
    pi_edit_device_tree
    inside "cd $pi_folder/root && find . | cpio --quiet -o -H newc >../fixed.cpio"
}

# The SPI controller with a device file and chip selects as on Raspberry Pi OS, but without DMA, which is not emulated; and the
# serial line for the console instead of Bluetooth.
pi_edit_device_tree() {
    inside "cd $pi_folder
        gpio=\$(fdtget -t i pi.dtb /soc/gpio@7e200000 phandle)
        spi=/soc/spi@7e204000
        fdtput -t s pi.dtb \$spi status okay
        fdtput -d pi.dtb \$spi dmas dma-names
        fdtput -t i pi.dtb \$spi cs-gpios \$gpio 8 1 \$gpio 7 1
        fdtput -c pi.dtb \$spi/spidev@0
        fdtput -t s pi.dtb \$spi/spidev@0 compatible rohm,dh2228fv
        fdtput -t i pi.dtb \$spi/spidev@0 reg 0
        fdtput -t i pi.dtb \$spi/spidev@0 spi-max-frequency 10000000
        fdtput -r pi.dtb /soc/serial@7e201000/bluetooth"
}

# Makes the fixed parts where they are missing or of another recipe.
pi_parts() {
    local recipe
    inside_packages qemu-system-arm device-tree-compiler cpio xz-utils
    recipe=$({ declare -f pi_make_parts pi_edit_device_tree && echo "$pi_packages"; } | sha256sum)
    [ "$(cat "$trixie$pi_folder/recipe" 2>/dev/null)" != "$recipe" ] || return 0
    pi_make_parts
    echo "$recipe" >"$trixie$pi_folder/recipe"
}

# Packs the programs, what they ship, and the scenarios: a second archive behind the first one, which the kernel unpacks over it.
pi_image() {
    local image=$trixie$pi_folder/image program
    rm -rf "$image"
    mkdir -p "$image/usr/bin" "$image/usr/share/ledsign" "$image/guest"
    for program in "$@"; do install ".build/arm64/$program" "$image/usr/bin/$program"; done
    cp -r boards fonts "$image/usr/share/ledsign/"
    cp Tests/EmulatedPi/Guest/* "$image/guest/"
    mv "$image/guest/init" "$image/init"
    inside "cd $pi_folder/image && find . | cpio --quiet -o -H newc | cat ../fixed.cpio - >../initrd"
}

# Prefers the first processor of the emulated Pi until its kernel uses a device.
#
# Until then the kernel changes 50,000 of its own instructions. For each one QEMU stops the other processors, which spin until
# they are started: without the preference that takes 28 s instead of 5 s.
#
# pi_prefer_first_processor FOLDER
pi_prefer_first_processor() {
    local folder=$1 thread=""
    # At most a minute: the caller sees to a machine that does not start.
    for _ in {1..600}; do
        if [ -s "$folder/trace.txt" ]; then break; fi
        if [ -z "$thread" ]; then
            thread=$(grep -ls '^CPU 0/TCG$' "/proc/$(cat "$folder/pid" 2>/dev/null)/task"/*/comm | cut -d / -f 5 || true)
            # Where root may not do that, it takes longer.
            [ -z "$thread" ] || renice -n -20 -p "$thread" >/dev/null 2>&1 || true
        fi
        sleep 0.1
    done
    [ -z "$thread" ] || renice -n "$(nice)" -p "$thread" >/dev/null 2>&1 || true
}

# Gives the session of the emulated Pi the highest priority among sessions, where root may do that and the kernel tells them apart.
#
# pi_prefer_session FOLDER
pi_prefer_session() {
    local folder=$1
    for _ in {1..600}; do
        if grep -qs qemu "/proc/$(cat "$folder/pid" 2>/dev/null)/comm"; then break; fi
        sleep 0.1
    done
    { echo -20 >"/proc/$(cat "$folder/pid")/autogroup"; } 2>/dev/null || true
}

# Boots, waits for the last line of the serial log, and ends QEMU: neither poweroff nor reboot does that.
#
# Time stands still in the emulated machine while it has none of this machine's processors. So it is a session of its own, which the
# kernel prefers to others (sched(7), the autogroup feature): a browser, for one, opens sessions that no priority of theirs holds back.
#
# pi_run NAME SECONDS PARAMETER...
pi_run() {
    local name=$1 longest=$2 folder=$trixie$pi_folder/$1 qemu started=$SECONDS
    shift 2
    rm -rf "$folder"
    mkdir -p "$folder"
    inside "cd $pi_folder
        echo \$\$ >$name/pid
        exec setsid qemu-system-aarch64 -M raspi3b -kernel vmlinuz -dtb pi.dtb -initrd initrd \
            -append 'console=ttyAMA0 quiet loglevel=1 rdinit=/init panic=-1 iomem=relaxed $*' \
            -display none -serial file:$name/serial.log -serial null -monitor none -no-reboot \
            -name debug-threads=on -msg timestamp=on \
            -trace enable=memory_region_ops_write,file=$name/trace.txt" >"$folder/qemu.log" 2>&1 &
    qemu=$!
    pi_prefer_session "$folder"
    pi_prefer_first_processor "$folder"
    while ! grep -q 'emulated-pi: status' "$folder/serial.log" 2>/dev/null; do
        if ! kill -0 $qemu 2>/dev/null; then
            say "$name: QEMU ended by itself"
            cat "$folder/qemu.log"
            return 1
        fi
        if [ $((SECONDS - started)) -gt "$longest" ]; then
            say "$name: no end after $longest s"
            tail -n 20 "$folder/serial.log"
            kill "$(cat "$folder/pid")"
            return 1
        fi
        sleep 0.5
    done
    kill "$(cat "$folder/pid")"
    wait $qemu || true
    say "$name: $((SECONDS - started)) s, $(stat -c %s "$folder/trace.txt" | numfmt --to=iec) of trace"
}
