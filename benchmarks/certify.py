"""`certify`, with its exact proof, beside HiGHS on the same feasibility problem in floats.

    python benchmarks/certify.py [--quick] [--seed N] [--json FILE]

The rivals search a z with A z >= 1: scipy's `linprog(method="highs")`, and `highspy` directly. They return yes
or no up to a tolerance; `certify` returns the widest margin or whole multipliers, verified exactly. Every
result is compared with the truth, which is known by construction. All get the same number of runs, and the best
counts; HiGHS takes minutes on the large sets. The constants of `certify` were chosen on the Gaussian sets of seeds 0
to 3; --seed selects others. Lost comparisons are printed too.
"""

import argparse
import importlib.metadata
import json
import platform
import time
from pathlib import Path

import highspy
import numpy as np
import scipy.sparse as sp
from scipy.optimize import linprog

import rosenblatt as rb

RIVALS_LIMIT = 120.0  # seconds


def gaussian(n_rows, n_columns, *, flipped, seed=0):
    """Return rows on two sides of a plane; `flipped` swaps the label of the row deepest inside one class."""
    random = np.random.default_rng(seed)
    X = random.normal(size=(n_rows, n_columns))
    normal = random.normal(size=n_columns)
    activations = X @ (normal / np.linalg.norm(normal)) + 0.1
    y = np.where(activations > 0, 1, -1)
    if flipped:
        y[np.argmax(activations)] *= -1
    return X, y


def random_labels(n_rows, n_columns, seed=0):
    """Return rows with labels drawn at random: inseparable, with a proof that needs a row for each column."""
    random = np.random.default_rng(seed)
    return random.normal(size=(n_rows, n_columns)), np.where(random.random(n_rows) < 0.5, 1, -1)


def text_like(n_rows, n_columns, seed=0, words=60):
    """Return documents of words drawn by Zipf's law, weighted and scaled to length 1, on two sides of a plane."""
    random = np.random.default_rng(seed)
    shares = 1.0 / np.arange(1, n_columns + 1) ** 1.05
    columns = random.choice(n_columns, size=n_rows * words, p=shares / shares.sum())
    X = sp.csr_array((np.ones(n_rows * words), columns, np.arange(0, n_rows * words + 1, words)), (n_rows, n_columns))
    X.sum_duplicates()
    X.data = 1.0 + np.log(X.data)
    X = sp.csr_array(X.multiply(1.0 / np.sqrt(X.multiply(X).sum(axis=1))[:, None]))
    activations = X @ random.normal(size=n_columns)
    return X, np.where(activations > np.median(activations), 1, -1)


def signed(X, y):
    """Return the matrix A in the form that the rivals take."""
    A = rb.signed_rows(X, y)
    return A if isinstance(A, np.ndarray) else sp.csr_matrix(A)


def scipy_highs(X, y):
    """Solve with HiGHS through SciPy."""
    A = signed(X, y)
    n_rows, n_columns = A.shape
    result = linprog(
        np.zeros(n_columns),
        A_ub=-A,
        b_ub=-np.ones(n_rows),
        bounds=[(None, None)] * n_columns,
        method="highs",
        options={"time_limit": RIVALS_LIMIT},
    )
    return {0: "separable", 2: "inseparable"}.get(result.status, "no answer")


def highspy_direct(X, y):
    """Solve with HiGHS through its own bindings, passing the matrix row by row."""
    A = sp.csr_matrix(signed(X, y))
    n_rows, n_columns = A.shape
    model = highspy.HighsLp()
    model.num_col_, model.num_row_ = n_columns, n_rows
    model.col_cost_ = np.zeros(n_columns)
    model.col_lower_, model.col_upper_ = np.full(n_columns, -highspy.kHighsInf), np.full(n_columns, highspy.kHighsInf)
    model.row_lower_, model.row_upper_ = np.ones(n_rows), np.full(n_rows, highspy.kHighsInf)
    model.a_matrix_.format_ = highspy.MatrixFormat.kRowwise
    model.a_matrix_.start_, model.a_matrix_.index_, model.a_matrix_.value_ = A.indptr, A.indices, A.data
    solver = highspy.Highs()
    solver.setOptionValue("output_flag", False)
    solver.setOptionValue("time_limit", RIVALS_LIMIT)
    solver.passModel(model)
    solver.run()
    status = solver.getModelStatus()
    known = {highspy.HighsModelStatus.kOptimal: "separable", highspy.HighsModelStatus.kInfeasible: "inseparable"}
    return known.get(status, "no answer")


def certify(X, y):
    """Solve with `certify`."""
    return rb.certify(X, y).verdict


def seconds(function, X, y, repeats, truth):
    """Return the best time and the result: the true one, or a rival's "no answer"; a wrong result ends the run."""
    best = float("inf")
    for _ in range(repeats):
        start = time.perf_counter()
        answer = function(X, y)
        best = min(best, time.perf_counter() - start)
        allowed = {truth} if function is certify else {truth, "no answer"}
        assert answer in allowed, (function.__name__, answer, truth)
        if answer == "no answer":
            break
    return best, answer


def measure(name, X, y, truth, *, rivals, repeats):
    """Time ours, the verification of the proof, one product, and the rivals; a rival without a result has no ratio."""
    times = {"certify": seconds(certify, X, y, repeats, truth)[0]}
    proof = rb.certify(X, y)
    start = time.perf_counter()
    rb.verify(proof, X, y)
    times["verify"] = time.perf_counter() - start
    A, z = signed(X, y), np.ones(X.shape[1] + 1)
    times["A @ z"] = min(_seconds_of_product(A, z) for _ in range(5))
    ratios = {}
    for rival in rivals:
        times[rival.__name__], answer = seconds(rival, X, y, repeats, truth)
        ratios[rival.__name__] = times[rival.__name__] / times["certify"] if answer == truth else None
    width = f", margin within {1.0 - proof.margin.low / proof.margin.high:.1e}" if truth == "separable" else ""
    print(f"{name}: {truth}{width}\n  " + "  ".join(f"{key} {value:.4f} s" for key, value in times.items()))
    for rival, ratio in ratios.items():
        print(f"  {rival} " + ("gave no answer" if ratio is None else f"took {ratio:.1f} times as long"), flush=True)
    return {"name": name, "verdict": truth, "seconds": times, "ratios": ratios}


def _seconds_of_product(A, z):
    start = time.perf_counter()
    _ = A @ z
    return time.perf_counter() - start


def main():
    """Run and print every row of the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--quick", action="store_true", help="smaller sets, to see that it runs")
    parser.add_argument("--seed", type=int, default=10, help="of the data")
    parser.add_argument("--json", type=Path, help="write the raw numbers here")
    options = parser.parse_args()
    scale = 20 if options.quick else 1
    both = [scipy_highs, highspy_direct]
    small, large = 20_000 // scale, 100_000 // scale
    results = [
        measure(
            f"{small:,} x 50, plane",
            *gaussian(small, 50, flipped=False, seed=options.seed),
            "separable",
            rivals=both,
            repeats=5,
        ),
        measure(
            f"{small:,} x 50, a flipped row",
            *gaussian(small, 50, flipped=True, seed=options.seed),
            "inseparable",
            rivals=both,
            repeats=5,
        ),
        measure(
            f"{large:,} x 50, plane",
            *gaussian(large, 50, flipped=False, seed=options.seed),
            "separable",
            rivals=both,
            repeats=3,
        ),
        measure(
            f"{large:,} x 50, a flipped row",
            *gaussian(large, 50, flipped=True, seed=options.seed),
            "inseparable",
            rivals=both,
            repeats=3,
        ),
        measure(
            f"{1_000 // scale:,} x {400 // scale}, random labels",
            *random_labels(1_000 // scale, 400 // scale, seed=options.seed),
            "inseparable",
            rivals=both,
            repeats=3,
        ),
        measure(
            f"{small:,} x 100,000, text",
            *text_like(small, 100_000, seed=options.seed),
            "separable",
            rivals=[highspy_direct] if options.quick else [],
            repeats=3,
        ),
        measure(
            f"{1_500 // scale:,} x 20,000, text",
            *text_like(1_500 // scale, 20_000, seed=options.seed),
            "separable",
            rivals=[highspy_direct] if options.quick else [],
            repeats=3,
        ),
        measure(
            f"{4_000 // scale:,} x {2_500 // scale:,}, plane",
            *gaussian(4_000 // scale, 2_500 // scale, flipped=False, seed=options.seed),
            "separable",
            rivals=both if options.quick else [],
            repeats=3,
        ),
    ]
    if options.json is not None:
        packages = ("rosenblatt", "numpy", "scipy", "highspy", "python-flint")
        versions = {package: importlib.metadata.version(package) for package in packages}
        machine = {"machine": platform.processor() or platform.machine(), "python": platform.python_version()}
        options.json.write_text(json.dumps({**machine, **versions, "results": results}, indent=1), encoding="utf-8")


if __name__ == "__main__":
    main()
