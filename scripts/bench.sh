#!/usr/bin/env bash
# Measures frame costs and load times, and prints tables; docs/performance.md holds them.
set -euo pipefail
cd "$(dirname "$0")/.."

scripts/deps.sh valgrind python3-venv xfonts-utils >&2

# luma.led_matrix in an environment of its own, for comparison.
environment=.build/bench-venv
if ! "$environment/bin/python" -c 'import luma.led_matrix' 2>/dev/null; then
    python3 -m venv "$environment"
    "$environment/bin/pip" install --quiet --disable-pip-version-check luma.led_matrix >&2
fi

font=.build/measure-5000.pcf.gz
python3 Benchmarks/make_font.py | bdftopcf | gzip -n9 >"$font"

swift build -c release --product frame-costs >&2
python3 Benchmarks/measure.py "$(swift build -c release --show-bin-path)/frame-costs" "$environment/bin/python" "$font"
