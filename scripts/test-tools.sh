#!/bin/sh
# Installs what the tests compare with: other people's fonts and programs. Does nothing, silently, when all is there.
set -eu
cd "$(dirname "$0")/.."

# One name a word.
scripts/deps.sh python3-venv mosquitto mosquitto-clients libnss-wrapper openssl sigrok-cli umockdev strace procps tzdata pcf2bdf unifont \
    xfonts-base xfonts-75dpi xfonts-terminus xfonts-unifont xfonts-utils console-setup-linux

# Packages of Python, in an environment of their own. A folder that moved or is of another Python is made again.
environment=.build/test-venv
if ! "$environment/bin/python" -c 'import freetype, PIL, dateutil, jsonschema, yaml' 2>/dev/null; then
    echo "test-tools: making $environment with the packages that the tests compare with" >&2
    rm -rf "$environment"
    python3 -m venv "$environment"
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check \
        freetype-py pillow python-dateutil jsonschema pyyaml >&2
fi
