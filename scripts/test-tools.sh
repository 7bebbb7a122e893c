#!/bin/sh
# Installs what the tests compare with: other people's fonts and programs. Does nothing, silently, when all is there.
set -eu
cd "$(dirname "$0")/.."

# One name a word.
scripts/deps.sh mosquitto mosquitto-clients libnss-wrapper openssl sigrok-cli umockdev strace procps tzdata pcf2bdf unifont \
    fonts-dejavu-core fonts-noto-core fonts-noto-color-emoji libharfbuzz-bin unicode-data xfonts-base xfonts-75dpi xfonts-terminus \
    xfonts-unifont xfonts-utils console-setup-linux

scripts/python-packages.sh .build/test-venv freetype-py fonttools pillow python-dateutil jsonschema pyyaml \
    adafruit-circuitpython-pioasm==1.3.8
