"""Khet as an environment of PettingZoo: two agents that move in turn, with planes as observations and masks of legal actions."""

from typing import Any, Literal

import gymnasium
import numpy as np
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from khepri import ACTIONS, PLANES, Game, Position, setup

Observation = dict[str, Any]


def env(
    rules: Literal["khet2", "khet1", "deflexion"] = "khet2",
    *,
    eyes: bool = False,
    name: str = "classic",
    start: Position | None = None,
    max_plies: int = 400,
    render_mode: Literal["human", "ansi", "svg"] | None = None,
) -> AECEnv:
    """Returns the environment with the usual wrappers: an illegal action loses, and calls out of order raise errors."""
    made: Any = raw_env(rules, eyes=eyes, name=name, start=start, max_plies=max_plies, render_mode=render_mode)
    made = wrappers.TerminateIllegalWrapper(made, illegal_reward=-1)
    made = wrappers.AssertOutOfBoundsWrapper(made)
    return wrappers.OrderEnforcingWrapper(made)


class raw_env(AECEnv):  # type: ignore[misc]
    """The environment without wrappers. A game ends by the rules, with a draw at the third occurrence of an arrangement; after
    `max_plies` it is truncated."""

    metadata: dict[str, Any] = {"render_modes": ["human", "ansi", "svg"], "name": "khet_v0", "is_parallelizable": False}

    def __init__(
        self,
        rules: Literal["khet2", "khet1", "deflexion"] = "khet2",
        *,
        eyes: bool = False,
        name: str = "classic",
        start: Position | None = None,
        max_plies: int = 400,
        render_mode: Literal["human", "ansi", "svg"] | None = None,
    ) -> None:
        super().__init__()
        if not isinstance(max_plies, int | np.integer) or isinstance(max_plies, bool):
            raise TypeError(f"max_plies: expected an int, found {type(max_plies).__name__}")
        if max_plies < 1:
            raise ValueError("max_plies: expected a whole number from 1")
        if start is not None and not isinstance(start, Position):
            raise TypeError(f"start: expected a Position, found {type(start).__name__}")
        if not isinstance(render_mode, str | None):
            raise TypeError(f"render_mode: expected a str, found {type(render_mode).__name__}")
        if render_mode not in [None, *self.metadata["render_modes"]]:
            raise ValueError("render_mode: expected human, ansi or svg")
        self.start = setup(f"{name}-eye" if eyes else name, rules) if start is None else start
        self.max_plies = max_plies
        self.render_mode = render_mode
        first = self.start.side_to_move
        self.possible_agents = [first, "red" if first == "silver" else "silver"]
        planes = gymnasium.spaces.Box(0, 1, (len(PLANES), 8, 10), np.uint8)
        mask = gymnasium.spaces.Box(0, 1, (ACTIONS,), np.int8)
        spaces = gymnasium.spaces.Dict({"observation": planes, "action_mask": mask})
        self.observation_spaces = {agent: spaces for agent in self.possible_agents}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(ACTIONS) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Starts a new game. Nothing in it is random, so `seed` changes nothing."""
        self.game = Game(self.start)
        self.agents = self.possible_agents[:]
        self.agent_selection = self.agents[0]
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}

    def observe(self, agent: str) -> Observation:
        position = self.game.position
        planes = position.observe(colour=agent, occurrences=self.game.occurrences)  # type: ignore[arg-type]
        is_to_move = position.side_to_move == agent and not self.game.is_over
        mask = position.legal_mask() if is_to_move else np.zeros(ACTIONS, np.int8)
        return {"observation": planes, "action_mask": mask}

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"action: expected a number from 0 to {ACTIONS - 1}, found None")
        self.game.push(self.game.position.decode_action(action))
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        outcome = self.game.outcome
        if outcome is not None:
            won = {"1-0": 1, "0-1": -1}.get(outcome, 0)
            self.rewards = {"silver": won, "red": -won}
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.game.ply >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.possible_agents.index(agent) - 1]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """Returns the board as text or as SVG, or prints it."""
        if self.render_mode == "svg":
            return self.game.svg(last_shot=True)
        if self.render_mode == "ansi":
            return self.game.text()
        if self.render_mode == "human":
            print(self.game.text(), end="", flush=True)
        return None

    def close(self) -> None:
        pass
