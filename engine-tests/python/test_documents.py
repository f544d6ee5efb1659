"""The examples of docs/python.md run one after the other, and type checkers accept them and the stubs."""

import contextlib
import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import ROOT, TARGET


def blocks() -> list[str]:
    page = (ROOT / "docs/python.md").read_text()
    readme = (ROOT / "src/python/README.md").read_text()
    return [code for text in (page, readme) for code in re.findall(r"^```python\n(.*?)^```$", text, re.DOTALL | re.MULTILINE)]


def test_the_examples_of_the_page_run(program: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KHEPRI", program)
    names: dict[str, object] = {"__name__": "examples"}
    for number, code in enumerate(blocks()):
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(code, f"block {number} of docs/python.md", "exec"), names)
    assert names["khepri"] and (tmp_path / "tournament.kgn").read_text().count("[Event ") == 6


def check(*arguments: str) -> None:
    done = subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_accepts_all_examples(tmp_path: Path) -> None:
    examples = tmp_path / "examples.py"
    examples.write_text("\n".join(blocks()))
    cache = os.fspath(TARGET / "python-mypy")
    check("mypy", "--strict", "--cache-dir", cache, str(examples), str(ROOT / "docs/examples/learn.py"))


@pytest.mark.long
def test_the_stubs_are_those_of_the_module() -> None:
    check("mypy.stubtest", "khepri", "--allowlist", str(ROOT / "engine-tests/python/stubtest.txt"))
