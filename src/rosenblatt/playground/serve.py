"""``rosenblatt play``: the page in a browser, from a server on the loopback address."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress

from rosenblatt.errors import BadParameter, MissingPackage

HOST = "127.0.0.1"


def serve(port: int, opens_browser: bool, print_line: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; port 0 is any free port."""
    try:
        import uvicorn  # noqa: PLC0415  the page is an extra

        from rosenblatt.playground.web_app import make_app  # noqa: PLC0415
    except ImportError:
        raise MissingPackage('rosenblatt play needs FastAPI and uvicorn: pip install "rosenblatt[play]"') from None
    with _listening(port) as listener:
        address = f"http://{HOST}:{listener.getsockname()[1]}/"
        print_line(f"rosenblatt play is at {address} (Ctrl-C ends it)")
        if opens_browser:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        config = uvicorn.Config(make_app(), log_level="warning", access_log=False)
        with suppress(KeyboardInterrupt):  # the way to stop it
            uvicorn.Server(config).run(sockets=[listener])


def _listening(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()  # from here on a browser waits and is not refused
    except OSError as error:
        listener.close()
        raise BadParameter(
            f"--port {port} is not available: {error.strerror}; leave out --port for any free port"
        ) from None
    return listener
