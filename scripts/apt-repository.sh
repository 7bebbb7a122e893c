#!/usr/bin/env bash
# Makes a signed apt repository of the packages: a folder of files for any web server, from which Debian 13 and Raspberry Pi OS
# install ledsign and get its updates by `apt upgrade`.
#
#   scripts/apt-repository.sh KEY [URL [FOLDER]]
#
#   KEY       the secret key of gpg that signs it, by its fingerprint or address
#   URL       where the folder will be (default: https://apt.example.org), for ledsign.sources
#   FOLDER    where it is made (default: out/apt)
#
# Takes the packages of out/ (`make deb`), or those that PACKAGES in the environment names a folder of. Packages that are already in
# the folder stay, so that older versions can be installed. Each file is complete before the index names it.
set -euo pipefail
cd "$(dirname "$0")/.."
key=${1-} url=${2:-https://apt.example.org} folder=${3:-out/apt} packages=${PACKAGES:-out}
if [ -z "$key" ]; then
    echo "apt-repository: give the key that signs it: make apt-repository KEY=..., or see \`gpg --list-secret-keys\`" >&2
    exit 2
fi
scripts/deps.sh apt-utils gnupg >&2
gpg --batch --list-secret-keys "$key" >/dev/null 2>&1 || {
    echo "apt-repository: gpg has no secret key '$key'; \`gpg --list-secret-keys\` lists those that there are" >&2
    exit 1
}
shopt -s nullglob
debs=("$packages"/ledsign_*.deb)
if [ ${#debs[@]} = 0 ]; then
    echo "apt-repository: $packages/ has no packages; make them with: make deb" >&2
    exit 1
fi

mkdir -p "$folder/pool"
cp --update "${debs[@]}" "$folder/pool/"
cd "$folder"
rm -rf dists.new
for architecture in amd64 arm64; do
    index=dists.new/stable/main/binary-$architecture
    mkdir -p "$index"
    apt-ftparchive --arch "$architecture" packages pool >"$index/Packages"
    gzip -9nk "$index/Packages"
done
options=()
for field in Origin=ledsign Label=ledsign Suite=stable Codename=stable Components=main "Architectures=amd64 arm64"; do
    options+=(-o "APT::FTPArchive::Release::$field")
done
apt-ftparchive "${options[@]}" release dists.new/stable >Release.new
mv Release.new dists.new/stable/Release
gpg --batch --yes --local-user "$key" --clearsign -o dists.new/stable/InRelease dists.new/stable/Release
gpg --batch --yes --local-user "$key" --armor --detach-sign -o dists.new/stable/Release.gpg dists.new/stable/Release
gpg --batch --yes --armor --export "$key" >ledsign.asc
cat >ledsign.sources <<EOF
Types: deb
URIs: $url
Suites: stable
Components: main
Signed-By: /etc/apt/keyrings/ledsign.asc
EOF
rm -rf dists.old
[ ! -e dists ] || mv dists dists.old
mv dists.new dists
rm -rf dists.old
echo "$folder is a repository of ${#debs[@]} new and $(find pool -name '*.deb' | wc -l) packages in all. Copy it to $url; then on each sign:

    sudo curl -o /etc/apt/keyrings/ledsign.asc $url/ledsign.asc
    sudo curl -o /etc/apt/sources.list.d/ledsign.sources $url/ledsign.sources
    sudo apt update && sudo apt install ledsign"
