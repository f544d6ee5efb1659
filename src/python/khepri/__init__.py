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
    Score,
    Tags,
    Variation,
    __version__,
    parse_kgn,
    read_kgn,
    setup,
    setups,
)

MutableMapping.register(Tags)

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
    "Score",
    "Tags",
    "Variation",
    "__version__",
    "parse_kgn",
    "read_kgn",
    "setup",
    "setups",
]
