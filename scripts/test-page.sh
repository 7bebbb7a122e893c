#!/bin/sh
# Tests the page of a sign (web/) in Debian's chromium, in front of a fake server, or of a running sign.
#
# usage: scripts/test-page.sh [NAME...]        all tests, or those with these names
#        scripts/test-page.sh pictures         makes docs/pictures/page-*.png
#
# URL=http://127.0.0.1:8080 and TOKEN_FILE=FILE in the environment name a running sign, which the tests steer and edit.
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh python3-venv chromium fonts-dejavu-core >&2
environment=.build/page-venv
if ! "$environment/bin/python" -c 'import aiohttp, playwright, PIL, yaml' 2>/dev/null; then
    echo "test-page: making $environment with the packages that the tests need" >&2
    rm -rf "$environment"
    python3 -m venv "$environment"
    "$environment/bin/python" -m pip install --quiet --disable-pip-version-check aiohttp playwright pillow pyyaml >&2
fi
python=$PWD/$environment/bin/python
export PYTHONDONTWRITEBYTECODE=1

if [ "${1-}" = pictures ]; then
    exec "$python" Tests/WebPage/pictures.py docs/pictures
fi
if [ -n "${URL-}" ]; then set -- --url "$URL" "$@"; fi
if [ -n "${TOKEN_FILE-}" ]; then set -- --token-file "$TOKEN_FILE" "$@"; fi
exec "$python" Tests/WebPage/run.py "$@"
