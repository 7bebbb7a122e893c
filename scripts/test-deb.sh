#!/usr/bin/env bash
# Installs the Debian package of this processor in a Debian 13 folder with nothing else in it, under a systemd of its own;
# starts, reloads, kills, freezes and stops the service, with sockets for groups and with clocks that are right and that are not; opens
# its page from another machine, and sends it more than its memory could hold; removes and purges the package on both kinds of
# kernel, and compares the folder with what it was.
#
#   scripts/test-deb.sh           tests out/ledsign_VERSION_amd64.deb, which scripts/deb.sh makes
#
# The folder (.build/trixie-clean) is kept; what happens in a test happens in memory. Needs root, or sudo, and a kernel with
# overlay file systems and version 2 of control groups. A step that cannot run is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
export LEDSIGN_TRIXIE=$PWD/.build/trixie-clean
# shellcheck source=scripts/trixie-folder.sh
source scripts/trixie-folder.sh
# shellcheck source=scripts/test-deb-page.sh
source scripts/test-deb-page.sh
# shellcheck source=scripts/test-deb-memory.sh
source scripts/test-deb-memory.sh
trixie_enter "$@"
# Two runs in one folder would spoil each other's files.
exec 9>"$trixie.lock"
flock 9
scripts/deps.sh curl iproute2 python3 >&2
trixie=${trixie:?}

package=$(find out -name 'ledsign_*_amd64.deb' | sort -V | tail -n 1)
[ -n "$package" ] || {
    say "out/ has no package: make deb"
    exit 1
}
version=$(dpkg-deb --field "$package" Version)
# Of alternatives the first.
mapfile -t packages < <(dpkg-deb --field "$package" Depends | tr ',' '\n' | sed 's/|.*//; s/(.*//; s/ //g')
packages+=(udev curl)

fail() {
    [ -z "${process-}" ] || within "journalctl --no-pager --quiet --output=cat --unit ledsign.service" | tail -n 20 || true
    say "FAILED: $*" >&2
    exit 1
}

recipe=$(sha256sum scripts/trixie-folder.sh; printf '%s\n' "${packages[@]}")
if [ "$(cat "$trixie/etc/ledsign-recipe" 2>/dev/null)" != "$recipe" ]; then
    make_base
    copy_configuration
    mount -t proc proc "$trixie/proc"
    chroot "$trixie" env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "${packages[@]}" \
        >"$trixie.log" 2>&1 || {
        tail -n 20 "$trixie.log"
        fail "the packages that ledsign depends on cannot be installed"
    }
    umount "$trixie/proc"
    echo "$recipe" >"$trixie/etc/ledsign-recipe"
fi

# What a test writes goes to memory.
place=$trixie.run
mkdir -p "$place"
mount -t tmpfs tmpfs "$place"
mkdir "$place/upper" "$place/work" "$place/root"
root=$place/root
mount -t overlay -o "lowerdir=$trixie,upperdir=$place/upper,workdir=$place/work" overlay "$root"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do cp -a "/dev/$device" "$root/dev/"; done
mkdir "$root/dev/pts" "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
install -m 644 "$package" "$root/tmp/ledsign.deb"

say "systemd in a folder of its own"
# Control groups and a network of its own, and process 1 in a name space of its own.
unshare --pid --fork --kill-child --cgroup --uts --ipc --net --mount -- bash -c '
    mount -t proc proc "$1/proc"
    mount -t tmpfs tmpfs "$1/sys/fs/cgroup" 2>/dev/null || true
    mount -t cgroup2 cgroup2 "$1/sys/fs/cgroup"
    exec env -i container=ledsign PATH=/usr/sbin:/usr/bin chroot "$1" /usr/lib/systemd/systemd --show-status=no \
        --unit=basic.target' bash "$root" </dev/null >"$place/systemd.log" 2>&1 &
manager=$!
for _ in $(seq 100); do
    process=$(cut -d ' ' -f 1 "/proc/$manager/task/$manager/children" 2>/dev/null) || true
    [ -z "$process" ] || [ "$(cat "/proc/$process/comm")" != systemd ] || break
    sleep 0.1
done
[ -n "$process" ] || {
    cat "$place/systemd.log"
    fail "systemd did not start in the folder: this test needs a kernel that allows it"
}

# Runs a command beside that systemd.
within() {
    nsenter --target "$process" --mount --pid --cgroup --uts --ipc --net --root -- \
        env -i -C / PATH=/usr/sbin:/usr/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive /bin/bash -euo pipefail -c "$1" </dev/null
}
# Tells what a unit is.
property() { within "systemctl show --property=$1 --value ${2:-ledsign.service}"; }
# Counts the processes of the units.
processes() { within "cat /sys/fs/cgroup/system.slice/ledsign*.service/cgroup.procs 2>/dev/null | wc -l"; }
expect() {
    [ "$2" = "$3" ] || fail "$1 is \"$2\", and has to be \"$3\""
}
# Waits until a property of the service is what it has to be.
eventually() {
    local name=$1 value=$2
    for _ in $(seq 100); do
        [ "$(property "$name")" != "$value" ] || return 0
        sleep 0.1
    done
    expect "$name" "$(property "$name")" "$value"
}
for _ in $(seq 300); do
    [ "$(within 'systemctl is-system-running' 2>/dev/null || true)" != running ] || break
    sleep 0.1
done
expect "the state of the system" "$(within 'systemctl is-system-running' || true)" running

# Lists what a package may leave behind: files with their kinds and sums, and accounts.
snapshot() {
    within "find / -xdev \( -path /var/lib/dpkg -o -path /var/cache -o -path /var/log -o -path /tmp -o -path /root \) -prune -o \
            -printf '%y %m %u:%g %p %l\n' | grep -v -e '/etc/\(passwd\|group\|shadow\|gshadow\)-\$' \
            -e ' /\(etc\|var/lib\|var\|run\|usr\|usr/lib\|\)/* \$' | sort
        sort /etc/passwd /etc/group /etc/shadow /etc/gshadow | cut -d : -f 1-2"
}
snapshot >"$place/before"

say "install"
within "dpkg --install /tmp/ledsign.deb" >"$place/dpkg.log" 2>&1 || {
    cat "$place/dpkg.log"
    fail "the package cannot be installed"
}
expect "the version" "$(within 'ledsign --version')" "$version"
within "ldd /usr/bin/ledsign" | { ! grep 'not found'; } || fail "libraries are missing"
within "ledsign board list" | grep '^hub75-64x32 ' >/dev/null || fail "the installed boards were not found"
within "cd /usr/share/ledsign; test -s sign-file.schema.json -a -s config.schema.json" || fail "the schemas for editors"
within "ledsign render 21°C --board sim-32x8 --out /tmp/still.png; test -s /tmp/still.png" || fail "render"
within "ledsign doctor" >"$place/doctor" || fail "doctor"
grep -q ' in /usr/share/ledsign' "$place/doctor" || fail "doctor does not find /usr/share/ledsign"
within "ledsign check /etc/ledsign/sign.yaml" || fail "the sign that comes with the package has problems"
expect "the groups of the user" "$(within 'id -nG ledsign | tr " " "\n" | sort | paste -sd " "')" "gpio ledsign spi video"
expect "what the service does after installing" "$(property ActiveState)/$(property UnitFileState)" "inactive/disabled"

say "the overlay of port dpi"
# The copy in the folder of the firmware, where there is one.
overlay=/boot/firmware/overlays/ledsign-dpi.dtbo
within "test -s /usr/share/ledsign/overlays/ledsign-dpi.dtbo && test ! -e /boot/firmware" || fail "a machine without that folder"
within "mkdir -p /boot/firmware/overlays; dpkg --install /tmp/ledsign.deb" >"$place/dpkg.log" 2>&1 || fail "$(cat "$place/dpkg.log")"
within "cmp /usr/share/ledsign/overlays/ledsign-dpi.dtbo $overlay" || fail "the overlay is not where the firmware reads it"
expect "what lies beside the overlay" "$(within 'ls -A /boot/firmware/overlays')" ledsign-dpi.dtbo
within "mount -t tmpfs -o ro tmpfs /boot/firmware/overlays; dpkg --install /tmp/ledsign.deb
    umount /boot/firmware/overlays" >"$place/dpkg.log" 2>&1 || fail "a folder that cannot be written to: $(cat "$place/dpkg.log")"
grep -q "$overlay cannot be written" "$place/dpkg.log" || fail "no message says that the overlay was not copied"

say "the units"
for unit in ledsign ledsign-dark ledsign-guardian@0; do
    within "systemd-analyze verify --man=no $unit.service" || fail "systemd-analyze verify $unit.service"
    exposure=$(within "systemd-analyze security --no-pager $unit.service" | tail -n 1)
    say "${exposure#*→ }"
    most=12
    # Three of its points count the names of calls that set the clock and owners, for which the service lacks the capabilities.
    [ "$unit" = ledsign-dark ] || most=21
    within "systemd-analyze security --no-pager --threshold=$most $unit.service" >/dev/null || fail "$unit.service exposes too much"
done

# The units run on the tests' model of the kernel's interfaces: a Raspberry Pi 3 whose kernel does not keep outputs, at first.
model=$root/opt/model
mkdir -p "$model/dev" "$model/requests" "$model/sys/bus/gpio/devices/gpiochip0" "$model/sys/dev/char/254:0" "$model/proc/device-tree" \
    "$model/sys/module/pinctrl_bcm2835/parameters"
cc -std=gnu11 -O1 -shared -fPIC -o "$model/model.so" Tests/KernelModel/preload/*.c -ldl
# Says whether the kernel keeps outputs (Y or N), while nothing has the model open.
kernel() {
    printf 'chip gpiochip0 54 pinctrl-bcm2835\nspi spidev0.0\n' >"$model/description"
    [ "$1" = Y ] || echo 'forgetful gpiochip0' >>"$model/description"
    echo "$1" >"$model/sys/module/pinctrl_bcm2835/parameters/persist_gpio_outputs"
    rm -f "$model/state"
}
kernel N
printf 'Raspberry Pi 3 Model B Rev 1.2\0' >"$model/proc/device-tree/model"
echo 254:0 >"$model/sys/bus/gpio/devices/gpiochip0/dev"
ln -s ../../../bus/gpio "$model/sys/dev/char/254:0/subsystem"
touch "$model/log" "$model/dev/gpiochip0" "$model/dev/spidev0.0"
chmod -R a+rwX "$model"
# Lets the units see the model, and brings the board of the HUB75 sign.
use_model() {
    local unit
    for unit in ledsign ledsign-dark ledsign-guardian@; do
        mkdir -p "$root/run/systemd/system/$unit.service.d"
        printf '[Service]\nEnvironment=LD_PRELOAD=/opt/model/model.so LEDSIGN_KERNEL_MODEL=/opt/model\nReadWritePaths=/opt/model\n' \
            >"$root/run/systemd/system/$unit.service.d/model.conf"
    done
    within "systemctl daemon-reload"
    printf 'summary: A panel\nkind: hub75\npanel: 32x16\nwiring: regular\nport: gpiod\nplanes: 1\nlsb: 10 us\n' \
        >"$root/etc/ledsign/panel.yaml"
}
use_model
sign() { printf 'board: %s\nmessage:\n  text: %s\n' "$1" "$2" >"$root/etc/ledsign/sign.yaml"; }
# The last level that a line was set to, in the log of the model.
level() { grep -o " $1=[01]" "$model/log" | tail -n 1 | cut -d = -f 2; }

say "MAX7219: start, reload, kill, stop"
sign max7219-32x8 Hello
within "systemctl start ledsign.service" || fail "the service does not start"
expect "the state of the service" "$(property ActiveState)/$(property SubState)" active/running
first=$(property MainPID)
expect "the user of the program" "$(within "stat -c %U /proc/$first")" ledsign
expect "the real-time priority that is allowed" "$(property LimitRTPRIO)" 40
expect "what an end for want of memory means" "$(property OOMPolicy)" continue
expect "the memory and tasks that are allowed" "$(property MemoryMax) $(property TasksMax)" "268435456 128"
sign max7219-32x8 Goodbye
within "systemctl reload ledsign.service" || fail "the service does not reload"
expect "the program after reloading" "$(property MainPID)" "$first"
within "kill -KILL $first"
eventually NRestarts 1
eventually ActiveState active
within "systemctl stop ledsign.service" || fail "the service does not stop"
expect "how the service ended" "$(property ActiveState)/$(property Result)" inactive/success
expect "the processes that are left" "$(processes)" 0
# Register 12 of the MAX7219 is shutdown, and 0 shuts down.
grep message "$model/log" | tail -n 1 | grep '0c000c000c000c00' >/dev/null || fail "the chips were not shut down: $(tail -n 1 "$model/log")"

say "HUB75: the lines are held after the service"
sign panel.yaml Hello
within "systemctl start ledsign.service" || fail "the service does not start"
within "kill -KILL $(property MainPID)"
eventually NRestarts 1
eventually ActiveState active
within "systemctl stop ledsign.service" || fail "the service does not stop"
expect "OE after the service" "$(level 18)" 1
expect "the unit that holds the lines" "$(property ActiveState ledsign-dark.service)" active
expect "the processes that hold the lines" "$(processes)" 1
within "systemctl start ledsign.service" || fail "the service does not take the lines over"
for _ in $(seq 50); do
    [ "$(property ActiveState ledsign-dark.service)" != inactive ] || break
    sleep 0.1
done
expect "the unit that held the lines" "$(property ActiveState ledsign-dark.service)" inactive
within "systemctl stop ledsign.service"
within "systemctl stop ledsign-dark.service"

say "HUB75: double faults"
# The unit of the guardian that watches.
guardian() { within "systemctl list-units --no-legend --plain --state=running 'ledsign-guardian@*'" | cut -d ' ' -f 1; }
# Waits until the log of the model says that the panel is refreshed, or that OE is high and stays so.
refreshed() {
    local lines
    lines=$(wc -l <"$model/log")
    for _ in $(seq 100); do
        [ "$(wc -l <"$model/log")" -lt $((lines + 50)) ] || return 0
        sleep 0.1
    done
    fail "the panel is not refreshed"
}
stays_dark() {
    local lines
    for _ in $(seq 50); do
        lines=$(grep -c ' 18=0' "$model/log")
        sleep 0.2
        [ "$(level 18)" != 1 ] || [ "$(grep -c ' 18=0' "$model/log")" != "$lines" ] || return 0
    done
    fail "the panel stays lit after $1"
}
# Waits until another guardian than the one that is named watches.
replaced() {
    local watching
    for _ in $(seq 100); do
        # For a moment there may be two: the old one ends when the new one watches.
        watching=$(guardian)
        [ -z "$watching" ] || [ "$(wc -l <<<"$watching")" != 1 ] || [ "$watching" = "$1" ] || return 0
        sleep 0.1
    done
    fail "the guardian is not replaced"
}
within "systemctl start ledsign.service" || fail "the service does not start"
expect "the units of guardians" "$(guardian | wc -l)" 1
expect "the name of the guardian" "$(within "cat /proc/$(property MainPID "$(guardian)")/comm")" panel-guardian
expect "what pidof finds" "$(within 'pidof ledsign')" "$(property MainPID)"
# Not by systemctl freeze, which needs a message bus.
within "echo 1 >/sys/fs/cgroup/system.slice/ledsign.service/cgroup.freeze"
stays_dark "freezing the sign's control group"
within "echo 0 >/sys/fs/cgroup/system.slice/ledsign.service/cgroup.freeze"
refreshed
within "systemctl kill --signal=STOP ledsign.service"
stays_dark "stopping the sign's control group"
within "systemctl kill --signal=CONT ledsign.service"
refreshed
for signal in STOP KILL; do
    replaced none
    watching=$(guardian)
    within "systemctl kill --signal=$signal $watching"
    replaced "$watching"
    refreshed
done
# The sign is started again a second later: the guardian's own request is what counts.
replaced none
watching=$(property MainPID "$(guardian)")
restarts=$(property NRestarts)
within "systemctl kill --signal=KILL ledsign.service"
for _ in $(seq 50); do
    ! grep -q "^[0-9]* $watching gpiochip0 set" "$model/log" || break
    sleep 0.1
done
grep -q "^[0-9]* $watching gpiochip0 set" "$model/log" || fail "the guardian did nothing when the sign's control group was killed"
eventually NRestarts $((restarts + 1))
eventually ActiveState active
# At its end the service starts the unit that holds the lines.
within "systemctl stop ledsign.service"
expect "the processes that hold the lines" "$(processes)" 1
within "systemctl stop ledsign-dark.service"
expect "the processes that are left" "$(processes)" 0

say "sockets for groups"
for group in ledsign gpio; do
    printf 'board: max7219-32x8\ncontrol:\n  group: %s\nmessage:\n  text: Hello\n' "$group" >"$root/etc/ledsign/sign.yaml"
    within "systemctl start ledsign.service" || fail "the service does not start"
    expect "the socket" "$(within "stat -c '%F %U:%G %a' /run/ledsign/ledsign.sock" 2>&1 || true)" "socket ledsign:$group 660"
    within "useradd --system --groups $group member"
    within "setpriv --reuid member --regid nogroup --init-groups ledsign ctl list" >/dev/null || fail "a member of $group may not connect"
    within "userdel member"
    if within "setpriv --reuid nobody --regid nogroup --clear-groups ledsign ctl list" >/dev/null 2>&1; then
        fail "another user may connect"
    fi
    within "systemctl stop ledsign.service"
done

page_test
memory_test

say "clocks"
printf 'board: max7219-32x8\nmessage:\n  text: Hello\n  when: always\n' >"$root/etc/ledsign/sign.yaml"
waiting='schedules and clocks wait until a time service has set the system'
# The model asks the real kernel first, through the unit's filter of system calls; its word counts where the call is allowed.
echo unsynchronised >"$model/clock"
within "systemctl start ledsign.service" || fail "the service does not start"
[[ $(property StatusText) == "$waiting"* ]] || fail "the service says \"$(property StatusText)\" while the clock is not right"
within "journalctl --no-pager --quiet --unit ledsign.service" | grep "$waiting" >/dev/null || fail "the journal does not tell of the clock"
within "ledsign ctl stats" | grep -x 'clock: not synchronised' >/dev/null || fail "the statistics do not tell of the clock"
echo synchronised >"$model/clock"
eventually StatusText showing
within "ledsign ctl stats" | grep -x 'clock: synchronised' >/dev/null || fail "the unit denies adjtimex"
echo denied >"$model/clock"
for _ in $(seq 100); do
    [[ $(property StatusText) != "$waiting"* ]] || break
    # A clock that was right is looked at with the next change of the schedule, or when the file is read again.
    within "systemctl reload ledsign.service"
    sleep 0.1
done
within "ledsign ctl stats" | grep -x 'clock: not synchronised' >/dev/null || fail "a kernel that does not answer is believed"
echo 'clock: trusted' >>"$root/etc/ledsign/sign.yaml"
within "systemctl reload ledsign.service"
eventually StatusText showing
within "ledsign ctl stats" | grep -x 'clock: trusted' >/dev/null || fail "the clock is not trusted"
within "systemctl stop ledsign.service"
rm "$model/clock"

say "a sign with problems"
echo 'message: {' >"$root/etc/ledsign/sign.yaml"
# With the last good copy the sign starts and says so; without one it does not start.
within "systemctl start ledsign.service" || fail "the last good copy is not shown"
eventually StatusText 'keeping the previous sign: /etc/ledsign/sign.yaml:2:1: not YAML: did not find expected node content'
within "systemctl stop ledsign.service"
within "systemctl stop ledsign-dark.service"
within "rm /var/lib/ledsign/signs/sign-*.good.json"
if within "systemctl start ledsign.service" 2>/dev/null; then fail "a broken sign starts"; fi
within "journalctl --no-pager --quiet --unit ledsign.service" | grep '/etc/ledsign/sign.yaml:' >/dev/null || fail "problems of a sign are not reported"
within "systemctl stop ledsign.service ledsign-dark.service"
sign max7219-32x8 Hello

# Removes and purges the package while its service runs, and compares what is left with what was there before.
remove_and_purge() {
    within "systemctl enable --quiet --now ledsign.service" || fail "enable"
    expect "the level of OE while the sign runs" "$(grep -c ' 18=0' "$model/log" | sed 's/[1-9][0-9]*/some/')" some
    within "mkdir -p /var/cache/ledsign; touch /var/cache/ledsign/copy"
    within "dpkg --remove ledsign" >"$place/dpkg.log" 2>&1 || fail "remove: $(cat "$place/dpkg.log")"
    expect "OE after removing" "$(level 18)" 1
    expect "the processes after removing" "$(processes)" 0
    within "test ! -e /usr/bin/ledsign && test -e /etc/ledsign/sign.yaml" || fail "removing keeps settings, and nothing else"
    within "test ! -e $overlay" || fail "removing leaves the overlay"
    within "cd /boot; [ ! -e firmware ] || rmdir --parents firmware/overlays" || fail "removing leaves something in /boot/firmware"
    rm "$root/etc/ledsign/panel.yaml"
    within "dpkg --purge ledsign" >"$place/dpkg.log" 2>&1 || fail "purge: $(cat "$place/dpkg.log")"
    within "test ! -e /var/cache/ledsign && test ! -e /var/lib/ledsign" || fail "purging leaves folders"
    rm -r "$root"/run/systemd/system/ledsign*
    within "systemctl daemon-reload; systemctl reset-failed"
    within "rmdir --ignore-fail-on-non-empty /etc/ledsign 2>/dev/null || true"
    mv "$model" "$place/model"
    snapshot >"$place/after"
    diff "$place/before" "$place/after" || fail "the lines above are not as they were before installing"
    within "systemctl list-units --all --no-legend 'ledsign*'" | { ! grep .; } || fail "units are left"
    mv "$place/model" "$model"
}

say "remove and purge, on a kernel that does not keep outputs"
sign panel.yaml Hello
remove_and_purge

say "remove and purge, on a kernel that keeps outputs"
within "dpkg --install /tmp/ledsign.deb" >"$place/dpkg.log" 2>&1 || fail "install again: $(cat "$place/dpkg.log")"
kernel Y
use_model
sign panel.yaml Hello
within "systemctl start ledsign.service" || fail "the service does not start"
within "systemctl stop ledsign.service" || fail "the service does not stop"
expect "the unit that holds no lines" "$(property ActiveState ledsign-dark.service)" inactive
remove_and_purge
say "passed"
kill -KILL "$process"
