#!/bin/sh
# First light: builds the command and scrolls a text on a simulated chain of MAX7219 modules.
#
# usage: [TEXT="..."] scripts/run.sh
set -eu
cd "$(dirname "$0")/.."

text=${TEXT:-"Hello from ledsign: this text went through the wires of a simulated MAX7219 chain."}
board=max7219-32x8

scripts/deps.sh
swift build --product ledsign >&2
ledsign="$(swift build --show-bin-path)/ledsign"
if [ -t 1 ]; then
    exec "$ledsign" show "$text" --board "$board" --simulate
fi
mkdir -p out
echo "Standard output is no terminal. In one, this command scrolls on a simulated $board:"
echo "    $text"
"$ledsign" render "$text" --board "$board" --for 10s --fps 20 --out out/first-light.gif
echo "The same as a picture: out/first-light.gif"
