"""Options that say how a file is read, the same in every command."""

from __future__ import annotations

import click

format_option = click.option("--format", "file_format", metavar="NAME", help="Format, if the ending does not tell it.")
encoding_option = click.option(
    "--encoding", default="utf-8", metavar="NAME", help="Encoding of text files, such as latin-1."
)
zero_based_option = click.option("--zero-based", is_flag=True, help="Features of svmlight files are counted from 0.")
