"""Khet, the laser game: rules, notation, pictures, an engine, and games for learning machines."""

from collections.abc import MutableMapping

from ._khepri import (
    ACTIONS,
    PLANES,
    Analysis,
    Batch,
    Beam,
    Engine,
    EngineError,
    Game,
    Games,
    Info,
    Leg,
    Move,
    Piece,
    PlayedMove,
    Position,
    Process,
    Reach,
    Score,
    Shot,
    Tags,
    Variation,
    __version__,
    parse_kgn,
    read_kgn,
    setup,
    setups,
)

# The other methods of a mapping follow from those that `Tags` has.
MutableMapping.register(Tags)
for _method in ("get", "keys", "values", "items", "pop", "popitem", "clear", "update", "setdefault", "__eq__"):
    setattr(Tags, _method, getattr(MutableMapping, _method))

__all__ = [
    "ACTIONS",
    "PLANES",
    "Analysis",
    "Batch",
    "Beam",
    "Engine",
    "EngineError",
    "Game",
    "Games",
    "Info",
    "Leg",
    "Move",
    "Piece",
    "PlayedMove",
    "Position",
    "Process",
    "Reach",
    "Score",
    "Shot",
    "Tags",
    "Variation",
    "__version__",
    "parse_kgn",
    "read_kgn",
    "setup",
    "setups",
]
