"""Packs that tests make, and the command that was built."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

PACK = """
Pack(
    id: "vows", version: "1.0.0", format: 1, title: "Vows", authors: ["Tests"], licence: "MIT",
    needs: ["carcassonne ^1"],
    counters: [(id: vow, scope: seat, secret: true)],
    steps: [(append: "setup", step: script(name: "vow", each_seat: true))],
    rules: [(use: "vows")],
)
"""

RULE = """--- Every seat secretly chooses one of three things.

step("vow", function(seat)
    local chosen = ask(seat, "vow", { "one", "two", "three" }, { secret = true })
    set_counter("vow", ({ one = 1, two = 2, three = 3 })[chosen], seat)
end)
"""


@pytest.fixture
def secret_pack(tmp_path: Path) -> Path:
    """A pack in which every seat begins with a secret choice of three."""
    folder = tmp_path / "vows"
    (folder / "rules").mkdir(parents=True)
    (folder / "pack.ron").write_text(PACK)
    (folder / "rules" / "vows.lua").write_text(RULE)
    return folder


@pytest.fixture
def command(tmp_path: Path) -> dict[str, str]:
    """An environment in which `tilewright` is the command that was built last, and one run that is compared with."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    built = [path for sort in ("debug", "release") if (path := target / sort / "tilewright").exists()]
    built += [ROOT / "target" / "debug" / "tilewright"]
    built = [path for path in built if path.exists()]
    if not built:
        pytest.skip("the command is not built")
    folder = tmp_path / "bin"
    folder.mkdir()
    (folder / "tilewright").symlink_to(built[0])
    return os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"}
