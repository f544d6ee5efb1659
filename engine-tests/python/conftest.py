"""What the tests of the module for Python share: the folders, the program, and an engine that misbehaves."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))


def built(variable: str, path: str) -> str:
    """Returns a program that `cargo test` builds, or that a variable names."""
    program = Path(os.environ.get(variable, TARGET / "debug" / path))
    if not program.exists():
        reason = f"there is no program {program}: run `cargo build --bin khepri --example mock` first, or set {variable}"
        if os.environ.get("KHEPRI_CI") == "1":
            pytest.fail(reason)
        pytest.skip(reason)
    return str(program)


@pytest.fixture(scope="session", autouse=True)
def interruptible() -> Iterator[None]:
    """A shell starts what runs beside it with SIGINT ignored. The tests send that signal."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.fixture(scope="session")
def program() -> str:
    return built("KHEPRI_PROGRAM", "khepri")


@pytest.fixture(scope="session")
def mock() -> str:
    return built("KHEPRI_MOCK", "examples/mock")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="run the long forms too")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "long: takes minutes; runs with --long")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--long"):
        for item in items:
            if "long" in item.keywords:
                item.add_marker(pytest.mark.skip(reason="a long form: --long runs it"))
