"""Training on an engine of many workers: the same bits whatever the engine and the number of its workers."""

from rosenblatt.distribute import engines as engines
