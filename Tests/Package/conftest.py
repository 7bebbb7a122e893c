"""Fixtures of the package's tests. Every file of tests gets a machine of its own; scripts/test-deb.sh runs them."""

import shutil
import subprocess
from pathlib import Path

import pytest

pytest.register_assert_rewrite("machine", "kernel_model", "web", "guide")

from guide import Guide
from kernel_model import KernelModel
from machine import running


def pytest_addoption(parser):
    parser.addoption("--base", type=Path, required=True, help="a folder with Debian 13 and what the package depends on")
    parser.addoption("--package", type=Path, required=True, help="the package that is tested")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    """Adds the end of the service's journal to failures."""
    report = (yield).get_result()
    machine = item.funcargs.get("bare_machine")
    if report.failed and machine:
        lines = machine.attempt("journalctl --no-pager --quiet --output=cat --unit ledsign.service").stdout.splitlines()
        report.sections.append(("the journal of ledsign.service", "\n".join(lines[-20:])))


@pytest.fixture(scope="session")
def checkout():
    """The folder of the project."""
    return Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def package_version(request):
    package = request.config.getoption("package")
    return subprocess.check_output(["dpkg-deb", "--field", package, "Version"], text=True).strip()


@pytest.fixture(scope="session")
def guide(checkout):
    """The document that tells how to open the page."""
    return Guide(checkout / "docs/page.md")


@pytest.fixture(scope="module")
def bare_machine(request):
    """A machine without the package, which lies at /tmp/ledsign.deb."""
    with running(request.config.getoption("base")) as machine:
        shutil.copy(request.config.getoption("package"), machine.path("/tmp/ledsign.deb"))
        yield machine


FIRST_SIGN = "message: Hello from ledsign\n"


@pytest.fixture(scope="module")
def machine(bare_machine):
    """A machine with the package and a sign file that nothing shows yet."""
    bare_machine.run("dpkg --install /tmp/ledsign.deb && systemctl disable --now ledsign.service && systemctl stop ledsign-dark.service")
    bare_machine.run("rm /etc/ledsign/token")
    bare_machine.write_sign(FIRST_SIGN)
    return bare_machine


@pytest.fixture(scope="module")
def model(machine):
    """The model of the kernel that the units of the machine run on."""
    model = KernelModel(machine)
    model.use()
    return model
