"""Export of a linear model as an ONNX graph: a matrix product, and the class with the largest score."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from rosenblatt.atomic_file import atomic_bytes
from rosenblatt.errors import MissingPackage
from rosenblatt.evaluate.features import feature_names, weights_of_classes
from rosenblatt.evaluate.loaded_model import LoadedModel, predicting_planes
from rosenblatt.export._onnx_probabilities import Constant, Make, probability_nodes
from rosenblatt.featurise.number_column import NumberColumn
from rosenblatt.rows import Floats

_OPSET, _IR_VERSION = 17, 8  # from 2022, so that older runtimes can load the graph


def export_onnx(model: LoadedModel, path: Path) -> str:
    """Write a graph from ``X``, float64 of shape (rows, columns), to ``label`` and one of ``scores`` per class.

    If the model is calibrated, there are ``probabilities`` per class, too.
    If all columns of the model's file are numbers, the input is these numbers, NaN where one is missing, and the graph
    scales them. ONNX cannot encode words and categories, so the input of other models is the output of their features.
    The metadata holds the names of the columns. Returns a summary.

    Parameters
    ----------
    model : a linear model that predicts by one plane per class.
    path : the file to write.
    """
    try:
        import onnx  # noqa: PLC0415  an extra
    except ImportError:
        raise MissingPackage('ONNX files are written by the package onnx; pip install "rosenblatt[export]"') from None
    planes = predicting_planes(model)
    make, constant = onnx.helper.make_node, _constants(onnx)
    scaling = _scaling(model)
    nodes, rows = _scaling_nodes(scaling, make, constant)
    nodes += [
        make("MatMul", [rows, constant("weights", planes.weights.T)], ["products"]),
        make("Add", ["products", constant("biases", _biases(model))], ["scores"]),
        *_threshold_nodes(model, make, constant),
        make(
            "ArgMax", ["moved"], ["place"], axis=1, keepdims=0, select_last_index=int(model.learner.tie == "positive")
        ),
        make("Gather", [constant("labels", _labels(model.classes)), "place"], ["label"]),
    ]
    outputs = ["scores"]
    if model.has_probabilities:
        nodes += probability_nodes(model.learner.calibration_, len(model.classes), make, constant)
        outputs.append("probabilities")
    graph = onnx.helper.make_graph(
        nodes,
        "rosenblatt",
        [_value(onnx, "X", np.zeros(0), model.learner.n_features_in_)],
        [
            _value(onnx, "label", _labels(model.classes)),
            *(_value(onnx, name, np.zeros(0), len(planes.biases)) for name in outputs),
        ],
        constant.made,
    )
    opset = onnx.helper.make_opsetid("", _OPSET)
    proto = onnx.helper.make_model(graph, producer_name="rosenblatt", opset_imports=[opset], ir_version=_IR_VERSION)
    names = feature_names(model.features, model.learner)
    onnx.helper.set_model_props(proto, {"columns": json.dumps(names, ensure_ascii=False)})
    onnx.checker.check_model(proto)
    with atomic_bytes(path) as stream:
        stream.write(proto.SerializeToString())
    return _summary(model, len(names), encodes_rows=model.features is None or scaling is not None)


def _summary(model: LoadedModel, n_columns: int, *, encodes_rows: bool) -> str:
    numbers = "the score and the probability" if model.has_probabilities else "the score"
    if encodes_rows:
        return f"from the {n_columns:,} numbers of a row to its label and {numbers} of each class"
    return (
        f"from the {n_columns:,} columns that the features of {model.path} compute to the label and {numbers} of each "
        "class; ONNX cannot compute these columns, so transform rows by the features first"
    )


def _biases(model: LoadedModel) -> Floats:
    """Return the bias of each class; the threshold is not among them, as scores do not depend on it."""
    return weights_of_classes(model.learner.intercept_[:, np.newaxis]).ravel()


def _threshold_nodes(model: LoadedModel, make: Make, constant: Constant) -> list[Any]:
    """Return a node that moves the scores of two classes, so that the higher one is predicted."""
    threshold = model.learner.threshold_
    if not threshold:
        return [make("Identity", ["scores"], ["moved"])]
    return [make("Add", ["scores", constant("threshold", np.array([threshold, -threshold]))], ["moved"])]


def _scaling_nodes(scaling: tuple[Floats, Floats] | None, make: Make, constant: Constant) -> tuple[list[Any], str]:
    """Return nodes that scale the input, and the name of the scaled rows."""
    if scaling is None:
        return [], "X"
    mean, spread = scaling
    nodes = [
        make("Sub", ["X", constant("mean", mean)], ["centred"]),
        make("Div", ["centred", constant("spread", spread)], ["scaled"]),
        make("IsNaN", ["scaled"], ["is_missing"]),
        make("Where", ["is_missing", constant("zero", np.zeros(1)), "scaled"], ["rows"]),
    ]
    return nodes, "rows"


def _scaling(model: LoadedModel) -> tuple[Floats, Floats] | None:
    """Return means and spreads if all columns are numbers; an infinite spread makes a constant column 0."""
    features = model.features
    if features is None or features.numbers == "products" or set(features.kinds_.values()) != {"number"}:
        return None
    columns = [column for column in features.columns_ if isinstance(column, NumberColumn)]
    if len(columns) < len(features.columns_):
        return None
    spreads = [column.spread if column.spread > 0 else np.inf for column in columns]
    return np.array([column.mean for column in columns]), np.array(spreads)


class _constants:  # noqa: N801  called as a function
    """The constants of a graph: each call adds one and returns its name."""

    def __init__(self, onnx: Any) -> None:
        self._onnx = onnx
        self.made: list[Any] = []

    def __call__(self, name: str, values: NDArray[Any]) -> str:
        self.made.append(self._onnx.numpy_helper.from_array(np.ascontiguousarray(values), name))
        return name


def _labels(classes: NDArray[Any]) -> NDArray[Any]:
    return classes.astype(object) if classes.dtype.kind == "U" else classes


def _value(onnx: Any, name: str, like: NDArray[Any], width: int | None = None) -> Any:
    kind = onnx.helper.np_dtype_to_tensor_dtype(like.dtype)
    return onnx.helper.make_tensor_value_info(name, kind, ["rows"] if width is None else ["rows", width])
