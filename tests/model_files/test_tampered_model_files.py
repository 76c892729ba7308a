"""A file with impossible contents and the right checksum is refused with an error that names the entry."""

import copy
import json

import numpy as np
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadModelFile
from rosenblatt.model_files import container


def number(name, place, value):
    """A change of one number of an array."""

    def change(_, arrays):
        arrays[name].reshape(-1)[place] = value

    return change


def fact(value, *places):
    """A change of one fact."""

    def change(model, _):
        *outer, last = places
        for key in outer:
            model = model[key]
        model[last] = value

    return change


def array(name, values):
    """Another array."""

    def change(_, arrays):
        arrays[name] = np.asarray(values)

    return change


def twice_the_empty_value(model, arrays):
    number("steps/0/learned/1/values/ends", 0, 0)(model, arrays)
    fact(None, "steps", 0, "learned", 1, "missing_at")(model, arrays)


TAMPERED = [
    ("voted-2", number("votes/0/rows/columns", 1, 4), "votes/0/rows/columns must be whole numbers from 0 to 3, got"),
    ("voted-2", number("votes/0/rows/starts", 1, 99), "votes/0/rows/starts must be numbers that rise from 0 to"),
    ("voted-2", number("votes/0/rows/starts", 0, 1), "votes/0/rows/starts must be numbers that rise from 0 to"),
    ("voted-2", number("votes/0/updates/rows", 0, 99), "votes/0/updates/rows must be whole numbers from 0 to"),
    ("voted-2", number("votes/0/updates/before", 0, 15), "votes/0/updates/before must be numbers that rise"),
    ("voted-2", number("votes/0/updates/before", -1, 16), "votes/0/updates/before must be whole numbers from 0 to 15"),
    ("voted-2", number("votes/0/updates/gains", 0, 1), "votes/0/updates/gains must be whole numbers from 0 to 0, got"),
    ("voted-2", fact("numbers", "votes", 0, "rows"), "votes/0/rows must be one of 'none', 'dense', 'sparse', got"),
    ("voted-2", fact([16, 16], "seen"), "seen must be a list of 1 whole numbers"),
    ("arow-2", number("variance/weights", 0, -1.0), "variance/weights must be numbers from 0 to 1, got others"),
    ("arow-2", number("variance/bias", 0, np.nan), "variance/bias must be numbers from 0 to 1, got others"),
    ("arow-average-ovo", array("variance/weights", np.ones((4, 3))), "must be an array of float64, 3 x 4, got"),
    ("cw-full-2", number("covariance", 0, 2.0), "covariance must be finite numbers, those of the diagonal from 0 to 1"),
    ("cw-full-2", number("covariance", 1, np.inf), "covariance must be finite numbers, those of the diagonal"),
    ("cw-full-2", array("covariance", np.ones((1, 4, 4))), "covariance must be an array of float64, 1 x 5 x 5, got"),
    ("scw-1-joint", array("covariance", np.ones((3, 5, 5))), "covariance must be absent where several classes are"),
    ("calibrated-temperature-3", fact(-1.0, "calibration", "factor"), "calibration/factor must be a finite number, at"),
    ("calibrated-temperature-3", fact("platt", "calibration", "method"), "calibration/method must be one of 'temperat"),
    (
        "calibrated-sigmoid-3",
        number("calibration/slopes", 0, -1.0),
        "calibration/slopes must be at least 0, got others",
    ),
    ("calibrated-sigmoid-3", number("calibration/biases", 2, np.nan), "calibration/biases must be finite numbers, got"),
    ("calibrated-sigmoid-3", array("calibration/slopes", np.ones(1)), "slopes must be an array of float64, 3, got"),
    (
        "calibrated-isotonic-3",
        number("calibration/curves/0/scores", 0, 99.0),
        "curves/0/scores must be numbers that rise",
    ),
    (
        "calibrated-isotonic-3",
        number("calibration/curves/1/values", 0, 0.999),
        "1/values must be numbers that do not fall",
    ),
    ("calibrated-isotonic-3", number("calibration/curves/2/values", 0, 0.0), "curves/2/values must be between 0 and 1"),
    (
        "calibrated-isotonic-3",
        array("calibration/curves/2/values", np.ones(0)),
        "2/values must be one per score, of which",
    ),
    ("calibrated-online-3", number("calibration/curves", 0, -1.0), "calibration/curves must be at least 0, got others"),
    ("calibrated-online-3", number("calibration/curves", 1, np.inf), "calibration/curves must be finite numbers, got"),
    (
        "calibrated-online-3",
        number("calibration/curves", 3, 1e9),
        "calibration/curves must be with a positive definite",
    ),
    ("calibrated-online-3", array("calibration/curves", np.ones((1, 7))), "an array of float64, 3 x 7, got"),
    ("calibrated-twice-3", fact({"method": "temperature", "factor": 1.0}, "online"), "online/method must be 'online'"),
    ("perceptron-joint", array("weights", np.zeros((3, 4))), "weights must be an array of float64, 4 x 3, got float64"),
    ("perceptron-joint", array("weights", np.zeros((4, 3), np.float16)), "an array of float64, 4 x 3, got F16, 4 x 3"),
    ("perceptron-joint", array("other", np.zeros(2)), "the array 'other' is not part of the model"),
    ("perceptron-joint", lambda _, arrays: arrays.pop("bias"), "bias must be an array of float64, 3, got none"),
    ("perceptron-joint", fact(["ape", "cat", "bee"], "labels"), "labels must be different, of one kind and in rising"),
    ("perceptron-joint", fact(["ape", "bee", "bee"], "labels"), "labels must be different, of one kind and in rising"),
    ("perceptron-joint", fact(["ape", "bee", "snake"], "labels"), "labels must be of the type <U3, got"),
    ("perceptron-joint", fact(["ape", "bee", 1], "labels"), "labels must be of the type <U3, got"),
    ("perceptron-joint", fact([], "labels"), "labels must be a list of strings, numbers or booleans"),
    ("perceptron-joint", fact("<U900000000", "labels_type"), "labels_type must be the type of an array of strings"),
    ("perceptron-joint", fact("<i8", "labels_type"), "labels must be of the type <i8"),
    ("perceptron-joint", fact(-1, "n_seen_"), "n_seen_ must be a whole number from 0 to"),
    ("perceptron-joint", fact(0, "columns"), "columns must be a whole number from 1 to"),
    ("perceptron-joint", fact(["a"], "names"), "names must be 4 names, got 1"),
    ("perceptron-joint", fact("all", "division"), "division must be one of 'joint', 'ovr', 'ovo', got all"),
    ("perceptron-joint", fact("os.system", "class"), "class must be one of 'ConfidenceWeighted', .* got os.system"),
    ("perceptron-joint", fact(1, "options", "shutdown"), "options must be parameters of Perceptron, got"),
    ("perceptron-joint", fact({"$class": "Popen"}, "options", "tol"), "tol must be an option that this version can"),
    ("perceptron-joint", number("training/history", 0, 0.5), "training/history must be epochs that count in whole"),
    ("perceptron-joint", array("training/certificates", np.full(2, 7, np.uint8)), "must be certificates that to_json"),
    ("perceptron-joint", array("training/certificates", np.full(2**18, ord("1"), np.uint8)), "fewer than 262144"),
    ("perceptron-average-ovr", fact("joint", "division"), "weights must be an array of float64, 4 x 3, got"),
    ("voted-2", fact("ovo", "division"), "division must be 'joint' for two classes, got ovo"),
    ("kernel-budget-project-joint", fact(1, "planes", 0, "budget"), "planes/0/budget must be a whole number from"),
    ("kernel-budget-project-joint", number("planes/0/are_sparse", 0, False), "are_sparse must be flags of 0 d"),
    ("kernel-poly-average-joint", number("planes/0/support", 0, 8), "support must be whole numbers from 0 to 7"),
    ("kernel-poly-average-joint", fact(0, "kernel", "degree"), "kernel/degree must be a whole number from 1"),
    ("words", number("steps/0/counts", 0, 0), "steps/0/counts must be at least 1 for each n-gram"),
    ("words", number("steps/0/ends", 0, 7), "steps/0/ngrams must be a vocabulary: ends must rise within the bytes"),
    ("words", fact(False, "steps", 0, "is_fitted"), "steps/0/is_fitted must be true without hashing"),
    ("words", fact(["a", "a"], "names"), "names must be different names"),
    ("weighted", number("steps/0/scales", 0, np.inf), "steps/0/scales must be finite and at least 0"),
    ("weighted", number("steps/0/documents", 0, 10), "steps/0/documents must be from 0 to the number of texts"),
    ("weighted", fact(None, "steps", 0, "options", "weighting"), "is not part of the model"),
    ("weighted-columns", fact(7, "steps", 0, "options", "bits"), "steps/0/scales must be an array of float32, 128"),
    ("weighted-columns", fact(99, "steps", 0, "options", "bits"), "scales must be those of .* bits, got 99 bits"),
    ("weighted-columns", fact(False, "steps", 0, "is_fitted"), "steps/0/is_fitted must be true with weighting"),
    ("few-columns", number("steps/1/used_columns", 1, 0), "steps/1/used_columns must be numbers that rise, got others"),
    ("few-columns", number("steps/1/used_columns", -1, 4096), "used_columns must be whole numbers from 0 to 4095, got"),
    ("few-columns", fact(2**61, "steps", 1, "columns"), "steps/1/columns must be few enough for their weights to fit"),
    ("few-columns", fact("votes", "steps", 1, "kept"), "used_columns must be absent unless classes are learned"),
    ("table", array("steps/0/learned/1/values", np.zeros(3, np.uint8)), "values/ends must be whole"),
    ("table", number("steps/0/learned/1/values/ends", 0, 12), "values/ends must be numbers that rise"),
    ("table", number("steps/0/learned/1/values", 0, 255), "steps/0/learned/1/values must be UTF-8, got other bytes"),
    ("table", twice_the_empty_value, "values must be different from one another"),
    ("table", fact("inf", "steps", 0, "learned", 0, "squares"), "steps/0/learned/0/squares must be the sum of squares"),
    ("table", fact(-1.0, "steps", 0, "learned", 0, "squares"), "steps/0/learned/0/squares must be the sum of squares"),
    ("table", fact(["0x1p0"], "steps", 0, "learned", 0, "exact"), "exact must be the sums of numbers with this mean"),
    ("table", fact(["0x1p0"] * 2, "steps", 0, "learned", 0, "exact"), "exact must be the sums of numbers with this"),
    ("table", fact(["0x1p2000"] * 2, "steps", 0, "learned", 0, "exact"), "exact must be the sums of numbers with this"),
    ("table", fact(["1e9"] * 2, "steps", 0, "learned", 0, "exact"), "exact must be the sums of numbers with this mean"),
    ("table", fact(["number"] * 3, "steps", 0, "kinds"), "steps/0/learned/1/count must be a whole number"),
    ("table", fact(["ignore"] * 3, "steps", 0, "kinds"), "kinds must be other than 'ignore' for at least one"),
]


@pytest.mark.parametrize(("name", "change", "words"), TAMPERED)
def test_each_thing_that_cannot_be_is_said(model_files, path, name, change, words):
    text, arrays = copy.deepcopy(next(file[2:4] for file in model_files if file[0] == name))
    change(text["model"], arrays)
    container.write(path, json.dumps(text), arrays)

    with pytest.raises(BadModelFile, match=words):
        rb.load(path)


def test_a_header_that_is_nested_too_deeply_is_refused(model_files, path):
    text, arrays = model_files[0][2:4]
    deep = "[" * 100_000 + "]" * 100_000
    container.write(path, json.dumps(text).replace('"margin": 0.0', f'"margin": {deep}'), arrays)

    with pytest.raises(BadModelFile, match="model: the header is"):
        rb.load(path)
