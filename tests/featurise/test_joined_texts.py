"""Several columns of text read as one."""

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rosenblatt import TableFeatures, TextFeatures, load, save
from rosenblatt.errors import BadData, BadParameter

BOTH = {"title": "text", "body": "text"}
some = st.text(st.sampled_from("ab é."), max_size=8) | st.none()


def joined(**options):
    return TableFeatures(kinds=BOTH, join_text=True, **options)


def test_a_word_has_one_column_wherever_it_is():
    films = {"minutes": [90, 80], "title": ["a joy", "dull"], "genre": ["war", "love"], "body": ["dull joy", None]}
    features = joined(text=TextFeatures()).fit(films)

    names = ["minutes", "title + body:a", "title + body:joy", "title + body:dull", "genre=war", "genre=love"]
    assert features.get_feature_names_out().tolist() == names
    assert features.transform(films).toarray()[:, 1:].tolist() == [[1, 2, 1, 1, 0], [0, 0, 1, 0, 1]]
    assert features.n_missing_ == {"minutes": 0, "title + body": 0, "genre": 0}


@given(st.lists(st.tuples(some, some), min_size=1, max_size=6), st.sampled_from([None, 5]))
def test_rows_are_those_of_the_texts_one_after_another(pairs, bits):
    text = TextFeatures(ngrams=(1, 2), bits=bits, weighting="idf", normalise=True)
    table = pa.table({name: pa.array([pair[i] for pair in pairs], pa.string()) for i, name in enumerate(BOTH)})
    whole = [None if pair == (None, None) else "\n".join(part for part in pair if part is not None) for pair in pairs]
    features = joined(text=text).partial_fit(table)
    alone = TextFeatures(**text.get_params()).partial_fit(whole)

    assert (features.transform(table) != alone.transform(whole)).nnz == 0
    assert features.n_missing_ == {"title + body": alone.n_missing_}


def test_frames_are_joined_too():
    frame = pd.DataFrame({"title": ["a joy", "dull"], "body": ["so dull", "no"]})

    assert (joined().fit(frame).transform(frame) != joined().fit(pa.table(frame)).transform(pa.table(frame))).nnz == 0


def test_one_column_of_text_is_itself():
    table = {"body": ["a joy", "dull"]}
    features = TableFeatures(kinds={"body": "text"}, join_text=True).fit(table)

    assert features.get_feature_names_out().tolist() == ["body:a", "body:joy", "body:dull"]


def test_a_saved_one_reads_the_same_columns_and_goes_on(tmp_path):
    table = {"title": ["a joy", "dull"], "body": ["so dull", "no"]}
    features = joined(text=TextFeatures(weighting="idf")).fit(table)
    save(features, tmp_path / "features")
    loaded = load(tmp_path / "features")
    for one in (features, loaded):
        one.widen({"title": ["new"], "body": ["joy"]})

    assert loaded.get_feature_names_out().tolist() == features.get_feature_names_out().tolist()
    assert np.array_equal(loaded.transform(table).toarray(), features.transform(table).toarray())


def test_what_cannot_be_joined_is_refused():
    with pytest.raises(BadData, match="TableFeatures: column 'body' must hold texts, got int64: convert it to strings"):
        joined().fit({"title": ["a"], "body": [3]})
    with pytest.raises(BadData, match=r"texts are joined as 'title \+ body', but there is a column of that name"):
        joined().fit({"title": ["a"], "body": ["b"], "title + body": [1]})
    with pytest.raises(BadParameter, match="TableFeatures: join_text must be True or False, got 'yes'"):
        TableFeatures(kinds=BOTH, join_text="yes").fit({"title": ["a"], "body": ["b"]})
