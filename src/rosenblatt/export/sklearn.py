"""Export of a linear model as a pipeline of scikit-learn's own classes, which needs no rosenblatt to load."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import joblib
import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.feature_extraction.text import CountVectorizer, TfidfTransformer
from sklearn.impute import SimpleImputer
from sklearn.linear_model import Perceptron
from sklearn.pipeline import Pipeline, make_pipeline
from sklearn.preprocessing import OneHotEncoder, StandardScaler

from rosenblatt.atomic_file import atomic_path
from rosenblatt.errors import BadData, MissingPackage
from rosenblatt.evaluate.loaded_model import LoadedModel, predicting_planes
from rosenblatt.featurise.binned_column import BinnedColumn
from rosenblatt.featurise.category_column import CategoryColumn
from rosenblatt.featurise.number_column import NumberColumn
from rosenblatt.featurise.table_features import TableFeatures
from rosenblatt.featurise.text_column import TextColumn
from rosenblatt.featurise.text_features import TextFeatures
from rosenblatt.rows import Floats, Indices


def export_sklearn(model: LoadedModel, path: Path) -> str:
    """Write a pipeline with joblib; return a summary.

    The pipeline takes a pandas frame with the columns of the file, or the rows of a matrix. scikit-learn accepts no
    missing texts.

    Parameters
    ----------
    model : a linear model that predicts by one plane per class.
    path : the file to write.
    """
    planes = predicting_planes(model)
    weights, biases = planes.weights, planes.biases
    steps: list[tuple[str, Any]] = []
    if model.features is not None:
        features, order = _features(model.features)
        weights = weights[:, order]
        steps = [("features", features)]
    if len(model.classes) == 2:
        weights, biases = weights[1:], biases[1:]
    pipeline = Pipeline([*steps, ("learner", _learner(model, weights, biases))])
    with atomic_path(path) as temporary:
        joblib.dump(pipeline, temporary)
    takes = "the rows of a matrix" if model.features is None else "a pandas frame with the columns of the file"
    return f"a scikit-learn pipeline for {takes}: joblib.load opens it and can run code in it, so open only your own"


def _learner(model: LoadedModel, weights: Floats, biases: Floats) -> Perceptron:
    learner = Perceptron()
    learner.coef_, learner.intercept_ = np.ascontiguousarray(weights), biases.copy()
    learner.classes_, learner.n_features_in_, learner.n_iter_ = model.classes, weights.shape[1], model.learner.n_iter_
    return learner


def _features(features: TableFeatures) -> tuple[ColumnTransformer, Indices]:
    """Return a fitted transformer, and our column number for each of its columns."""
    plain = [column for column in features.columns_ if not isinstance(column, BinnedColumn)]
    if "date" in features.kinds_.values():
        raise BadData(
            "scikit-learn has no steps for dates; export the weights as CSV, or train with --ignore and the column"
        )
    if features.numbers == "products" or features.crosses_ or len(plain) < len(features.columns_):
        raise BadData(
            "scikit-learn's own steps compute no products, bins and crosses to the bit; train with --numbers standard "
            "--cross none to export the model, or export its weights as CSV"
        )
    if any(isinstance(column, TextColumn) and len(column.sources) > 1 for column in plain):
        raise BadData("scikit-learn's own steps cannot join columns of text; train without --join-text to export it")
    try:
        import pandas as pd  # noqa: PLC0415  an extra
    except ImportError:
        raise MissingPackage('columns are named by pandas; pip install "rosenblatt[export]"') from None
    parts, order, example = [], [], {}
    start = 0
    for column in plain:
        part, columns, values = _part(column)
        parts.append((column.name, part, column.name if isinstance(column, TextColumn) else [column.name]))
        order.append(start + columns)
        example[column.name] = values
        start += column.width
    transformer = ColumnTransformer(parts, sparse_threshold=1.0).fit(pd.DataFrame(example))
    for column in plain:
        if isinstance(column, NumberColumn):  # to the bit: fitting on two examples is exact only up to rounding
            scaler = transformer.named_transformers_[column.name][0]
            spread = column.spread if column.spread > 0 else np.inf  # which makes a constant column 0
            scaler.mean_, scaler.scale_ = np.array([column.mean]), np.array([spread])
        elif isinstance(column, TextColumn) and column.scales is not None:
            transformer.named_transformers_[column.name][-1].idf_ = column.scales.astype(np.float64)
    return transformer, np.concatenate(order)


def _part(column: NumberColumn | CategoryColumn | TextColumn) -> tuple[Any, Indices, list[Any]]:
    """Return a transformer, our column number for each of its columns, and two values to fit it on."""
    columns = np.arange(column.width)
    if isinstance(column, NumberColumn):
        part = make_pipeline(StandardScaler(), SimpleImputer(strategy="constant", fill_value=0.0))
        return part, columns, [column.mean - 1.0, column.mean + 1.0]
    if isinstance(column, CategoryColumn):
        values = column.values
        columns = np.array(sorted(columns, key=lambda place: values[place] is None))  # the missing value goes last
        known = [values[place] for place in columns]
        return OneHotEncoder(categories=[known], handle_unknown="ignore"), columns, [known[0], known[0]]
    return _text_part(column.features, column.name), columns, ["a", "b"]


def _text_part(text: TextFeatures, name: str) -> Any:
    if text.bits is not None:
        raise BadData(f"column {name!r} uses a hash that scikit-learn does not have; train without --bits to export it")
    if text.char_ngrams is not None or text.ngrams is None:
        raise BadData(f"column {name!r} counts runs of characters and words, which scikit-learn cannot do in one step")
    counter = CountVectorizer(
        vocabulary={ngram: place for place, ngram in enumerate(text.get_feature_names_out().tolist())},
        ngram_range=text.ngrams,
        lowercase=text.lowercase,
        token_pattern=r"(?u)\w+|[^\w\s]" if text.punctuation else r"(?u)\w+",
        binary=text.counts == "binary",
        dtype=np.float64,
    )
    norm, is_weighted = "l2" if text.normalise else None, text.weighting is not None
    return make_pipeline(counter, TfidfTransformer(use_idf=is_weighted, norm=norm, sublinear_tf=text.counts == "log"))
