"""URLs of files: which are known, and what they name."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from rosenblatt.errors import BadData

PROTOCOLS = ("http", "https", "s3", "s3a", "gs", "gcs", "abfs", "abfss", "az", "hf", "memory")

_URL = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+)://")


def is_url(name: str) -> bool:
    """Whether a name is a URL."""
    return _URL.match(name) is not None


def protocol_of(url: str) -> str:
    """Return the protocol of a URL; raise if it is not known, or if the URL holds a password."""
    found = _URL.match(url)
    protocol = "" if found is None else found[1].lower()
    if protocol not in PROTOCOLS:
        known = ", ".join(f"{one}://" for one in PROTOCOLS)
        raise BadData(
            f"{name_of(url)}: {protocol}:// is not a place that files are read from; the known ones are {known}"
        )
    if is_web(url) and "@" in urlsplit(url).netloc:
        raise BadData(f"{name_of(url)}: a URL must not hold a name or a password; put credentials into the environment")
    return protocol


def is_web(url: str) -> bool:
    """Whether a URL belongs to a web server."""
    return url.lower().startswith(("http://", "https://"))


def name_of(url: str) -> str:
    """Return a URL for messages: without a password, and without what comes after the path, which may be a key."""
    if not is_web(url):
        return url
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"
