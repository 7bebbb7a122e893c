#!/bin/sh
# Runs swift with the flags that lint, the tests and everything else that checks this package share: one build serves them
# all. Warnings and imports that Package.swift does not declare are errors; the symbol graphs are what the docstring check
# reads.
#
#   scripts/build.sh                               builds every target and test
#   scripts/build.sh build --product ledsign       builds one product
#   scripts/build.sh test --filter InstantTests    builds, and runs the tests that match
set -eu
cd "$(dirname "$0")/.."

[ $# -gt 0 ] || set -- build --build-tests
command=$1
shift
# Debug information is for debuggers; without it the build takes less time.
# On CI, where nothing is built twice, modules are compiled as a whole, and their interface is not worked out beforehand: a third
# less work. Elsewhere only changed files are compiled.
# What computes pictures and wires is optimized there: the tests then take half of the time. There are no tests of XCTest in
# system modules, which is what the index is for.
if [ "${CI-}" = true ]; then
    export LEDSIGN_OPTIMIZED="PixelGraphics Settings BitmapFonts ImageFiles Marquee PanelDrivers Boards PanelSimulation"
    set -- "$@" -Xswiftc -whole-module-optimization -Xswiftc -num-threads -Xswiftc 1 \
        -Xswiftc -no-emit-module-separately-wmo \
        -Xswiftc -index-ignore-system-modules -Xswiftc -index-ignore-clang-modules
fi
# SYMBOL_GRAPHS=0 in the environment is for builds that no docstring check follows.
if [ "${SYMBOL_GRAPHS-1}" != 0 ]; then
    set -- "$@" -Xswiftc -emit-symbol-graph -Xswiftc -emit-symbol-graph-dir -Xswiftc "$PWD/.build/symbol-graphs"
fi
exec swift "$command" --explicit-target-dependency-import-check error -debug-info-format none \
    -Xswiftc -warnings-as-errors "$@"
