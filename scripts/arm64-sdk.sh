#!/usr/bin/env bash
# Builds programs of this package for 64-bit Raspberry Pis, in the Debian 13 folder of scripts/trixie-folder.sh.
#
#   scripts/arm64-sdk.sh [PRODUCT...]     leaves .build/arm64/PRODUCT (default: ledsign); does nothing when nothing changed
#
# The compiler is the folder's; the libraries, headers and Swift modules it builds with are those of Debian's arm64
# packages, unpacked into a Swift SDK. The programs carry Swift's own libraries, are stripped, and need Debian's libc6, libstdc++6,
# libgpiod3, libfribidi0, libfreetype6, libharfbuzz0b, libglib2.0-0t64, libpng16-16t64, libgif7, libical3t64, libyaml-0-2, libqrencode4, libmicrohttpd12t64,
# libgnutls30t64, libwslay1 and zlib1g; they load libturbojpeg0, libwebp7, libwebpdemux2 and libwebpmux3. Other scripts may source this file for
# its functions.
set -euo pipefail

arm64_sdk_name=ledsign-arm64
# In the folder, where its swift looks for SDKs.
arm64_sdk_folder=/root/.swiftpm/swift-sdks/$arm64_sdk_name.artifactbundle
# Headers and libraries to build with: neither with what they depend on.
arm64_sdk_packages="swiftlang libswiftlang libc6 libc6-dev linux-libc-dev libgcc-s1 libgcc-14-dev libstdc++6 libstdc++-14-dev
    libcrypt-dev libcrypt1 libgpiod-dev libgpiod3 libfribidi-dev libfribidi0 libpng-dev libpng16-16t64 libgif-dev libgif7
    libturbojpeg0-dev libwebp-dev libfreetype-dev libfreetype6 libbrotli-dev libbrotli1 libbz2-dev libbz2-1.0 libharfbuzz-dev libharfbuzz0b
    libgio-2.0-dev libglib2.0-0t64 zlib1g-dev zlib1g libical-dev libical3t64 libyaml-dev libyaml-0-2 libqrencode-dev libqrencode4
    libmicrohttpd-dev libmicrohttpd12t64 libgnutls28-dev libgnutls30t64 libwslay-dev libwslay1"
# What is run, not built with: the compiler that runs on arm64 and its own libraries, 1.8 GB.
arm64_sdk_unneeded=(./usr/share/doc ./usr/libexec/swift/bin "./usr/libexec/swift/lib/lib*"
    ./usr/libexec/swift/lib/swift/{host,embedded,FrameworkABIBaseline} ./usr/libexec/swift/lib/swift_static/embedded)

# Runs apt-get or apt-cache in the folder with lists, archives and an architecture of their own.
arm64_apt() {
    local state=/var/cache/ledsign-arm64
    inside "mkdir -p $state/lists/partial $state/archives/partial
        $1 -o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State::lists=$state/lists \
            -o Dir::State::status=/dev/null -o Dir::Cache=$state -o Dir::Cache::archives=$state/archives \
            -o APT::Sandbox::User=root ${*:2}"
}

arm64_update() {
    [ -z "${arm64_lists_are_new-}" ] || return 0
    arm64_apt apt-get update -qq
    arm64_lists_are_new=1
}

# Unpacks the packages to build with, and describes them as a Swift SDK.
arm64_make_sdk() {
    local bundle=$trixie$arm64_sdk_folder
    say "arm64 packages to build with"
    arm64_update
    rm -rf "$bundle"
    mkdir -p "$bundle/debs" "$bundle/sysroot/usr/lib" "$bundle/sysroot/usr/bin" "$bundle/sysroot/usr/sbin"
    ln -s usr/lib usr/bin usr/sbin "$bundle/sysroot/"
    arm64_apt "cd $arm64_sdk_folder/debs && apt-get" "-qq -o Acquire::Retries=3 download" "${arm64_sdk_packages//$'\n'/ }" >&2
    inside "for deb in $arm64_sdk_folder/debs/*.deb; do
        dpkg-deb --fsys-tarfile \"\$deb\" |
            tar -x --keep-directory-symlink -C $arm64_sdk_folder/sysroot ${arm64_sdk_unneeded[*]/#/--exclude=}
    done"
    rm -r "$bundle/debs"
    cat >"$bundle/info.json" <<-END
		{"schemaVersion": "1.0", "artifacts": {"$arm64_sdk_name": {"type": "swiftSDK", "version": "1.0", "variants": [{"path": "."}]}}}
	END
    cat >"$bundle/swift-sdk.json" <<-END
		{"schemaVersion": "4.0", "targetTriples": {"aarch64-unknown-linux-gnu": {
		    "sdkRootPath": "sysroot", "swiftResourcesPath": "sysroot/usr/lib/swift",
		    "swiftStaticResourcesPath": "sysroot/usr/libexec/swift/lib/swift_static", "toolsetPaths": ["toolset.json"]}}}
	END
    cat >"$bundle/toolset.json" <<-END
		{"schemaVersion": "1.0", "swiftCompiler": {"extraCLIOptions": ["-use-ld=lld"]}}
	END
    # Without it the compiler warns at every file.
    cat >"$bundle/sysroot/SDKSettings.json" <<-END
		{"DisplayName": "Debian 13 arm64", "Version": "13.0", "CanonicalName": "debian13.0", "VersionMap": {}}
	END
}

# Makes the SDK where it is missing or is of other packages.
arm64_sdk() {
    local recipe
    recipe=$({ declare -f arm64_make_sdk && echo "$arm64_sdk_packages ${arm64_sdk_unneeded[*]}"; } | sha256sum)
    [ "$(cat "$trixie$arm64_sdk_folder/recipe" 2>/dev/null)" != "$recipe" ] || return 0
    arm64_make_sdk
    echo "$recipe" >"$trixie$arm64_sdk_folder/recipe"
}

# Prints what the programs are made of: their sources, and how they are built.
arm64_sources() {
    checkout_sum Package.swift Sources Tests/EmulatedPi/GuestAgent scripts/arm64-sdk.sh scripts/trixie-folder.sh
}

# Builds products in the opened folder and leaves them in .build/arm64.
arm64_build() {
    local product sources sysroot=$arm64_sdk_folder/sysroot
    sources=$(arm64_sources)
    arm64_sdk
    mkdir -p .build/arm64
    for product in "$@"; do
        say "swift build for arm64: $product"
        # Swift looks into PKG_CONFIG_PATH before this machine's own folders, whatever PKG_CONFIG_LIBDIR says.
        inside "export PKG_CONFIG_LIBDIR=$sysroot/usr/lib/aarch64-linux-gnu/pkgconfig:$sysroot/usr/share/pkgconfig
            export PKG_CONFIG_PATH=\$PKG_CONFIG_LIBDIR PKG_CONFIG_SYSROOT_DIR=$sysroot
            swift build --configuration release -debug-info-format none --disable-index-store --swift-sdk $arm64_sdk_name \
                --static-swift-stdlib -Xlinker -s -Xswiftc -no-emit-module-separately-wmo --scratch-path .build/arm64 --product $product"
        install "$trixie/src/.build/arm64/release/$product" ".build/arm64/$product.new"
        mv ".build/arm64/$product.new" ".build/arm64/$product"
        echo "$sources" >".build/arm64/$product.sources"
    done
}

# Whether a product is there and of the sources that are there now.
arm64_is_built() {
    [ -x ".build/arm64/$1" ] && [ "$(cat ".build/arm64/$1.sources" 2>/dev/null)" = "$(arm64_sources)" ]
}

arm64_main() {
    local product
    local -a missing=()
    [ $# != 0 ] || set -- ledsign
    for product in "$@"; do
        if ! arm64_is_built "$product"; then missing+=("$product"); fi
    done
    [ ${#missing[@]} != 0 ] || return 0
    trixie_enter "${missing[@]}"
    trixie_open arm64
    arm64_build "${missing[@]}"
}

if [ "${BASH_SOURCE[0]}" = "$0" ]; then
    cd "$(dirname "$0")/.."
    # shellcheck source=scripts/trixie-folder.sh
    source scripts/trixie-folder.sh
    arm64_main "$@"
fi
