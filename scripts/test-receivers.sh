#!/usr/bin/env bash
# Runs a sign whose panel belongs to another device (kind: network), and compares what receivers of others show (sacn, OLA,
# stupidArtnet, Pillow, a model of WLED's) and another sign with its picture; then kills the sign, and looks whether they are
# dark. In a network namespace of its own. Needs root or sudo.
#
#   scripts/test-receivers.sh [NAME...]     only these receivers
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh iproute2 ola >&2
[ -n "${LEDSIGN_BUILT-}" ] || scripts/build.sh build --product ledsign >&2

venv=.build/receivers
scripts/python-packages.sh "$venv" sacn==1.11.0 stupidArtnet==1.6.0 pillow

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
# shellcheck disable=SC2016
"${as_root[@]}" unshare -n bash -c '
    ip link set lo up
    ip link add signs type veth peer name far
    ip address add 10.9.0.1/24 dev signs
    ip link set far up
    ip link set signs up multicast on
    ip route add 239.0.0.0/8 dev signs
    exec "$@"' bash "$PWD/$venv/bin/python" Tests/RealReceivers/receivers.py "$PWD/.build/debug/ledsign" "$folder" "$@"
