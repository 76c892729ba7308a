"""A limit on the length of requests."""

from __future__ import annotations

import json

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class BodyLimit:
    """Middleware that answers a too long request with 413 before it is in memory, whatever length its header claims."""

    def __init__(self, app: ASGIApp, max_bytes: int) -> None:
        self.app, self.max_bytes = app, max_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole request if it is short enough, and pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        claimed = dict(scope["headers"]).get(b"content-length", b"0")
        if claimed.isdigit() and int(claimed) > self.max_bytes:
            await self._reject(send)
            return
        messages: list[Message] = []
        length = 0
        more = True
        while more:
            message = await receive()
            length += len(message.get("body", b""))
            if length > self.max_bytes:
                await self._reject(send)
                return
            messages.append(message)
            more = message.get("more_body", False)

        async def replay() -> Message:
            return messages.pop(0) if messages else await receive()

        await self.app(scope, replay, send)

    async def _reject(self, send: Send) -> None:
        sentence = f"a request must be at most {self.max_bytes:,} bytes long; learn from more rows in Python"
        body = json.dumps({"error": sentence}).encode()
        headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": body})
