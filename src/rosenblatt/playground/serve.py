"""``rosenblatt play``: the page in the user's own browser, from a server that only this machine can reach."""

from __future__ import annotations

import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import suppress

from rosenblatt.errors import BadParameter, MissingPackage

HOST = "127.0.0.1"


def serve(port: int, opens_browser: bool, say: Callable[[str], None]) -> None:
    """Serve the page until Ctrl-C; port 0 is any that is free."""
    try:
        import uvicorn  # noqa: PLC0415  the page is an extra

        from rosenblatt.playground.web_app import make_app  # noqa: PLC0415
    except ImportError:
        raise MissingPackage('rosenblatt play needs FastAPI and uvicorn: pip install "rosenblatt[play]"') from None
    with _listening(port) as listener:
        address = f"http://{HOST}:{listener.getsockname()[1]}/"
        say(f"rosenblatt play is at {address} (Ctrl-C ends it)")
        if opens_browser:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()
        config = uvicorn.Config(make_app(), log_level="warning", access_log=False)
        with suppress(KeyboardInterrupt):  # that is how it ends
            uvicorn.Server(config).run(sockets=[listener])


def _listening(port: int) -> socket.socket:
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
        listener.listen()  # from now on a browser waits instead of being refused
    except OSError as error:
        listener.close()
        raise BadParameter(
            f"--port {port} cannot be had: {error.strerror}; leave it out for any that is free"
        ) from None
    return listener
