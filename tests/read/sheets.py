"""Workbooks as bytes."""

import io
import zipfile
from xml.sax.saxutils import escape

import openpyxl

from tests.read.archives import zipped

_ODS = b"application/vnd.oasis.opendocument.spreadsheet"
_NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"' for name in ("office", "table", "text")
)


def as_xlsx(rows, name="Sheet", others=None):
    """A workbook of Excel, as openpyxl writes it."""
    book = openpyxl.Workbook()
    book.active.title = name
    for row in rows:
        book.active.append(row)
    for other, more in (others or {}).items():
        sheet = book.create_sheet(other)
        for row in more:
            sheet.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def as_ods(rows):
    """A workbook of LibreOffice, with the empty cells that it writes after those of the table."""
    cells = "".join(f"<table:table-row>{''.join(map(_cell, row))}{_empty(16000)}</table:table-row>" for row in rows)
    rest = f'<table:table-row table:number-rows-repeated="1048000">{_empty(16384)}</table:table-row>'
    return ods_of(f"{cells}{rest}")


def ods_of(rows):
    """A workbook with the rows that are given as XML."""
    body = f'<office:spreadsheet><table:table table:name="Sheet">{rows}</table:table></office:spreadsheet>'
    content = f'<?xml version="1.0"?><office:document-content {_NAMESPACES}><office:body>{body}</office:body>'
    manifest = '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    parts = {"content.xml": f"{content}</office:document-content>", "META-INF/manifest.xml": manifest}
    return zipped({"mimetype": _ODS, **parts})


def with_part(workbook, name, change):
    """The workbook with one part changed."""
    with zipfile.ZipFile(io.BytesIO(workbook)) as archive:
        parts = {one: archive.read(one) for one in archive.namelist()}
    return zipped(parts | {name: change(parts[name])})


def _empty(times):
    return f'<table:table-cell table:number-columns-repeated="{times}"/>'


def _cell(value):
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, (int, float)):
        return f'<table:table-cell office:value-type="float" office:value="{value!r}"/>'
    lines = "".join(f"<text:p>{escape(line)}</text:p>" for line in value.split("\n"))
    return f'<table:table-cell office:value-type="string">{lines}</table:table-cell>'
