#!/usr/bin/env bash
# Measures frame costs, load times, and the running program beside other work, and prints tables; docs/performance.md holds them.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh valgrind python3 xfonts-utils util-linux fonts-dejavu-core fonts-noto-core fonts-noto-color-emoji >&2

# luma.led_matrix in an environment of its own, for comparison.
environment=.build/bench-venv
scripts/python-packages.sh "$environment" luma.led_matrix

font=.build/measure-5000.pcf.gz
python3 Benchmarks/make_font.py | bdftopcf | gzip -n9 >"$font"

swift build -c release --product frame-costs >&2
swift build -c release --product ledsign >&2
products=$(swift build -c release --show-bin-path)
# Valgrind gives up on some of the debug information.
strip --strip-debug -o .build/frame-costs "$products/frame-costs"
python3 Benchmarks/measure.py .build/frame-costs "$environment/bin/python" "$font"

# The running program, beside other work, on modelled devices.
cc -std=gnu11 -O2 -o .build/lateness-control Benchmarks/Lateness/control.c
model=$PWD/.build/bench-kernel-model.so
scripts/kernel-model.sh "$model"
printf '\n'
python3 Benchmarks/run_time.py "$products/ledsign" "$PWD/.build/lateness-control" "$model"
printf '\n'
python3 Benchmarks/server_time.py "$products/ledsign" "$model"
printf '\n'
python3 Benchmarks/pixel_time.py "$products/ledsign" "$model"
printf '\n'
python3 Benchmarks/broker_time.py "$products/ledsign" "$model"
printf '\n'
python3 Benchmarks/list_time.py "$products/ledsign" "$model"
printf '\n'
"$environment/bin/python" Benchmarks/turn_time.py "$products/ledsign" "$model"
printf '\n'
python3 Benchmarks/letters_time.py "$products/ledsign" "$model"
