"""What two `TextFeatures` learned, as one of them."""

from __future__ import annotations

from collections.abc import Callable

from rosenblatt.featurise import _text_options
from rosenblatt.featurise.text_features import TextFeatures


def merge_texts(features: TextFeatures, later: TextFeatures) -> Callable[[], None]:
    """Do all that can fail; return a function that adds what other features learned of later texts.

    Under hashing, names of columns are those of one fit unless there are more than 2^18 different n-grams; then which
    of the rarest are forgotten depends on the parts, as it depends on batches.
    """
    for one in (features, later):
        one._refuse_unfitted()
        _text_options.refuse_slim(one)
        one._scales_in_use()
    most = _text_options.most_ngrams(features)
    return lambda: features._store(features._so_far().add(later._so_far(), most))
