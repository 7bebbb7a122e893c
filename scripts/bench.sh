#!/usr/bin/env bash
# Measures frame costs, load times, and the running program beside other work, and prints tables; docs/performance.md holds them.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh valgrind python3-venv xfonts-utils util-linux >&2

# luma.led_matrix in an environment of its own, for comparison.
environment=.build/bench-venv
if ! "$environment/bin/python" -c 'import luma.led_matrix' 2>/dev/null; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check luma.led_matrix >&2
fi

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
(cd Tests/KernelModel/preload && cc -std=gnu11 -O1 -shared -fPIC -o "$OLDPWD/.build/bench-kernel-model.so" ./*.c -ldl)
printf '\n'
python3 Benchmarks/run_time.py "$products/ledsign" "$PWD/.build/lateness-control" "$PWD/.build/bench-kernel-model.so"
printf '\n'
python3 Benchmarks/server_time.py "$products/ledsign" "$PWD/.build/bench-kernel-model.so"
printf '\n'
python3 Benchmarks/pixel_time.py "$products/ledsign" "$PWD/.build/bench-kernel-model.so"
printf '\n'
python3 Benchmarks/broker_time.py "$products/ledsign" "$PWD/.build/bench-kernel-model.so"
