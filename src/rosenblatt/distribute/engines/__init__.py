"""Where training on many workers runs: one adapter per engine."""

from rosenblatt.distribute.engines.dask import Dask
from rosenblatt.distribute.engines.processes import Processes
from rosenblatt.distribute.engines.ray import Ray
from rosenblatt.distribute.engines.sequential import Sequential
from rosenblatt.distribute.engines.spark import Spark

__all__ = ["Dask", "Processes", "Ray", "Sequential", "Spark"]
