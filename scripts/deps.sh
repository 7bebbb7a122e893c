#!/bin/sh
# Installs what building ledsign needs: Debian packages and, where Debian has it, Swift. Says what it does; does nothing,
# silently, when everything is there.
#
# usage: scripts/deps.sh [PACKAGE...]          further Debian packages, for tests, lint or benchmarks
#        scripts/deps.sh --only PACKAGE...     these packages, and nothing to build with
set -eu

# One name a word; these are for building.
PACKAGES="ca-certificates git g++ libc6-dev pkg-config zlib1g-dev libfribidi-dev libfreetype-dev libharfbuzz-dev libglib2.0-dev
    libgpiod-dev libpng-dev libgif-dev libturbojpeg0-dev libwebp-dev libical-dev libyaml-dev libqrencode-dev libmicrohttpd-dev libgnutls28-dev libwslay-dev curl"

# Says what happens, on standard error: standard output belongs to the program that is built.
say() { printf '%s\n' "deps: $*" >&2; }

as_root() {
    if [ "$(id -u)" = 0 ]; then
        env DEBIAN_FRONTEND=noninteractive "$@"
    elif command -v sudo >/dev/null; then
        sudo env DEBIAN_FRONTEND=noninteractive "$@"
    else
        say "cannot become root: run this as root, or install sudo: $*"
        exit 1
    fi
}

is_installed() { dpkg-query -W -f='${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

update_lists() {
    [ -n "${lists_are_new-}" ] && return
    say "reading the package lists (apt-get update)"
    as_root apt-get update -qq || say "some package lists could not be read; going on with those that are there"
    lists_are_new=1
}

install_packages() {
    update_lists
    say "installing $*"
    as_root apt-get install -y -qq --no-install-recommends -o DPkg::Lock::Timeout=600 -o Dpkg::Use-Pty=0 "$@" >&2
}

# Prints the version of the Swift compiler in PATH; nothing when there is none (other programs are called swift, too).
swift_version() { swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9][0-9.]*\).*/\1/p' | head -n 1; }

ensure_swift() {
    version=$(swift_version)
    case "$version" in
    "" | [0-5].*) ;;
    *) return ;;
    esac
    update_lists
    if apt-cache show swiftlang >/dev/null 2>&1; then
        install_packages swiftlang
        version=$(swift_version)
        case "$version" in
        "" | [0-5].*) say "swiftlang is installed, but swift in PATH is not Swift 6: ${version:-no version}" && exit 1 ;;
        esac
        return
    fi
    say "Swift 6.0 or newer is needed; swift in PATH is ${version:-missing}, and this system has no package swiftlang."
    say "Debian 13 and Raspberry Pi OS (trixie) have it. Elsewhere: download a toolchain for your system from"
    say "https://www.swift.org/install/linux/, unpack it, put its usr/bin in PATH and run this command again."
    exit 1
}

command -v apt-get >/dev/null || {
    say "apt-get is missing: on a system that is not Debian install Swift 6 and the counterparts of: $PACKAGES $*"
    exit 1
}
only=no
if [ "${1-}" = --only ]; then
    only=yes
    PACKAGES=""
    shift
fi
missing=""
for package in $PACKAGES "$@"; do
    is_installed "$package" || missing="$missing $package"
done
# shellcheck disable=SC2086 # package names are words
[ -z "$missing" ] || install_packages $missing
[ $only = yes ] || ensure_swift
