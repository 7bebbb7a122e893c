#!/bin/sh
# Installs the Debian packages that building, testing and showing ledsign need; does nothing when they are there.
set -eu
PACKAGES="pkg-config zlib1g-dev libfribidi-dev libpng-dev libgif-dev"
missing=""
for package in $PACKAGES; do
    dpkg-query -W -f="\${Status}" "$package" 2>/dev/null | grep -q "ok installed" || missing="$missing $package"
done
[ -z "$missing" ] && exit 0
if [ "$(id -u)" = 0 ]; then sudo=""; else sudo="sudo"; fi
$sudo apt-get update -qq
# shellcheck disable=SC2086
$sudo env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
