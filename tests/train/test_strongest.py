"""The strongest features have names, from one more walk over the rows only where some are not known."""

import pytest

import rosenblatt as rb
from rosenblatt.train.cached_batches import CachedBatches
from rosenblatt.train.split import SplitRule
from rosenblatt.train.split_rows import FileRows
from rosenblatt.train.strongest import strongest_of

TEXTS = ["a splendid day", "so dull", "splendid", "dull and long"] * 5


class Stages:
    """Records the stages of which progress is reported."""

    def __init__(self):
        self.seen = set()

    def update(self, stage, share, n_rows):
        self.seen.add(stage)


@pytest.mark.parametrize(("learned", "stages"), [(TEXTS, set()), (["day"], {"naming"})])
def test_rows_are_read_again_only_if_a_name_is_not_known(tmp_path, learned, stages):
    path = tmp_path / "data.csv"
    path.write_text("y,x\n" + "".join(f"{'ab'[row % 2]},{text}\n" for row, text in enumerate(TEXTS)))
    features = rb.TableFeatures(kinds={"x": "text"}, text=rb.TextFeatures(bits=18)).fit({"x": learned})
    learner = rb.Perceptron().fit(features.transform({"x": TEXTS}), ["a", "b"] * 10)
    progress, n_ngrams = Stages(), features.n_ngrams_
    rows = FileRows(CachedBatches(rb.open_batches(path, label="y", text=["x"], batch_rows=1), 0), SplitRule(0))
    strongest = strongest_of(learner, features, rows, progress)

    names = {feature.name for one in strongest for feature in one.features}
    assert names & {"x:splendid", "x:dull", "x:so"}
    assert names <= {f"x:{word}" for text in TEXTS for word in text.split()}
    assert progress.seen == stages
    assert (features.n_ngrams_ > n_ngrams) == bool(stages)


def test_a_learner_without_a_weight_has_no_strongest_features():
    features = rb.TableFeatures(kinds={"x": "text"}, text=rb.TextFeatures(bits=4)).fit({"x": TEXTS})
    learner = rb.Perceptron().partial_fit(features.transform({"x": [""]}), ["a"], classes=["a", "b"])

    assert [one.features for one in strongest_of(learner, features, None, None)] == [(), ()]
