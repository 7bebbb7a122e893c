"""A signed apt repository: installing from it, an update by `apt upgrade`, and files that someone else has changed."""

import os
import shutil
import subprocess

import pytest

SOURCE = "/etc/apt/sources.list.d/ledsign.sources"
# Only this repository: the machine has no network.
APT = f"apt-get -q -o Dir::Etc::sourcelist={SOURCE} -o Dir::Etc::sourceparts=-"


class Repository:
    """The repository in the machine, and the key that signs it."""

    def __init__(self, checkout, machine, scratch, package):
        self.checkout, self.machine, self.scratch = checkout, machine, scratch
        self.packages = scratch / "packages"
        self.packages.mkdir()
        shutil.copy(package, self.packages)
        home = scratch / "gnupg"
        home.mkdir(mode=0o700)
        self.environment = os.environ | {"GNUPGHOME": str(home), "PACKAGES": str(self.packages)}
        self.gpg("--passphrase", "", "--quick-generate-key", "signs@example.org", "ed25519", "sign")

    def gpg(self, *arguments):
        subprocess.run(["gpg", "--batch", "--quiet", *arguments], env=self.environment, check=True, capture_output=True)

    def attempt(self, *arguments):
        """Runs the script; gives its status and what it printed."""
        return subprocess.run([self.checkout / "scripts/apt-repository.sh", *map(str, arguments)], env=self.environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True)

    def publish(self, key="signs@example.org"):
        """Makes the repository, and says what it says."""
        result = self.attempt(key, "file:/srv/apt", self.scratch / "apt")
        assert result.returncode == 0, result.stdout + result.stderr
        shutil.copytree(self.scratch / "apt", self.machine.path("/srv/apt"), dirs_exist_ok=True)
        return result.stdout

    def release(self, version):
        """Makes a package of another version."""
        old = next(self.packages.glob("*.deb"))
        subprocess.run(["dpkg-deb", "-R", old, self.scratch / "tree"], check=True)
        control = self.scratch / "tree/DEBIAN/control"
        lines = control.read_text().splitlines()
        control.write_text("".join(f"Version: {version}\n" if line.startswith("Version: ") else f"{line}\n" for line in lines))
        new = self.packages / f"ledsign_{version}_amd64.deb"
        subprocess.run(["dpkg-deb", "--root-owner-group", "-Znone", "-b", self.scratch / "tree", new], check=True, capture_output=True)
        shutil.rmtree(self.scratch / "tree")


@pytest.fixture(scope="module")
def repository(checkout, bare_machine, tmp_path_factory, request):
    """The published repository, which the machine knows."""
    made = Repository(checkout, bare_machine, tmp_path_factory.mktemp("repository"), request.config.getoption("package"))
    made.publish()
    bare_machine.run(f"install -D -m 644 /srv/apt/ledsign.asc /etc/apt/keyrings/ledsign.asc; cp /srv/apt/ledsign.sources {SOURCE}")
    return made


def version(machine):
    return machine.run("dpkg-query --show --showformat '${Version}' ledsign")


def test_install_and_upgrade(bare_machine, repository, package_version):
    """apt installs the package, and later the next version; a sign that runs is the new one then."""
    said = bare_machine.run(f"{APT} update && {APT} install -y ledsign")
    assert "ledsign: sudo ledsign setup asks what the sign is to show; so does its page, on a phone" in said
    assert version(bare_machine) == package_version
    assert bare_machine.run("ledsign --version") == package_version
    bare_machine.write_sign("board: sim-32x8\nmessage: Hello\n")
    repository.release(package_version + "+next")
    assert "2 packages in all" in repository.publish()
    # Who has a sign is not asked to set one up.
    assert "ledsign setup" not in bare_machine.run(f"{APT} update && {APT} upgrade -y")
    assert version(bare_machine) == package_version + "+next"
    assert bare_machine.path("/etc/ledsign/sign.yaml").read_text().startswith("board: sim-32x8")
    # Older versions stay.
    bare_machine.run(f"{APT} install -y --allow-downgrades ledsign={package_version}")
    assert version(bare_machine) == package_version


def test_changed_files(bare_machine, repository):
    """apt refuses an index that was changed after it was signed, and one that another key has signed."""
    index = bare_machine.path("/srv/apt/dists/stable/InRelease")
    signed = index.read_text()
    index.write_text(signed.replace("Codename: stable", "Codename: stabler"))
    assert "signature" in bare_machine.refuses(f"rm -rf /var/lib/apt/lists/*; {APT} update").lower()
    index.write_text(signed)
    packages = bare_machine.path("/srv/apt/dists/stable/main/binary-amd64/Packages.gz")
    content = packages.read_bytes()
    packages.write_bytes(content + b"\0")
    bare_machine.path("/srv/apt/dists/stable/main/binary-amd64/Packages").write_text("")
    bare_machine.refuses(f"rm -rf /var/lib/apt/lists/*; {APT} update -o APT::Update::Error-Mode=any")
    repository.gpg("--passphrase", "", "--quick-generate-key", "other@example.org", "ed25519", "sign")
    repository.publish("other@example.org")
    assert "signature" in bare_machine.refuses(f"rm -rf /var/lib/apt/lists/*; {APT} update -o APT::Update::Error-Mode=any").lower()
    repository.publish()
    bare_machine.run(f"rm -rf /var/lib/apt/lists/*; {APT} update")


def test_wrong_arguments(repository, tmp_path):
    """A missing or unknown key and a folder without packages are errors with the fix."""
    assert (result := repository.attempt()).returncode == 2 and "KEY=" in result.stderr
    assert (result := repository.attempt("none@example.org")).returncode == 1 and "list-secret-keys" in result.stderr
    repository.environment["PACKAGES"] = str(tmp_path)
    assert (result := repository.attempt("signs@example.org")).returncode == 1 and "make deb" in result.stderr
