"""Parts of CSV files: together they have the rows, the lines and the errors of the whole file."""

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rosenblatt as rb
from rosenblatt.errors import BadData
from rosenblatt.read.csv_parts import chained, range_facts
from rosenblatt.read.file_parts import PartSource, parts_of, version_of

OPTIONS = {"label": "y", "text": "x", "delimiter": ",", "quote": '"', "every_line": True}
# Quotes that open, close and stand for themselves; all line ends; spaces and comments; a byte order mark amid the file.
MESSY = st.sampled_from(
    ["a", "7", ",", '"', '""', "\n", "\r\n", "\r", " ", 'x"y', '"q,\n"', "u,v\n", '"s\r\nt",w\n', "#,\n", "\ufeff", "é"]
)
FORMS = st.fixed_dictionaries(
    {}, optional={"keep_spaces": st.just(True), "comment": st.just("#"), "quote": st.just("")}
)


def divided(path, most_bytes, options):
    """Open a file, and divide it."""
    batches = rb.open_batches(path, **options)
    (source,) = batches.sources
    ranges = parts_of(source, 0, batches.format, most_bytes)
    if ranges[0].begin is None:
        return batches, [source], ranges
    version, data = version_of(source), path.read_bytes()
    facts = [range_facts(data[one.begin : one.end], batches.form, is_first=one.begin == 0) for one in ranges]
    parts = chained(ranges, facts)
    return batches, [PartSource(source, part, version) for part in parts], parts


def read(batches, sources):
    """Rows with their lines, lines that are no rows, and no error; or the error alone."""
    rows, odd = [], []
    try:
        for source in sources:
            for batch in batches.read_part(source):
                values = batch.data.column("x").to_pylist()
                rows += zip(batch.lines.tolist(), batch.labels.tolist(), values, strict=True)
            odd += batches.take_odd_lines()
    except BadData as error:
        return [], [], str(error)
    return rows, sorted(odd, key=lambda line: line.line), None


@given(
    st.lists(MESSY, min_size=10, max_size=80).map("".join),
    st.sampled_from(["y,x\n", "y,x\r\n", "\ufeffy,x\n", 'y,"x"\n', "sep=,\ny,x\n", '"y",x\n"a\nb",c\n']),
    st.integers(1, 40),
    FORMS,
)
def test_parts_have_the_rows_the_lines_and_the_errors_of_the_file(tmp_path_factory, text, header, most_bytes, form):
    path = tmp_path_factory.mktemp("csv") / "data.csv"
    path.write_bytes((header + text).encode())
    options = {**OPTIONS, "header": True, **form}
    try:
        expected = read(whole := rb.open_batches(path, **options), whole.sources)
    except BadData:  # no file can be opened so, in parts or not
        return
    batches, sources, parts = divided(path, most_bytes, options)

    assert read(batches, sources) == expected
    assert sum(part.n_bytes for part in parts) == path.stat().st_size


def test_line_ends_in_quotes_do_not_keep_a_file_whole(tmp_path):
    path = tmp_path / "data.csv"
    rows = [f'yes,"line one of {place}\nline ""two""\n\n"\n' for place in range(200)]
    path.write_text("y,x\n" + "".join(rows), encoding="utf-8")
    _, sources, parts = divided(path, 400, OPTIONS)

    assert len(sources) > 15
    assert {part.first_line % 4 for part in parts[1:]} == {2}  # a row has four lines


@pytest.mark.parametrize(("name", "encoding"), [("data.csv", "utf-16"), ("data.csv", "latin-1"), ("data.csv.gz", None)])
def test_other_encodings_and_compressed_files_stay_whole(tmp_path, name, encoding):
    path = tmp_path / name
    text = "y,x\n" + "ja,schön\nnein,übel\n" * 50
    path.write_bytes(text.encode(encoding) if encoding else gzip.compress(text.encode()))
    options = {**OPTIONS, **({} if encoding == "utf-16" or not encoding else {"encoding": encoding})}
    _, sources, parts = divided(path, 100, options)

    assert (len(sources), parts[0].begin) == (1, None)
