"""How many steps an environment takes in a second: `python examples/steps.py [SECONDS] [PACK ...]`.

Agents take any legal action, as in PettingZoo's `performance_benchmark`, which only runs longer.
"""

import sys
import time

import numpy as np
from tilewright.pettingzoo import TileEnv, raw_env


def steps(env: TileEnv, seconds: float) -> float:
    """Steps in a second, with one observation each."""
    chooser = np.random.default_rng(1)
    taken = seed = 0
    began = time.process_time()
    while time.process_time() - began < seconds:
        env.reset(seed=seed)
        seed += 1
        while env.agents:
            seen, _, terminated, truncated, _ = env.last()
            legal = np.flatnonzero(seen["action_mask"])
            env.step(None if terminated or truncated else int(chooser.choice(legal)))
            taken += 1
    return taken / (time.process_time() - began)


if __name__ == "__main__":
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 5.0
    for pack in sys.argv[2:] or ["glowmoor"]:
        told = [steps(raw_env(pack, features=features), seconds) for features in (False, True)]
        small = steps(raw_env(pack, features=True, actions=128), seconds)
        print(f"{pack}: {told[0]:.0f} a second without features, {told[1]:.0f} with, {small:.0f} with 128 actions")
