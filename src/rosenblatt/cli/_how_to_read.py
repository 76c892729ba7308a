"""Options that say how a file is read, the same in every command."""

from __future__ import annotations

from typing import Annotated

import typer

FileFormat = Annotated[str | None, typer.Option("--format", help="Format, if the ending does not tell it.")]
Encoding = Annotated[str, typer.Option(help="Encoding of text files, such as latin-1.")]
ZeroBased = Annotated[bool, typer.Option("--zero-based", help="Features of svmlight files are counted from 0.")]
