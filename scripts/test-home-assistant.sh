#!/bin/sh
# Tests a sign with Home Assistant itself, in one process, and Debian's mosquitto: every entity exists, every command returns as a
# state, everything is unavailable after kill -9, and back after a restart of the sign and of the broker.
#
# usage: scripts/test-home-assistant.sh        LEDSIGN=PATH in the environment tests another build
#
# Needs Python 3.13; the first run installs 600 MB of packages into .build/ha-venv.
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh mosquitto mosquitto-clients >&2
environment=.build/ha-venv
python=
for candidate in python3.13 "$HOME"/.pyenv/versions/3.13*/bin/python3 python3; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 13))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
if [ -z "$python" ]; then
    echo "test-home-assistant: there is no Python 3.13; install python3 of Debian 13, or pyenv's 3.13" >&2
    exit 1
fi
PYTHON=$python scripts/python-packages.sh "$environment" homeassistant==2025.4.4 paho-mqtt==2.1.0
export PYTHONDONTWRITEBYTECODE=1
if [ -z "${LEDSIGN-}" ]; then
    scripts/build.sh build --product ledsign >&2
    LEDSIGN=.build/debug/ledsign
fi
exec "$environment/bin/python" Tests/HomeAssistant/run.py "$LEDSIGN"
