#!/bin/sh
# Makes a Python environment (venv) with packages of PyPI; does nothing, silently, when it is there with the same packages.
#
# usage: scripts/python-packages.sh FOLDER PACKAGE...     packages as pip takes them, such as sacn==1.11.0
#
#   PYTHON in the environment     the Python that it is made of (default: python3)
set -eu
cd "$(dirname "$0")/.."

environment=$1
shift
# A folder that was moved has no Python that starts.
if "$environment/bin/python" -c '' 2>/dev/null && [ "$(cat "$environment/packages" 2>/dev/null)" = "$*" ]; then exit; fi
scripts/deps.sh --only python3-venv
echo "python-packages: making $environment with $*" >&2
rm -rf "$environment"
"${PYTHON:-python3}" -m venv "$environment"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check "$@" >&2
echo "$*" >"$environment/packages"
