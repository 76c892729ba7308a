"""Files to read."""

import pytest


@pytest.fixture
def written(tmp_path):
    """Write bytes or text to a file and return its path."""

    def write(content, name="data.csv"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    return write
