"""Archives in memory."""

import io
import zipfile


def zipped(files, compression=zipfile.ZIP_DEFLATED):
    """A zip archive of contents by name."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", compression) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return out.getvalue()
