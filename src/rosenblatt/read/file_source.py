"""Files, which can be opened any number of times."""

from __future__ import annotations

import os
from typing import IO

from rosenblatt.read.source import Source, open_file


class FileSource(Source):
    """A file, or a folder of files."""

    def _file(self, *, inspects: bool) -> IO[bytes]:
        file = open_file(self.name)
        size = 0 if inspects else os.fstat(file.fileno()).st_size
        if size:
            self.measure(lambda: 1.0 if file.closed else file.tell() / size)
        return file

    def _seekable_file(self) -> IO[bytes]:
        return open_file(self.name)
