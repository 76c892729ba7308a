"""Handwritten digits by the voted perceptron: the experiment of Freund and Schapire (1999), on MNIST.

    python examples/voted_digits.py FOLDER [--rows 10000] [--degrees 1 2 3 4 5] [--epochs 3] [--plot digits.png]

FOLDER holds the four files of MNIST, packed (.gz) or not: train-images-idx3-ubyte, train-labels-idx1-ubyte,
t10k-images-idx3-ubyte and t10k-labels-idx1-ubyte. Ten learners, one for each digit against the rest, with the kernel
(1 + u.v)^d. One fit yields the error of the last model, of the average and of the vote after any number of epochs.
"""

from __future__ import annotations

import argparse
import gzip
import sys
import time
from pathlib import Path

import numpy as np

from rosenblatt import KernelPerceptron

METHODS = ("last", "average", "vote")


def read_idx(folder: Path, name: str) -> np.ndarray:
    """Read one file of the IDX format: two zero bytes, the type, the number of dimensions, their sizes, the numbers."""
    path = next((path for path in (folder / name, folder / f"{name}.gz") if path.exists()), None)
    if path is None:
        sys.exit(f"{folder}: there is no {name} or {name}.gz; pass the folder that holds the four files of MNIST")
    data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    if data[:3] != b"\x00\x00\x08":
        sys.exit(f"{path}: this is not an IDX file of bytes")
    shape = np.frombuffer(data, ">u4", count=data[3], offset=4)
    return np.frombuffer(data, np.uint8, offset=4 + 4 * data[3]).reshape(shape)


def digits(folder: Path, part: str) -> tuple[np.ndarray, np.ndarray]:
    """Return rows of 784 numbers from 0 to 1, and their digits."""
    images = read_idx(folder, f"{part}-images-idx3-ubyte")
    return images.reshape(len(images), -1) / 255.0, read_idx(folder, f"{part}-labels-idx1-ubyte")


def checkpoints(epochs: int) -> list[float]:
    """Return tenths of the first epoch, then every epoch."""
    return [0.1, 0.2, 0.4, 0.6, 0.8, *map(float, range(1, epochs + 1))]


def main() -> None:
    """Fit for each degree, and print the errors."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rows", type=int, default=10_000, help="number of digits to learn from")
    parser.add_argument("--degrees", type=int, nargs="+", default=[1, 2, 3, 4, 5])
    parser.add_argument("--epochs", type=int, default=3)
    parser.add_argument("--plot", type=Path, help="draw the errors into this file; needs matplotlib")
    options = parser.parse_args()
    X, y = (part[: options.rows] for part in digits(options.folder, "train"))
    unseen, truth = digits(options.folder, "t10k")

    errors = {}
    print(f"{len(X):,} digits to learn, {len(unseen):,} to predict; errors in percent\n")
    print("degree  epoch     last  average     vote  updates")
    for degree in options.degrees:
        start = time.perf_counter()
        model = KernelPerceptron(
            kernel="poly", degree=degree, gamma=1.0, coef0=1.0, fit_intercept=False, multiclass="ovr",
            max_iter=options.epochs, tol=None, random_state=0,
        ).fit(X, y)  # fmt: skip
        fitted = time.perf_counter()
        for epoch in [epoch for epoch in checkpoints(options.epochs) if epoch <= model.n_iter_]:
            wrong = [100 * np.mean(model.predict(unseen, method, epoch) != truth) for method in METHODS]
            errors[degree, epoch] = wrong
            updates = f"{updates_after(model, int(epoch)):8,}" if epoch == int(epoch) else ""
            print(f"{degree:6} {epoch:6.1f} " + " ".join(f"{error:8.2f}" for error in wrong) + f" {updates}")
        predicted = time.perf_counter()
        print(
            f"        {model.n_support_:,} digits stored; {fitted - start:.0f} s to learn, "
            f"{predicted - fitted:.0f} s for all these predictions\n"
        )
    if options.plot:
        plot(errors, options.plot)


def updates_after(model: KernelPerceptron, epochs: int) -> int:
    """Count the updates of all ten learners in the first epochs."""
    return sum(record.updates for record in model.history_[:epochs])


def plot(errors: dict[tuple[int, float], list[float]], path: Path) -> None:
    """Draw one small plot per degree: error by epoch, one line per method."""
    from matplotlib.figure import Figure  # noqa: PLC0415  # only who wants a picture needs matplotlib
    from matplotlib.ticker import LogLocator, NullFormatter, StrMethodFormatter  # noqa: PLC0415

    degrees = sorted({degree for degree, _ in errors})
    figure = Figure(figsize=(2.2 * len(degrees) + 0.6, 2.8), layout="constrained")
    axes = figure.subplots(1, len(degrees), sharey=True, squeeze=False)[0]
    for ax, degree in zip(axes, degrees, strict=True):
        epochs = [epoch for d, epoch in errors if d == degree]
        for place, (method, style) in enumerate(zip(METHODS, ("o:", "s--", "^-"), strict=True)):
            ax.plot(epochs, [errors[degree, epoch][place] for epoch in epochs], style, label=method, markersize=4)
        ax.set(title=f"degree {degree}", xlabel="epochs", xscale="log", yscale="log")
        for axis, numbers in ((ax.xaxis, (1.0,)), (ax.yaxis, (1.0, 2.0, 3.0, 5.0))):
            axis.set_major_locator(LogLocator(subs=numbers))
            axis.set_major_formatter(StrMethodFormatter("{x:g}"))
            axis.set_minor_formatter(NullFormatter())
    axes[0].set_ylabel("errors on unseen digits, %")
    axes[0].legend()
    figure.savefig(path, dpi=110)


if __name__ == "__main__":
    main()
