"""Packs that tests make."""

from __future__ import annotations

from pathlib import Path

import pytest

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
