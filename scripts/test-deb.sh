#!/usr/bin/env bash
# Tests the Debian package of this processor: installs, runs, breaks, removes and purges it on a Debian 13 with nothing else on it,
# under a systemd of its own. The tests are in Tests/Package.
#
#   scripts/test-deb.sh [ARGUMENT...]     tests out/ledsign_VERSION_amd64.deb, which scripts/deb.sh makes; arguments are those of
#                                         pytest, such as -k clock
#
# That Debian is a folder (.build/trixie-clean), which is kept; what happens in a test happens in memory. Needs root, or sudo, and a
# kernel with overlay file systems and version 2 of control groups. A step that cannot run is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
export LEDSIGN_TRIXIE=$PWD/.build/trixie-clean
# shellcheck source=scripts/trixie-folder.sh
source scripts/trixie-folder.sh
trixie_enter "$@"
# Two runs in one folder would spoil each other's files.
exec 9>"${trixie:?}.lock"
flock 9
scripts/deps.sh curl iproute2 python3-pytest >&2

package=$(find out -name 'ledsign_*_amd64.deb' | sort -V | tail -n 1)
[ -n "$package" ] || {
    say "out/ has no package: make deb"
    exit 1
}
# Of alternatives the first.
mapfile -t packages < <(dpkg-deb --field "$package" Depends | tr ',' '\n' | sed 's/|.*//; s/(.*//; s/ //g')
packages+=(udev curl)
recipe=$(sha256sum scripts/trixie-folder.sh; printf '%s\n' "${packages[@]}")
if [ "$(cat "$trixie/etc/ledsign-recipe" 2>/dev/null)" != "$recipe" ]; then
    make_base
    copy_configuration
    mount -t proc proc "$trixie/proc"
    inside_bare "DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends ${packages[*]}" >"$trixie.log" 2>&1 || {
        tail -n 20 "$trixie.log"
        say "the packages that ledsign depends on cannot be installed"
        exit 1
    }
    umount "$trixie/proc"
    echo "$recipe" >"$trixie/etc/ledsign-recipe"
fi

# Debian's own Python, which has pytest.
PYTHONDONTWRITEBYTECODE=1 /usr/bin/python3 -m pytest -p no:cacheprovider --verbose \
    --base="$trixie" --package="$package" Tests/Package "$@"
