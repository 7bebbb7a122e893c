#!/usr/bin/env bash
# Sends a known picture to a sign with programs of others (sacn, stupidArtnet, LedFx's DDP, OLA by multicast, VLC) and with
# `ledsign send`, and compares the sign's screenshot with it; in a network namespace of its own. Needs root or sudo.
#
#   scripts/test-senders.sh [NAME...]     only these senders
#   scripts/test-senders.sh gif FILE      makes a GIF of a sign to which sacn sends a moving picture
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh iproute2 unzip ola vlc-bin vlc-plugin-base vlc-plugin-video-output >&2
scripts/build.sh build --product ledsign >&2

venv=.build/senders
scripts/python-packages.sh "$venv" sacn==1.11.0 stupidArtnet==1.6.0 numpy pillow
# One file of LedFx is enough: what it needs else would be half a gigabyte.
if [ ! -f "$venv/ledfx/ledfx/devices/ddp.py" ]; then
    "$venv/bin/pip" download -q --no-deps -d "$venv" ledfx==2.2.1 >&2
    unzip -q -o "$venv"/ledfx-2.2.1-*.whl ledfx/devices/ddp.py -d "$venv/ledfx"
fi

program=senders
if [ "${1-}" = gif ]; then
    program=stream_gif
    shift
fi
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
chmod 777 "$folder"
as_root=()
[ "$(id -u)" = 0 ] || as_root=(sudo)
# shellcheck disable=SC2016
"${as_root[@]}" unshare -n env LEDFX="$venv/ledfx" bash -c '
    ip link set lo up
    ip link add signs type veth peer name far
    ip address add 10.9.0.1/24 dev signs
    ip link set far up
    ip link set signs up multicast on
    ip route add 239.0.0.0/8 dev signs
    exec "$@"' bash "$PWD/$venv/bin/python" "Tests/RealSenders/$program.py" "$PWD/.build/debug/ledsign" "$folder" "$@"
