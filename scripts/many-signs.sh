#!/bin/sh
# Runs many simulated signs (fifty, or as many as given) at one mosquitto, and prints how long one message to their group takes until
# the last one shows it, and the load: the figures of docs/many-signs.md.
#
# usage: scripts/many-signs.sh [COUNT]        LEDSIGN=PATH in the environment measures another build
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh python3 mosquitto >&2
environment=.build/many-signs-venv
scripts/python-packages.sh "$environment" paho-mqtt==2.1.0
export PYTHONDONTWRITEBYTECODE=1
if [ -z "${LEDSIGN-}" ]; then
    scripts/build.sh build -c release --product ledsign >&2
    LEDSIGN=.build/release/ledsign
fi
exec "$environment/bin/python" Tests/HomeAssistant/many.py "$LEDSIGN" "${1-50}"
