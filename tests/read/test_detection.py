"""Tables of any form are read as they were written, and the form is detected or asked for."""

import pytest

import rosenblatt as rb
from rosenblatt.errors import BadData
from tests.read.made_tables import made_table

TABLES_PER_BLOCK = 500


def rows_of(batches):
    return [list(row.values()) for batch in batches for row in batch.data.to_pylist()]


@pytest.mark.parametrize("block", range(4))
def test_the_form_of_a_table_is_detected_or_asked_for(tmp_path, block):
    path = tmp_path / "table.csv"
    for seed in range(block * TABLES_PER_BLOCK, (block + 1) * TABLES_PER_BLOCK):
        table = made_table(seed)
        path.write_bytes(table.text.encode())
        try:
            batches = rb.open_batches(path)
        except BadData:
            assert table.has_other_delimiters, (seed, table.text)
            continue

        assert (batches.form.delimiter, batches.form.header) == (table.delimiter, table.header), (seed, table.text)
        assert list(batches.kinds) == table.names, (seed, table.text)
        assert rows_of(batches) == table.rows, (seed, table.text)
