#!/usr/bin/env bash
# Renders the sign files of Examples to GIFs in docs/pictures.
#
#   scripts/example-gifs.sh [NAME...]            renders all, or those with these names
#   scripts/example-gifs.sh --check [NAME...]    only checks whether they are up to date
#   scripts/example-gifs.sh --list               lists their names
set -euo pipefail
cd "$(dirname "$0")/.."

action=
case ${1-} in
--*)
    action=$1
    shift
    ;;
esac

# Name, seconds, frames per second, what the wall clock shows at the start, and the values of variables from times on.
list() {
    cat <<'LIST'
heart 2.4s 15 2026-05-08T10:08:36Z
jumper 2.2s 15 2026-05-08T10:08:36Z
metronome 2.7s 12 2026-05-08T10:08:36Z
sayings 15s 1 2026-05-08T10:08:36Z
capsules 2s 8 2026-05-08T10:08:36Z
faces 4s 5 2026-05-08T10:08:36Z
digital-clock 4s 2 2026-05-08T10:08:36Z
analog-clock 10s 1 2026-05-08T10:08:36Z
home-clock 6s 2 2026-05-08T10:08:36Z
bakery 4s 6 2026-05-08T10:08:36Z
bus-stop 9s 10 2026-05-08T10:08:36Z
stock-ticker 5s 6 2026-05-08T10:08:36Z
cafe 4s 6 2026-05-08T10:08:36Z
scoreboard 6s 10 2026-05-08T10:08:36Z home=1@1s guest=1@3s home=2@4500ms
weather 1s 1 2026-05-08T10:08:36Z
gauges 1s 1 2026-05-08T10:08:36Z
opening-hours 1s 1 2026-05-08T10:08:36Z
now-playing 6s 10 2026-05-08T10:08:36Z
week 10s 4 2026-05-08T10:08:36Z
rows 1s 1 2026-05-08T10:08:36Z
conditions 8s 2 2026-05-08T10:08:36Z
countdown 3s 1 2026-05-08T10:08:36Z
largest 1s 1 2026-05-08T10:08:36Z
lines 10s 4 2026-05-08T10:08:36Z
changes 4s 10 2026-05-08T10:29:58Z
LIST
}
if [ "$action" = --list ]; then
    list | cut -d ' ' -f 1
    exit
fi

program=${LEDSIGN:-$(swift build --show-bin-path 2>/dev/null)/ledsign}
if [ ! -x "$program" ]; then
    swift build --product ledsign
fi
out=docs/pictures
if [ "$action" = --check ]; then
    out=$(mktemp -d)
    trap 'rm -rf "$out"' EXIT
fi
for name in "$@"; do
    list | grep -q "^$name " || {
        echo "example-gifs: there is no example $name; --list lists them" >&2
        exit 2
    }
done
# Whether a name is among those that were asked for; all are where none was.
is_wanted() { [ "$wanted" = "  " ] || [[ $wanted = *" $1 "* ]]; }
wanted=" $* "

while read -r name seconds fps wall values; do
    is_wanted "$name" || continue
    set=()
    for value in $values; do set+=(--set "$value"); done
    # The zone of time is part of the picture where there is a clock in it.
    TZ=UTC "$program" render --sign "Examples/$name.yaml" --wall "$wall" --for "$seconds" --fps "$fps" --pitch 4 \
        "${set[@]}" --out "$out/$name.gif"
    if [ "$action" = --check ]; then
        cmp "$out/$name.gif" "docs/pictures/$name.gif"
    fi
done < <(list)
