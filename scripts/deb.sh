#!/usr/bin/env bash
# Builds the Debian packages, for Debian 13 and Raspberry Pi OS (trixie), in the Debian 13 folder of scripts/trixie-folder.sh.
#
#   scripts/deb.sh [ARCHITECTURE...]     leaves out/ledsign_VERSION_ARCHITECTURE.deb (default: amd64 and arm64)
#
# This script builds the programs and what is made of them; packaging/debian says where everything lies in the package (debhelper).
# The version is the program's own (Sources/Products/ledsign/Support/CommandError.swift). Every file has the time of the last
# commit, so that the same checkout makes the same packages. lintian looks at both, and scripts/test-deb.sh installs, runs and
# purges one. A step that cannot run is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/trixie-folder.sh
source scripts/trixie-folder.sh
# shellcheck source=scripts/arm64-sdk.sh
source scripts/arm64-sdk.sh

version=$(sed -n 's/^let programVersion = "\([0-9.]*\)"$/\1/p' Sources/Products/ledsign/Support/CommandError.swift)
[ -n "$version" ] || {
    say "Sources/Products/ledsign/Support/CommandError.swift does not tell the version"
    exit 1
}

[ $# != 0 ] || set -- amd64 arm64
trixie_enter "$@"
trixie_open arm64
inside_packages debhelper patchelf lintian python3-minimal man-db device-tree-compiler

epoch=${SOURCE_DATE_EPOCH:-$(git -c safe.directory='*' log -1 --format=%ct)}
# In the folder: the checkout as Debian's tools expect it, and beside it the packages.
source=.build/deb/ledsign
inside "rm -rf .build/deb
    git checkout-index --all --prefix=$source/
    mv $source/packaging/debian $source/
    mkdir -p $source/built/completions"

say "swift build for amd64: ledsign"
inside "swift build --configuration release --static-swift-stdlib -Xlinker -s --scratch-path .build/amd64 --product ledsign
    install -D -t $source/built/amd64 .build/amd64/release/ledsign"
if [[ " $* " = *" arm64 "* ]]; then
    if ! arm64_is_built ledsign; then arm64_build ledsign; fi
    install -D -t "${trixie:?}/src/$source/built/arm64" .build/arm64/ledsign
fi
# The build's own folder as a place for libraries: the program carries Swift's, Debian's are found without it.
inside "patchelf --remove-rpath $source/built/*/ledsign"

# What the command says about itself is the same on every processor.
say "manual page and completions"
inside "cd $source/built
    amd64/ledsign --experimental-dump-help |
        ../packaging/man-page.py $version $(date --utc --date "@$epoch" +%Y-%m-%d) >ledsign.1
    LC_ALL=C.UTF-8 man --warnings --local-file ledsign.1 2>man.warnings >/dev/null
    if [ -s man.warnings ]; then cat man.warnings; exit 1; fi
    amd64/ledsign --generate-completion-script bash >completions/ledsign
    amd64/ledsign --generate-completion-script zsh >completions/_ledsign
    amd64/ledsign --generate-completion-script fish >completions/ledsign.fish"

# The overlay of `port: dpi`; scripts/test-overlay.sh looks at it.
scripts/test-overlay.sh
inside "cd $source; dtc -@ -I dts -O dtb -o built/ledsign-dpi.dtbo packaging/ledsign-dpi-overlay.dts"

cat >"$trixie/src/$source/debian/changelog" <<-END
	ledsign ($version) trixie; urgency=medium

	  * CHANGELOG.md lists what is new.

	 -- $(sed -n 's/^Maintainer: //p' packaging/debian/control)  $(LC_ALL=C date --utc --date "@$epoch" --rfc-email)
END
mkdir -p out
for architecture in "$@"; do
    say "dpkg-buildpackage for $architecture"
    inside "cd $source; dpkg-buildpackage --build=binary --no-check-builddeps --host-arch=$architecture --no-sign 2>&1" >"$trixie.log" || {
        cat "$trixie.log"
        exit 1
    }
    package=ledsign_${version}_$architecture.deb
    install -m 644 "$trixie/src/$source/../$package" out/
    say "out/$package: $(stat -c %s "out/$package") bytes, $(dpkg-deb --field "out/$package" Installed-Size) KiB installed"
done

say "lintian"
inside "cd .build/deb; lintian --fail-on error --tag-display-limit 0 ./*.deb"
say "passed"
