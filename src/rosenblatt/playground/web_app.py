"""The server behind the page: it trains and traces, the page plays back."""

from __future__ import annotations

import json
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.middleware.trustedhost import TrustedHostMiddleware

from rosenblatt.errors import BadData, RosenblattError
from rosenblatt.playground import limits
from rosenblatt.playground.body_limit import BodyLimit
from rosenblatt.playground.options import form, make_learner
from rosenblatt.playground.presets import GATES, PRESETS, make_preset
from rosenblatt.playground.requests import (
    BoundaryRequest,
    CertifyRequest,
    PageRequest,
    PresetRequest,
    ReviewRequest,
    TraceRequest,
    WordsRequest,
)
from rosenblatt.playground.turns import TurnLost, Turns
from rosenblatt.playground.words import encode, encode_one
from rosenblatt.playground.work import Run, Shape, limit_epochs
from rosenblatt.tracing.field import fields
from rosenblatt.tracing.page import empty_page, to_html
from rosenblatt.tracing.recording import record
from rosenblatt.tracing.seeds import seed_lines
from rosenblatt.tracing.trace import Trace, trace
from rosenblatt.tracing.verdict import verdicts

HOSTS = ["127.0.0.1", "localhost"]


def make_app() -> FastAPI:
    """Return the ASGI application."""
    app = FastAPI(title="rosenblatt play", docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(BodyLimit, max_bytes=limits.MAX_BYTES)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=HOSTS)  # against DNS rebinding
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.add_exception_handler(RosenblattError, _rejected_request)
    app.add_exception_handler(TurnLost, _lost_turn)
    app.state.turns = Turns()
    app.get("/")(_page)
    app.get("/api/form")(_form)
    app.post("/api/preset")(_preset)
    app.post("/api/words")(_words)
    app.post("/api/review")(_review)
    app.post("/api/trace")(_trace)
    app.post("/api/certify")(_certify)
    app.post("/api/boundary")(_boundary)
    app.post("/api/seeds")(_seeds)
    app.post("/api/page")(_saved_page)
    return app


def _page() -> Response:
    return Response(empty_page(), media_type="text/html", headers={"cache-control": "no-cache"})


def _form() -> Response:
    return _json({**form(), "presets": [name for name in PRESETS if name not in GATES], "limits": limits.for_page()})


def _preset(request: PresetRequest) -> Response:
    return _json(make_preset(request.name, request.noise, request.seed)._asdict())


def _words(request: WordsRequest) -> Response:
    columns, rows = encode(request.texts, pairs=request.pairs)
    return _json({"columns": columns, "rows": rows})


def _review(request: ReviewRequest) -> Response:
    return _json(encode_one(request.texts, request.review, pairs=request.pairs))


def _trace(request: TraceRequest, http: Request) -> Response:
    with _turn(http):
        run, tests = _run(request), request.tests()
        return _json({**record(run.trace, with_verdicts=False, tests=tests), "note": run.note})


def _certify(request: CertifyRequest, http: Request) -> Response:
    with _turn(http):
        learner = make_learner(request.learner, request.options)
        return _json(verdicts(learner, request.matrix(), request.labels, work_limit=limits.WORK))


def _boundary(request: BoundaryRequest, http: Request) -> Response:
    with _turn(http):
        return _json(fields(_run(request).trace, request.window))


def _seeds(request: TraceRequest, http: Request) -> Response:
    with _turn(http):
        return _json(seed_lines(_run(request).trace))


def _saved_page(request: PageRequest, http: Request) -> Response:
    with _turn(http):
        run, tests = _run(request), request.tests()
        return _response(to_html(run.trace, request.window, run.note, tests), "text/html")


def _turn(http: Request) -> AbstractContextManager[None]:
    """Wait for the turn of a request; pages name themselves, and other programs are told apart by their address."""
    address = "" if http.client is None else http.client.host
    turns: Turns = http.app.state.turns
    return turns.turn(http.headers.get("x-client", address), http.url.path)


class _TracedRun(NamedTuple):
    """A trace, and a note on what was limited."""

    trace: Trace
    note: str | None


def _run(request: TraceRequest) -> _TracedRun:
    return _cached_run(_RunKey(request.model_dump_json(exclude={"window", "test_rows", "test_labels"}), request))


@dataclass(frozen=True, slots=True)
class _RunKey:
    """A validated request that equals another if their JSON does, but for the window and the test rows."""

    as_json: str
    request: TraceRequest = field(compare=False)


@lru_cache(maxsize=4)
def _cached_run(key: _RunKey) -> _TracedRun:
    """Train and trace. The page sends several requests about one run, so the last few runs are kept."""
    request = key.request
    X = request.matrix()
    learner: Any = make_learner(request.learner, request.options)
    shape = Shape(len(X), X.shape[1], len(set(request.labels)))
    note = limit_epochs(learner, shape)
    names = {"feature_names": request.columns, "row_names": request.names}
    return _TracedRun(trace(learner, X, request.labels, **names, max_steps=Run(learner, shape).max_steps), note)


def _json(content: Any, status: int = 200) -> Response:
    """Return a JSON response; Python's own encoder is faster than FastAPI's, and floats keep their bits."""
    return _response(json.dumps(content, allow_nan=False, separators=(",", ":")), "application/json", status)


def _response(content: str, media_type: str, status: int = 200) -> Response:
    """Return a response that is not too long."""
    body = content.encode()
    if len(body) > limits.MAX_ANSWER:
        raise BadData(
            f"the answer is {len(body) / 1e6:.0f} MB long, and this page allows {limits.MAX_ANSWER / 1e6:.0f} MB; use "
            "fewer rows, columns or classes, or a smaller max_iter; there is no such limit in Python"
        )
    return Response(body, status_code=status, media_type=media_type)


def _invalid_request(request: Request, error: Exception) -> Response:
    """Return the first error of a request in one sentence."""
    assert isinstance(error, RequestValidationError), "the handler of this error"
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _json({"error": "a request must be JSON"}, 422)
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    sentence = first["msg"][:1].lower() + first["msg"][1:]
    return _json({"error": f"{where}: {sentence}" if where else sentence}, 422)


def _lost_turn(request: Request, error: Exception) -> Response:
    return _json({"error": str(error)}, 409)


def _rejected_request(request: Request, error: Exception) -> Response:
    return _json({"error": str(error)}, 422)
