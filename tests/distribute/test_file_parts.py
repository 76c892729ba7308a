"""Parts of files: read apart, they have all rows of the file, and know where in it they are."""

import json

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read.file_parts import PartSource, parts_of, row_parts, version_of

texts = st.lists(st.text('ab é"\\', max_size=30), min_size=1, max_size=40)


def rows_in_parts(path, most_bytes, **options):
    """All rows, read part by part, and the number of parts."""
    batches = rb.open_batches(path, **options)
    (source,) = batches.sources
    parts = parts_of(source, 0, batches.format, most_bytes)
    found = []
    for part in parts:
        own = source if part.begin is None else PartSource(source, part, version_of(source))
        for batch in batches.read_part(own):
            found += zip(batch.labels.tolist(), batch.data.column("text").to_pylist(), strict=True)
    return found, parts


@given(texts, st.integers(1, 200), st.booleans(), st.booleans())
def test_parts_of_json_lines_have_its_rows(tmp_path_factory, lines, most_bytes, ends_with_newline, has_blank_lines):
    path = tmp_path_factory.mktemp("parts") / "rows.jsonl"
    rows = [(number % 3, text) for number, text in enumerate(lines)]
    written = [json.dumps({"label": label, "text": text}, ensure_ascii=False) for label, text in rows]
    text = ("\n\n" if has_blank_lines else "\n").join(written) + "\n" * ends_with_newline
    path.write_text(text, encoding="utf-8")
    found, parts = rows_in_parts(path, most_bytes, label="label", text="text")

    assert found == [(label, text or None) for label, text in rows]
    assert sum(part.n_bytes for part in parts) == len(text.encode())


@pytest.mark.parametrize("most_bytes", [1, 500, 10**9])
def test_parts_of_parquet_are_row_groups(tmp_path, most_bytes):
    path = tmp_path / "rows.parquet"
    texts = [f"text {number}" for number in range(100)]
    pq.write_table(pa.table({"label": np.arange(100) % 2, "text": texts}), path, row_group_size=7)
    found, parts = rows_in_parts(path, most_bytes, label="label", text="text")

    assert [text for _, text in found] == texts
    assert len(parts) == {1: 15, 10**9: 1}.get(most_bytes, len(parts))
    assert sum(part.n_rows or 100 for part in parts) == 100


@given(st.lists(st.integers(0, 30), min_size=1, max_size=5).filter(any), st.integers(1, 12), st.integers(1, 40))
def test_rows_of_parquet_are_divided_by_their_numbers_wherever_files_end(tmp_path_factory, sizes, group, n_rows):
    folder, ends = tmp_path_factory.mktemp("rows"), np.cumsum(sizes).tolist()
    for number, (size, end) in enumerate(zip(sizes, ends, strict=True)):
        values = pa.array(range(end - size, end), pa.int64())
        pq.write_table(pa.table({"label": values, "x": values}), folder / f"{number}.parquet", row_group_size=group)
    batches = rb.open_batches(folder / "*.parquet", label="label")
    parts, turns = row_parts(batches.sources, n_rows)
    by_turn = {}
    for part, turn in zip(parts, turns, strict=True):
        whole = batches.sources[part.file]
        for batch in batches.read_part(PartSource(whole, part, version_of(whole))):
            by_turn.setdefault(turn, []).extend(batch.labels.tolist())

    assert by_turn == {turn: list(range(turn * n_rows, min((turn + 1) * n_rows, ends[-1]))) for turn in by_turn}
    assert len(by_turn) == -(-ends[-1] // n_rows)


def test_what_is_compressed_is_one_part(tmp_path):
    path = tmp_path / "rows.jsonl.gz"
    with pa.CompressedOutputStream(str(path), "gzip") as file:
        file.write(b'{"label": "no", "text": "a word"}\n' * 50)
    found, parts = rows_in_parts(path, 10, label="label", text="text")

    assert (len(found), len(parts)) == (50, 1)


def test_a_file_that_changed_is_refused(tmp_path):
    path = tmp_path / "rows.svm"
    path.write_text("1 1:1\n0 1:2\n", encoding="utf-8")
    batches = rb.open_batches(path)
    source = PartSource(batches.sources[0], parts_of(batches.sources[0], 0, "svmlight", 6)[1], "10 bytes, 3 ns")

    with pytest.raises(
        BadData, match=r"rows.svm: the file changed after the training had begun: it was 10 bytes, 3 ns"
    ):
        list(batches.read_part(source))
