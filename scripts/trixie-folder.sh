#!/usr/bin/env bash
# A folder that is a Debian 13 of its own, with Debian's Swift 6.0.3 and libgpiod 2: read by scripts that build or test there.
#
#   source scripts/trixie-folder.sh
#   trixie_enter "$@"             goes on as root in a mount namespace of its own; what follows "$@" runs there
#   trixie_open WORK              makes the folder, or finds it; copies the checkout into it
#   inside "COMMAND"              runs a command there, in the copy of the checkout (in bash)
#   inside_packages PACKAGE...    installs Debian packages there; does nothing, silently, when they are there
#
# The folder is kept and used again while this file stays as it is. The checkout is copied into it, so nothing is written
# to the checkout itself. Runs of the same files that do different WORK (a name) use the folder together; all others wait for
# each other. Needs root, or sudo. Everything that is mounted is mounted in a mount namespace of this process
# alone: however it ends, nothing stays mounted. A step that cannot run is a failure.
#
#   LEDSIGN_TRIXIE     the folder (default: .build/trixie)
#   LEDSIGN_MIRROR     the Debian mirror (default: the one apt uses here)

trixie=${LEDSIGN_TRIXIE:-$PWD/.build/trixie}

say() { printf '%s: %s\n' "$(basename "$0" .sh)" "$*"; }

# Runs the script that calls it once more, as root and in namespaces of its own; returns in that second run.
trixie_enter() {
    local script
    script=$PWD/scripts/$(basename "$0")
    if [ "${LEDSIGN_UNSHARED-}" != "$$" ]; then
        scripts/deps.sh --only debootstrap debian-archive-keyring util-linux git >&2
        if [ "$(id -u)" != 0 ]; then
            say "needs root to make and enter the Debian 13 folder: sudo"
            exec sudo -E "PATH=$PATH" "$script" "$@"
        fi
        # In the new process namespace the script is process 1.
        LEDSIGN_UNSHARED=1 exec unshare --mount --pid --fork --kill-child --propagation private "$script" "$@"
    fi
    unset LEDSIGN_UNSHARED
    mount -t proc proc /proc
    mkdir -p "$(dirname "$trixie")"
}

# Makes the folder hold nothing but Debian's base system.
make_base() {
    local mirror=${LEDSIGN_MIRROR-}
    if [ -z "$mirror" ]; then
        # shellcheck disable=SC2016 # apt's own placeholders
        mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' | sed -n 1p)
    fi
    say "debootstrap trixie from ${mirror:=http://deb.debian.org/debian}"
    rm -rf --one-file-system "$trixie"
    mkdir -p "$trixie"
    debootstrap --variant=minbase trixie "$trixie" "$mirror" >"$trixie.log" 2>&1 || {
        tail -n 20 "$trixie.log"
        exit 1
    }
    # The folder can be made again, so its packages need not survive a power cut: much quicker.
    echo force-unsafe-io >"$trixie/etc/dpkg/dpkg.cfg.d/unsafe-io"
    # Nor are packages installed twice: without their files the folder is 0.9 GB smaller.
    echo 'APT::Keep-Downloaded-Packages "false";' >"$trixie/etc/apt/apt.conf.d/90keep-nothing"
    rm -f "$trixie"/var/cache/apt/archives/*.deb
}

# Gives the folder this machine's way to the network: names, certificates, settings of apt, git and pip.
copy_configuration() {
    local file
    install -m 644 /etc/resolv.conf /etc/hosts "$trixie/etc/"
    apt-config dump Acquire | grep -v '^Acquire::IndexTargets' >"$trixie/etc/apt/apt.conf.d/90host"
    git config --get-regexp '^(url|http)\.' | while read -r key value; do
        git config --file "$trixie/etc/gitconfig" --replace-all "$key" "$value" \
            "^$(printf %s "$value" | sed 's/[][\.*^$]/\\&/g')\$"
    done
    git config --file "$trixie/etc/gitconfig" --replace-all safe.directory '*'
    for file in /etc/ssl/certs/ca-certificates.crt "${SSL_CERT_FILE-}" "${CURL_CA_BUNDLE-}" "${GIT_SSL_CAINFO-}" \
        "${REQUESTS_CA_BUNDLE-}" "${PIP_CERT-}" /etc/pip.conf "${PIP_CONFIG_FILE-}"; do
        if [ -f "$file" ]; then install -D -m 644 "$file" "$trixie$file"; fi
    done
    local home="$trixie/root" # of root, in the folder
    for file in "${HOME-}/.config/pip/pip.conf" "${HOME-}/.pip/pip.conf"; do
        if [ -f "$file" ]; then install -D -m 644 "$file" "$home/.config/pip/pip.conf"; fi
    done
}

# Prints the local folders that git and pip here read packages from instead of the network.
local_mirrors() {
    git config --get-regexp '^url\..*\.insteadof$' | sed -E 's/^url\.(.*)\.insteadof .*/\1/; s,^file://,,' || true
    { python3 -m pip config list 2>/dev/null || true; } | sed -n "s/^[^=]*find-links='\(.*\)'$/\1/p"
    printf '%s\n' "${PIP_FIND_LINKS-}"
}

bind_mounts() {
    local folder
    if mountpoint -q "$trixie/proc"; then return 0; fi
    mount -t proc proc "$trixie/proc"
    mount --rbind /dev "$trixie/dev"
    local_mirrors | tr ' ' '\n' | sort -u | while read -r folder; do
        case "$folder" in /?*) ;; *) continue ;; esac
        [ -d "$folder" ] || continue
        mkdir -p "$trixie$folder"
        mount --bind -o ro "$folder" "$trixie$folder"
    done
}

# Prints the checksum of all files that git tracks or does not ignore, or of those in PATH...
# shellcheck disable=SC2120 # arm64-sdk.sh gives paths
checkout_sum() {
    git -c safe.directory='*' ls-files --cached --others --exclude-standard -z -- "$@" |
        { xargs -0 sha256sum 2>/dev/null || true; } | sha256sum | cut -d ' ' -f 1
}

# Copies what git tracks and what it does not ignore; times stay, so that a build there only makes what is new. The copy is a
# repository of its own, because lint asks git which files there are.
copy_checkout() {
    mkdir -p "$trixie/src"
    find "$trixie/src" -mindepth 1 -maxdepth 1 ! -name .build -exec rm -rf {} +
    git -c safe.directory='*' ls-files --cached --others --exclude-standard -z |
        while IFS= read -r -d '' path; do if [ -e "$path" ]; then printf '%s\0' "$path"; fi; done |
        tar --create --null --no-recursion --files-from - | tar --extract --no-same-owner --directory "$trixie/src"
    inside "git init --quiet --initial-branch main && git add --all"
}

# Runs a command in the copy of the checkout.
inside() { inside_bare "cd /src; $1"; }

# Runs a command in the folder, with nothing of this machine's environment but its way to the network, and how much is tested.
inside_bare() {
    local name pip_settings
    mapfile -t pip_settings < <(compgen -e PIP_ || true)
    local -a environment=(HOME=/root PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8)
    for name in CI EXHAUSTIVE SSL_CERT_FILE SSL_CERT_DIR CURL_CA_BUNDLE GIT_SSL_CAINFO REQUESTS_CA_BUNDLE \
        http_proxy https_proxy no_proxy HTTP_PROXY HTTPS_PROXY NO_PROXY "${pip_settings[@]}"; do
        if [ -n "${!name-}" ]; then environment+=("$name=${!name}"); fi
    done
    env -i "${environment[@]}" chroot "$trixie" /bin/bash -euo pipefail -c "$1" </dev/null
}

inside_packages() { inside "scripts/deps.sh $*"; }

# Makes the folder, or finds it, with the checkout in it. Nothing else may use it meanwhile.
make_folder() {
    local checkout recipe
    checkout=$(checkout_sum)
    recipe=$(sha256sum scripts/trixie-folder.sh | cut -d ' ' -f 1)
    rm -f "$trixie/etc/ledsign-checkout"
    if [ "$(cat "$trixie/etc/ledsign-recipe" 2>/dev/null)" != "$recipe" ]; then
        make_base
        copy_configuration
        bind_mounts
        say "git and make"
        inside_bare "apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends git make" \
            >>"$trixie.log" 2>&1
        copy_checkout
        echo "$recipe" >"$trixie/etc/ledsign-recipe"
    else
        say "the Debian 13 folder is there"
        bind_mounts
        copy_checkout
    fi
    inside "make deps"
    # Once more: the package ca-certificates, perhaps one of these, has made a bundle of its own.
    copy_configuration
    # Two builds at once must not both write Package.resolved.
    inside "swift package resolve"
    echo "$checkout" >"$trixie/etc/ledsign-checkout"
}

trixie_open() {
    exec 8>"$trixie.$1.lock" 9>"$trixie.lock"
    flock 8
    # Whoever is alone refreshes the folder. Beside other work of the same files it stays as it is.
    if flock --nonblock 9; then make_folder; fi
    flock --shared 9
    until [ "$(cat "$trixie/etc/ledsign-checkout" 2>/dev/null)" = "$(checkout_sum)" ]; do
        say "waiting until nothing else uses the Debian 13 folder"
        flock 9
        make_folder
        flock --shared 9
    done
    bind_mounts
}
