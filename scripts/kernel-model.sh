#!/bin/sh
# Compiles the tests' model of the kernel's GPIO and SPI interfaces (Tests/KernelModel/preload), a library for LD_PRELOAD.
#
# usage: scripts/kernel-model.sh LIBRARY
set -eu
cc -std=gnu11 -O1 -shared -fPIC -o "$1" "$(dirname "$0")"/../Tests/KernelModel/preload/*.c -ldl
