#!/usr/bin/env bash
# Builds the Debian packages, for Debian 13 and Raspberry Pi OS (trixie), in the Debian 13 folder of scripts/trixie-folder.sh.
#
#   scripts/deb.sh [ARCHITECTURE...]     leaves out/ledsign_VERSION_ARCHITECTURE.deb (default: amd64 and arm64)
#
# The version is the program's own (Sources/Products/ledsign/Support/ProgramVersion.swift). Every file has the time of the last commit,
# so that the same checkout makes the same packages. lintian looks at both, and scripts/test-deb.sh installs, runs and purges one.
# A step that cannot run is a failure.
set -euo pipefail
cd "$(dirname "$0")/.."
# shellcheck source=scripts/trixie-folder.sh
source scripts/trixie-folder.sh
# shellcheck source=scripts/arm64-sdk.sh
source scripts/arm64-sdk.sh

version=$(sed -n 's/^ *static let text = "\([0-9.]*\)"$/\1/p' Sources/Products/ledsign/Support/ProgramVersion.swift)
[ -n "$version" ] || {
    say "Sources/Products/ledsign/Support/ProgramVersion.swift does not tell the version"
    exit 1
}

[ $# != 0 ] || set -- amd64 arm64
trixie_enter "$@"
trixie_open arm64
inside_packages dpkg-dev binutils patchelf lintian python3-minimal man-db device-tree-compiler

maintainer="ledsign maintainers <maintainers@ledsign.example>"
epoch=${SOURCE_DATE_EPOCH:-$(git -c safe.directory='*' log -1 --format=%ct)}
# In the folder: what is made goes to /src/.build/deb.
place=.build/deb
work=${trixie:?}/src/$place
rm -rf "$work"
mkdir -p "$work"

say "swift build for amd64: ledsign"
inside "swift build --configuration release --static-swift-stdlib -Xlinker -s --scratch-path .build/amd64 --product ledsign
    install .build/amd64/release/ledsign $place/ledsign-amd64"
if [[ " $* " = *" arm64 "* ]]; then
    if ! arm64_is_built ledsign; then arm64_build ledsign; fi
    install .build/arm64/ledsign "$work/ledsign-arm64"
fi

# What the command says about itself is the same on every processor.
say "manual page and completions"
inside "cd $place
    ./ledsign-amd64 --experimental-dump-help |
        /src/packaging/man-page.py $version $(date --utc --date "@$epoch" +%Y-%m-%d) >ledsign.1
    LC_ALL=C.UTF-8 man --warnings --local-file ledsign.1 2>man.warnings >/dev/null
    if [ -s man.warnings ]; then cat man.warnings; exit 1; fi
    for shell in bash zsh fish; do ./ledsign-amd64 --generate-completion-script \$shell >completion.\$shell; done"

# The overlay of `port: dpi`; scripts/test-overlay.sh looks at it.
scripts/test-overlay.sh
inside "dtc -@ -I dts -O dtb -o $place/ledsign-dpi.dtbo packaging/ledsign-dpi-overlay.dts"

# Copies files, as they are to lie in the package, below its root.
put() {
    local mode=$1 target=$2
    shift 2
    install -D -m "$mode" -t "$root$target" "$@"
}

# Prints the Debian package that has a library; the versions are those that the symbols were made in.
package_of() {
    case "$1" in
    libc.so.6 | libm.so.6 | ld-linux*) echo "libc6 (>= $libc)" ;;
    libstdc++.so.6) echo "libstdc++6 (>= 13.1)" ;;
    libgcc_s.so.1) echo "libgcc-s1 (>= 4.2)" ;;
    libgpiod.so.3) echo "libgpiod3 (>= 2.1)" ;;
    libfribidi.so.0) echo "libfribidi0 (>= 1.0.0)" ;;
    libpng16.so.16) echo "libpng16-16t64 (>= 1.6.46)" ;;
    libgif.so.7) echo "libgif7 (>= 5.1)" ;;
    libical.so.3) echo "libical3t64 (>= 3.0.16)" ;;
    libyaml-0.so.2) echo "libyaml-0-2" ;;
    libmicrohttpd.so.12) echo "libmicrohttpd12t64 (>= 1.0.0)" ;;
    libgnutls.so.30) echo "libgnutls30t64 (>= 3.8.1)" ;;
    libwslay.so.1) echo "libwslay1 (>= 1.1.0)" ;;
    libz.so.1) echo "zlib1g (>= 1:1.2.3.4)" ;;
    *)
        say "no package is known for $1" >&2
        return 1
        ;;
    esac
}

# Prints what a program depends on, and fails for libraries that are not known.
dependencies() {
    local program=$1 libc needed package
    libc=$(inside "objdump -T $program" | grep -o 'GLIBC_[0-9.]*' | sort -uV | tail -n 1 | cut -d _ -f 2)
    needed=$(inside "objdump -p $program" | sed -n 's/^ *NEEDED *//p')
    for library in $needed; do
        package=$(package_of "$library")
        printf '%s\n' "$package"
    done | sort -u | sed ':a; N; $!ba; s/\n/, /g'
}

make_package() {
    local architecture=$1 root=$work/$1 file depends size
    mkdir -p "$root"
    put 755 /usr/bin "$work/ledsign-$architecture"
    mv "$root/usr/bin/ledsign-$architecture" "$root/usr/bin/ledsign"
    # The build's own folder as a place for libraries: the program carries Swift's, Debian's are found without it.
    inside "patchelf --remove-rpath $place/$architecture/usr/bin/ledsign"

    git -c safe.directory='*' ls-files -z -- boards fonts web | while IFS= read -r -d '' file; do
        case "$file" in
        web/package.json | web/*.d.ts) ;; # for tools alone
        *.yaml | *.bdf | web/*) put 644 "/usr/share/ledsign/$(dirname "$file")" "$file" ;;
        esac
    done
    put 644 /usr/share/ledsign docs/sign-file.schema.json docs/config.schema.json
    put 644 /usr/share/ledsign/overlays "$work/ledsign-dpi.dtbo" packaging/ledsign-dpi-overlay.dts
    put 644 /etc/ledsign packaging/sign.yaml packaging/config.yaml
    put 644 /usr/lib/systemd/system packaging/ledsign.service packaging/ledsign-dark.service \
        packaging/ledsign-guardian.socket packaging/ledsign-guardian@.service
    install -D -m 644 packaging/ledsign.sysusers "$root/usr/lib/sysusers.d/ledsign.conf"
    install -D -m 644 packaging/ledsign.rules "$root/usr/lib/udev/rules.d/60-ledsign.rules"
    install -D -m 644 "$work/completion.bash" "$root/usr/share/bash-completion/completions/ledsign"
    install -D -m 644 "$work/completion.zsh" "$root/usr/share/zsh/vendor-completions/_ledsign"
    install -D -m 644 "$work/completion.fish" "$root/usr/share/fish/vendor_completions.d/ledsign.fish"
    put 644 /usr/share/man/man1 "$work/ledsign.1"
    put 644 /usr/share/doc/ledsign packaging/debian/copyright README.md CHANGELOG.md docs/*.md docs/*.txt
    cat >"$root/usr/share/doc/ledsign/changelog" <<-END
		ledsign ($version) trixie; urgency=medium

		  * CHANGELOG.md lists what is new.

		 -- $maintainer  $(LC_ALL=C date --utc --date "@$epoch" '+%a, %d %b %Y %H:%M:%S +0000')
	END
    git -c safe.directory='*' ls-files -z -- Examples | while IFS= read -r -d '' file; do
        put 644 "/usr/share/doc/ledsign/examples/$(dirname "${file#Examples/}")" "$file"
    done
    gzip -9n "$root"/usr/share/man/man1/ledsign.1 "$root"/usr/share/doc/ledsign/changelog

    mkdir -p "$root/DEBIAN"
    install -m 755 packaging/debian/postinst packaging/debian/prerm packaging/debian/postrm "$root/DEBIAN/"
    install -m 644 packaging/debian/conffiles "$root/DEBIAN/"
    (cd "$root" && find usr -type f -print0 | sort -z | xargs -0 md5sum >DEBIAN/md5sums)
    chmod 644 "$root/DEBIAN/md5sums"
    depends=$(dependencies "$place/$architecture/usr/bin/ledsign")
    size=$(du -k --apparent-size -s --exclude=DEBIAN "$root" | cut -f 1)
    sed -e "s/@VERSION@/$version/; s/@ARCHITECTURE@/$architecture/; s/@DEPENDS@/$depends/; s/@SIZE@/$size/" \
        -e "s/@MAINTAINER@/$maintainer/" packaging/debian/control.in >"$root/DEBIAN/control"

    file=ledsign_${version}_$architecture.deb
    inside "find $place/$architecture -newermt @$epoch -print0 | xargs -0 --no-run-if-empty touch --no-dereference --date=@$epoch
        SOURCE_DATE_EPOCH=$epoch dpkg-deb --root-owner-group -Zxz -z6 --build $place/$architecture $place/$file >/dev/null"
    mkdir -p out
    install -m 644 "$work/$file" "out/$file"
    say "out/$file: $(stat -c %s "out/$file") bytes, $size KiB installed"
}

for architecture in "$@"; do make_package "$architecture"; done

say "lintian"
inside "cd $place; lintian --fail-on error --tag-display-limit 0 ./*.deb"
say "passed"
