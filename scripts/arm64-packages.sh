#!/usr/bin/env bash
# Unpacks parts of Debian's arm64 packages into a folder, on any Debian: read by scripts that test with the kernel of Raspberry Pis.
#
#   arm64_open FOLDER                  empties the folder and reads the package lists
#   arm64_kernel                       prints the package of the newest kernel
#   arm64_unpack PACKAGE PATTERN...    unpacks the files of a package that match, as `./usr/lib/*`
#   arm64_unpack_all PACKAGE...        unpacks packages and all that they depend on, without what only people read
#   arm64_close                        deletes what only the functions above need

# The first release of Debian whose kernel has a tree of the Raspberry Pi 5.
arm64_suite=trixie

# Runs apt-get or apt-cache for arm64, with lists of their own.
arm64_run() {
    local program=$1
    shift
    (cd "$arm64_folder/apt" && "$program" -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 \
        -o Dir::State::status=/dev/null -o Dir::State::lists="$arm64_folder/apt/lists" -o Dir::Cache="$arm64_folder/apt/cache" \
        -o Dir::Cache::archives="$arm64_folder/apt/cache" -o Dir::Etc::sourcelist="$arm64_folder/apt/sources.list" \
        -o Dir::Etc::sourceparts=/dev/null -o Acquire::Retries=3 -o APT::Sandbox::User="$(id -un)" "$@")
}

arm64_open() {
    local mirror
    arm64_folder=$1
    scripts/deps.sh debian-archive-keyring >&2
    rm -rf "$arm64_folder"
    mkdir -p "$arm64_folder/apt/lists/partial" "$arm64_folder/apt/cache/partial"
    # shellcheck disable=SC2016 # apt's own placeholders
    mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | sed -n 1p)
    echo "deb ${mirror:-http://deb.debian.org/debian} $arm64_suite main" >"$arm64_folder/apt/sources.list"
    arm64_run apt-get update
}

arm64_kernel() { arm64_run apt-cache depends linux-image-arm64 | sed -n 's/^ *Depends: //p' | head -n 1; }

arm64_unpack() {
    local package=$1
    shift
    arm64_run apt-get download "$package"
    dpkg-deb --fsys-tarfile "$arm64_folder/apt/$package"_*.deb | tar --extract --directory "$arm64_folder" --wildcards "$@"
    rm "$arm64_folder/apt/$package"_*.deb
}

arm64_unpack_all() {
    local archive
    mkdir -p "$arm64_folder"/usr/{bin,lib,sbin}
    ln -s usr/bin usr/lib usr/sbin "$arm64_folder/"
    arm64_run apt-get install --download-only -y --no-install-recommends "$@"
    for archive in "$arm64_folder"/apt/cache/*.deb; do
        dpkg-deb --fsys-tarfile "$archive" | tar --extract --directory "$arm64_folder" --keep-directory-symlink \
            --exclude './usr/share/*' --exclude './usr/lib/*/gconv'
        rm "$archive"
    done
}

arm64_close() { rm -r "$arm64_folder/apt"; }
