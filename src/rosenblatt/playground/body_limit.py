"""No request is larger than it need be."""

from __future__ import annotations

import json

from starlette.types import ASGIApp, Message, Receive, Scope, Send


class BodyLimit:
    """Answer a request that is too long with 413, before it is held in memory, whatever length it claims to have."""

    def __init__(self, app: ASGIApp, most_bytes: int) -> None:
        self.app, self.most_bytes = app, most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read the whole request, if it is short enough, and pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        claimed = dict(scope["headers"]).get(b"content-length", b"0")
        if claimed.isdigit() and int(claimed) > self.most_bytes:
            await self._refuse(send)
            return
        messages: list[Message] = []
        length = 0
        more = True
        while more:
            message = await receive()
            length += len(message.get("body", b""))
            if length > self.most_bytes:
                await self._refuse(send)
                return
            messages.append(message)
            more = message.get("more_body", False)

        async def replay() -> Message:
            return messages.pop(0) if messages else await receive()

        await self.app(scope, replay, send)

    async def _refuse(self, send: Send) -> None:
        sentence = f"a request must be at most {self.most_bytes:,} bytes long; learn from more rows in Python"
        body = json.dumps({"error": sentence}).encode()
        headers = [(b"content-type", b"application/json"), (b"connection", b"close")]
        await send({"type": "http.response.start", "status": 413, "headers": headers})
        await send({"type": "http.response.body", "body": body})
