"""Whatever is in a file, only our own refusals come out, and no changed bit goes unnoticed."""

import copy
import json
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from safetensors import safe_open
from sklearn.base import clone

import rosenblatt as rb
from rosenblatt.errors import BadModelFile, RosenblattError
from rosenblatt.learn import _container
from tests.models import as_rows, learners, pipelines, rows_and_labels

WANTED = {
    "perceptron-joint": False,
    "perceptron-average-ovr": False,
    "voted-2": True,
    "voted-ovo": False,
    "kernel-poly-average-joint": True,
    "kernel-rbf-vote-ovr": False,
    "kernel-budget-random-2": False,
    "kernel-budget-oldest-2": True,
    "kernel-budget-project-joint": True,
}


def small_files(folder):
    """The text and the arrays of some models, with rows that each predicts from."""
    made = {}
    for name, learner, n_classes, is_sparse in learners():
        if WANTED.get(name) == is_sparse:
            X, y = rows_and_labels(n_classes, n=8)
            made[name] = (clone(learner).fit(as_rows(X, is_sparse), y), as_rows(X, is_sparse))
    made |= {name: (pipeline, X) for name, pipeline, X in pipelines()}
    for name, (model, X) in made.items():
        rb.save(model, folder / name)
        with safe_open(folder / name, framework="np") as file:
            text = json.loads(file.metadata()["rosenblatt"])
            arrays = {key: file.get_tensor(key) for key in file.keys()}  # noqa: SIM118
        text.pop("checksum")
        yield name, (folder / name).read_bytes(), text, arrays, X


@pytest.fixture(scope="module", autouse=True)
def _no_waiting_for_the_disk():
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(_container, "_sync", lambda *_: None)
        yield


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    return list(small_files(tmp_path_factory.mktemp("good")))


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    return tmp_path_factory.mktemp("hostile") / "model"


@settings(max_examples=200)
@given(st.data())
def test_no_changed_bit_goes_unnoticed(files, path, choice):
    _, data, *_ = choice.draw(st.sampled_from(files), label="file")
    place, bit = choice.draw(st.integers(0, len(data) - 1)), choice.draw(st.integers(0, 7))
    path.write_bytes(data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :])

    with pytest.raises(BadModelFile, match="model: "):
        rb.load(path)


@given(st.data())
def test_a_part_of_a_file_or_more_than_it_is_refused(files, path, choice):
    _, data, *_ = choice.draw(st.sampled_from(files), label="file")
    cut = choice.draw(st.integers(0, len(data) - 1))
    for changed in (data[:cut], data + choice.draw(st.binary(min_size=1, max_size=9)), data[cut:]):
        if changed != data:
            path.write_bytes(changed)
            with pytest.raises(BadModelFile):
                rb.load(path)


@given(st.binary(max_size=200), st.binary(max_size=40))
def test_any_bytes_are_refused(path, header, data):
    path.write_bytes(header + data)
    with pytest.raises(BadModelFile):
        rb.load(path)
    path.write_bytes(len(header).to_bytes(8, "little") + header + data)
    with pytest.raises(BadModelFile):
        rb.load(path)


odd_values = st.one_of(
    st.sampled_from([None, True, -1, 0, 1, 3, 2**31, 2**53, 2**62, 2**70, 1e308, 0.5]),
    st.sampled_from(["", "x", "joint", "none", "|O", "<U900000000"]),
    st.sampled_from([[], {}, [0], [[]], {"$float": "nan"}, {"$tuple": [1]}, {"$dict": [[[], 1]]}, {"$array": 3}]),
    st.sampled_from([{"$class": "Pipeline", "options": {}}, {"$random": [0, 0, 0]}, {"$class": "TextFeatures"}]),
    st.lists(st.sampled_from([0, -1, 2**62, "a", None]), max_size=3),
)


def places_in(value, at=()):
    """All places in a JSON value."""
    yield at
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, one in inner:
        yield from places_in(one, (*at, key))


def with_one_change(draw, text):
    *outer, last = draw(st.sampled_from([place for place in places_in(text["model"]) if place]))
    changed = copy.deepcopy(text)
    parent = changed["model"]
    for key in outer:
        parent = parent[key]
    if draw(st.booleans()):
        parent[last] = draw(odd_values)
    else:
        del parent[last]
    return changed


def with_another_array(draw, arrays):
    name = draw(st.sampled_from(sorted(arrays)))
    array = arrays[name].copy()
    how = draw(st.sampled_from(["number", "shape", "type", "gone", "more"]))
    if how == "number" and array.size:
        place = draw(st.integers(0, array.size - 1))
        odd = [-1, 1, 2**31 - 1, 2**62, -(2**63)] if array.dtype.kind == "i" else [0, 1, 255, np.inf, np.nan, -1e308]
        with np.errstate(invalid="ignore", over="ignore"):
            array.reshape(-1)[place] = np.array(draw(st.sampled_from(odd))).astype(array.dtype)
    elif how == "shape":
        array = draw(st.sampled_from([array.reshape(-1)[:-1], array[None], np.concatenate([array, array])]))
    elif how == "type":
        array = array.astype(draw(st.sampled_from([np.float64, np.int64, np.int32, np.uint8, np.float16])))
    others = {key: value for key, value in arrays.items() if key != name}
    return others if how == "gone" else {**arrays, "x": array} if how == "more" else {**others, name: array}


@settings(max_examples=400)
@given(st.data())
def test_a_file_with_other_contents_and_the_right_checksum_does_no_harm(files, path, choice):
    _, _, text, arrays, X = choice.draw(st.sampled_from(files), label="file")
    for _ in range(choice.draw(st.integers(1, 2), label="changes")):
        if choice.draw(st.booleans(), label="in the header"):
            text = with_one_change(choice.draw, text)
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                arrays = with_another_array(choice.draw, arrays)
    _container.write(path, json.dumps(text), {name: np.ascontiguousarray(array) for name, array in arrays.items()})

    try:
        model = rb.load(path)
        rb.save(model, path)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", RuntimeWarning)  # numbers may be infinite now
            model.predict(X)
            model.predict(X[:1] if isinstance(X, (list, np.ndarray)) or sp.issparse(X) else X)
    except RosenblattError:
        pass
