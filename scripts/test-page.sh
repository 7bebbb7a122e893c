#!/bin/sh
# Tests the page of a sign (web/) in Debian's chromium, in front of a fake server, or of a running sign; attacks signs from
# foreign pages in that browser; looks for barriers (axe-core); and compares the API with its description (schemathesis).
#
# usage: scripts/test-page.sh [NAME...]        all tests, or those with these names, such as APITests and AttackTests
#        scripts/test-page.sh pictures         makes docs/pictures/page-*.png
#
# URL=http://127.0.0.1:8080 and TOKEN_FILE=FILE in the environment name a running sign, which the tests steer and edit.
set -eu
cd "$(dirname "$0")/.."

scripts/deps.sh chromium-headless-shell fonts-dejavu-core nodejs zbar-tools >&2
environment=.build/page-venv
scripts/python-packages.sh "$environment" aiohttp axe-playwright-python==0.1.8 playwright pillow pyyaml schemathesis==4.32.5
python=$PWD/$environment/bin/python
export PYTHONDONTWRITEBYTECODE=1

if [ "${1-}" = pictures ]; then
    exec "$python" Tests/WebPage/pictures.py docs/pictures
fi
# The sign that is attacked, and asked through its API.
if [ -z "${URL-}" ]; then scripts/build.sh build --product ledsign >&2; fi
if [ -n "${URL-}" ]; then set -- --url "$URL" "$@"; fi
if [ -n "${TOKEN_FILE-}" ]; then set -- --token-file "$TOKEN_FILE" "$@"; fi
exec "$python" Tests/WebPage/run.py "$@"
