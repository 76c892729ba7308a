"""Tables of very many columns: read in memory that their size explains, or refused with a sentence."""

import json
import subprocess
import sys

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read._column_kinds import MOST_COLUMNS
from rosenblatt.read._records import RecordBlock
from rosenblatt.read.file_source import FileSource
from rosenblatt.read.json_lines import MOST_KEYS, JsonLinesFormat

TOO_MANY = rf"a table may have at most {MOST_COLUMNS:,} columns, got {MOST_COLUMNS + 1:,}; write wider rows .* svmlight"
# pyarrow reserves as much memory as a block has bytes, for every column of strings in it.
READ_WITHIN_2_GB = """
import os, resource, sys
os.environ["ARROW_DEFAULT_MEMORY_POOL"] = "system"  # as in commands
import rosenblatt as rb
resource.setrlimit(resource.RLIMIT_AS, (2 * 10**9, 2 * 10**9))
batches = rb.open_batches(sys.argv[1], **eval(sys.argv[2]))
print(sum(len(batch) for batch in batches), len(batches.kinds), set(batches.kinds.values()))
"""


def write_csv(written, n_columns, n_rows, cell):
    names = [f"c{place}" for place in range(n_columns)]
    lines = [",".join(names), *(",".join(cell(row, place) for place in range(n_columns)) for row in range(n_rows))]
    return written("\n".join(lines) + "\n")


def test_a_csv_with_too_many_columns_is_refused_by_its_first_line(written):
    path = write_csv(written, MOST_COLUMNS + 1, 1, lambda row, place: "1")

    with pytest.raises(BadData, match=f"data.csv:1: {TOO_MANY}"):
        rb.open_batches(path)


@pytest.mark.parametrize("suffix", ["arrow", "parquet"])
def test_a_file_of_arrow_or_parquet_with_too_many_columns_is_refused(tmp_path, suffix):
    table = pa.table([pa.nulls(0, pa.int8())] * (MOST_COLUMNS + 1), names=[f"c{i}" for i in range(MOST_COLUMNS + 1)])
    path = tmp_path / f"data.{suffix}"
    if suffix == "parquet":
        pa.parquet.write_table(table, path)
    else:
        with pa.OSFile(str(path), "wb") as file, pa.ipc.new_file(file, table.schema) as writer:
            writer.write_table(table)

    with pytest.raises(BadData, match=f"data.{suffix}: {TOO_MANY}"):
        rb.open_batches(path)


def test_unnamed_columns_of_a_csv_do_not_count_where_only_named_ones_are_read(written):
    path = write_csv(written, MOST_COLUMNS + 1, 2, lambda row, place: str(row))
    (batch,) = rb.open_batches(path, numeric=["c7"], only_named=True)

    assert batch.data.to_pydict() == {"c7": [0.0, 1.0]}


def test_ten_thousand_columns_are_read_with_their_names_and_kinds(written):
    path = write_csv(written, 10_000, 3, lambda row, place: f"w{row}" if place % 2 else str(row * place))
    batches = rb.open_batches(path)
    (batch,) = batches

    assert batches.kinds == {f"c{place}": "category" if place % 2 else "number" for place in range(10_000)}
    assert batch.data.column("c9998").to_pylist() == [0.0, 9998.0, 19996.0]
    assert batch.data.column("c9999").to_pylist() == ["w0", "w1", "w2"]


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not limit the address space")
@pytest.mark.parametrize("first", ["word", "7"])
def test_many_columns_of_strings_do_not_reserve_a_block_each(written, first):
    path = write_csv(written, 8000, 80, lambda row, place: f"w{row % 7}" if place else first)
    command = [sys.executable, "-c", READ_WITHIN_2_GB, str(path), "{'text': [f'c{i}' for i in range(1, 8000)]}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)

    assert done.stdout.startswith("80 8000 "), done.stderr


def test_json_lines_whose_keys_differ_from_row_to_row_are_refused(written):
    lines = [json.dumps({"label": "a", f"key {row}": row}) for row in range(MOST_KEYS)]
    path = written("\n".join(lines), "data.jsonl")

    with pytest.raises(BadData, match=rf"data.jsonl: the first rows have {MOST_KEYS + 1:,} different keys"):
        rb.open_batches(path, label="label")

    (batch, *_) = rb.open_batches(path, categorical=["label"], only_named=True)
    assert batch.data.column_names == ["label"]


def test_a_json_object_with_too_many_keys_is_refused(written):
    path = written("{" + ",".join(f'"k{place}":1' for place in range(200_000)) + "}", "data.jsonl")

    with pytest.raises(BadData, match=rf"have 200,000 different keys.* at most {MOST_KEYS:,}: write a key that"):
        rb.open_batches(path)


def test_a_key_takes_no_memory_in_the_first_rows_that_lack_it(written):
    lines = [json.dumps({f"text {row}": f"w{row}", f"number {row}": row}) for row in range(500)]
    sample = JsonLinesFormat().sample(FileSource(str(written("\n".join(lines), "data.jsonl")), "utf-8", 0))

    assert len(sample) == 1000
    assert sum(len(column) for column in sample.values()) == 500


def test_a_lone_surrogate_among_the_first_rows_names_its_line(written):
    path = written('{"a": "x", "n": 1}\n{"a": "\\ud800", "n": 2}\n', "data.jsonl")

    with pytest.raises(BadData, match=r"data.jsonl:2: "):
        list(rb.open_batches(path))


def test_records_in_parts_keep_their_bytes_their_lines_and_the_blank_lines_between():
    data = np.frombuffer(b"a\n\nbb\n\n\nc\nd\n\n", np.uint8)
    starts, lines, blank = np.array([0, 3, 8, 10]), np.array([1, 3, 6, 7]), np.array([2, 4, 5, 8])
    parts = list(RecordBlock(data, starts, lines, np.zeros(4, np.int32), blank).parts(2))

    assert [part.data.tobytes() for part in parts] == [b"a\n\nbb\n\n\n", b"c\nd\n\n"]
    assert [part.lines.tolist() for part in parts] == [[1, 3], [6, 7]]
    assert [part.blank.tolist() for part in parts] == [[2, 4, 5], [8]]
