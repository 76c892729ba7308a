"""Files that hold no table are refused by the name of what they are, with a remedy."""

import gzip
import io
import pickle

import matplotlib.image
import numpy as np
import pandas as pd
import pytest
import scipy.io

import rosenblatt as rb
from rosenblatt.errors import BadData


def pickled(protocol):
    return pickle.dumps(pd.DataFrame({"a": [1.0]}), protocol)


def image(kind):
    out = io.BytesIO()
    matplotlib.image.imsave(out, np.zeros((2, 2)), format=kind)
    return out.getvalue()


def saved(write, *arguments):
    out = io.BytesIO()
    write(out, *arguments)
    return out.getvalue()


FOREIGN = {
    **{f"pickle {protocol}": (pickled(protocol), "a pickle") for protocol in (0, 2, 3, 4, 5)},
    **{kind: (image(kind), "an image") for kind in ("png", "jpg", "gif", "tiff", "webp")},
    "hdf5": (b"\x89HDF\r\n\x1a\n" + bytes(40), "HDF5"),
    "pdf": (b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "a PDF document"),
    "xls": (bytes.fromhex("d0cf11e0a1b11ae1") + bytes(40), "an old Office file"),
    "feather 1": (b"FEA1\0\0\0\0" + bytes(40), "Feather of version 1"),
    "matlab": (saved(scipy.io.savemat, {"X": np.eye(2)}), "a MATLAB file"),
    "stata": (saved(lambda out: pd.DataFrame({"a": [1.0]}).to_stata(out, version=118)), "a Stata file"),
    "old stata": (saved(lambda out: pd.DataFrame({"a": [1.0]}).to_stata(out, version=114)), "a Stata file"),
    "orc": (b"ORC\x0a\x0b\x0a\x03\0\0\0", "ORC"),
    "avro": (b"Obj\x01\x04\x14avro.codec", "Avro"),
    "r": (b"RDX3\nX\n\0\0\0\x03", "R data"),
    "wav": (b"RIFF\x24\0\0\0WAVEfmt ", "audio or video"),
    "mp4": (b"\0\0\0\x20ftypisom", "audio or video"),
    "7z": (b"7z\xbc\xaf\x27\x1c\0\x04", "an archive"),
    "duckdb": (bytes(8) + b"DUCK\x40" + bytes(7), "a DuckDB file"),
    "program": (b"\x7fELF\x02\x01\x01", "a program"),
    "page": (b"\n<!DOCTYPE html>\n<html><body>Sign in</body></html>", "a web page"),
    "xml": (b'<?xml version="1.0"?>\n<rows/>', "XML"),
}


@pytest.mark.parametrize("name", ["data.csv", "data", "data.svm.gz"])
@pytest.mark.parametrize("kind", FOREIGN)
def test_a_file_without_a_table_is_refused_by_name(written, kind, name):
    content, what = FOREIGN[kind]
    path = written(gzip.compress(content) if name.endswith(".gz") else content, name)

    with pytest.raises(BadData) as refused:
        rb.open_batches(path)
    assert str(refused.value).startswith(f"{path}: by its first bytes this is {what}, which is not read; ")


def test_a_model_in_the_place_of_rows_is_refused(tmp_path):
    rb.save(rb.Perceptron().fit([[0.0], [1.0]], [0, 1]), tmp_path / "model.csv")

    with pytest.raises(BadData, match="this is a model or tensors, which is not read; name the file of rows"):
        rb.open_batches(tmp_path / "model.csv")


@pytest.mark.parametrize(
    "header", ["ORC,GIF", "RDX3", "MZ", "Obj", "ID3", "GIF8", "leafftype", "II*", "<html5", "BM", "copy_reg", "Rar!"]
)
def test_names_that_look_like_other_files_are_names(written, header):
    batches = rb.open_batches(written(f"{header},y\n{header},2\n", "data.csv"))

    assert list(batches.kinds) == [*header.split(","), "y"]
