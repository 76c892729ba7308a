"""Whatever is in a file, only our own errors are raised, and every changed bit is noticed."""

import copy
import json
import warnings

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadModelFile, RosenblattError
from rosenblatt.model_files import container


@settings(max_examples=200)
@given(st.data())
def test_no_changed_bit_goes_unnoticed(model_files, path, choice):
    _, data, *_ = choice.draw(st.sampled_from(model_files), label="file")
    place, bit = choice.draw(st.integers(0, len(data) - 1)), choice.draw(st.integers(0, 7))
    path.write_bytes(data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :])

    with pytest.raises(BadModelFile, match="model: "):
        rb.load(path)


@given(st.data())
def test_a_part_of_a_file_or_more_than_it_is_refused(model_files, path, choice):
    _, data, *_ = choice.draw(st.sampled_from(model_files), label="file")
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
def test_a_file_with_other_contents_and_the_right_checksum_does_no_harm(model_files, path, choice):
    _, _, text, arrays, X = choice.draw(st.sampled_from(model_files), label="file")
    for _ in range(choice.draw(st.integers(1, 2), label="changes")):
        if choice.draw(st.booleans(), label="in the header"):
            text = with_one_change(choice.draw, text)
        else:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)
                arrays = with_another_array(choice.draw, arrays)
    container.write(path, json.dumps(text), {name: np.ascontiguousarray(array) for name, array in arrays.items()})

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", RuntimeWarning)  # numbers may be infinite now
        try:
            model = rb.load(path)
            rb.save(model, path)
            predicted = model.predict(X)
            first = model.predict(X[:1] if isinstance(X, (list, np.ndarray)) or sp.issparse(X) else X)
        except RosenblattError:
            return
        again = rb.load(path).predict(X)

    assert len(first) in (1, len(predicted))
    assert repr(again.tolist()) == repr(predicted.tolist())
