"""The server behind the page: it trains and traces, the page plays back."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.middleware.trustedhost import TrustedHostMiddleware

from rosenblatt.errors import RosenblattError
from rosenblatt.playground import limits
from rosenblatt.playground.body_limit import BodyLimit
from rosenblatt.playground.options import form, limit_epochs, make_learner
from rosenblatt.playground.presets import PRESETS, make_preset
from rosenblatt.playground.requests import BoundaryRequest, CertifyRequest, PageRequest, PresetRequest, TraceRequest
from rosenblatt.tracing.field import fields
from rosenblatt.tracing.page import empty_page, to_html
from rosenblatt.tracing.recording import record
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
    app.get("/")(_page)
    app.get("/api/form")(_form)
    app.post("/api/preset")(_preset)
    app.post("/api/trace")(_trace)
    app.post("/api/certify")(_certify)
    app.post("/api/boundary")(_boundary)
    app.post("/api/page")(_saved_page)
    return app


def _page() -> Response:
    return Response(empty_page(), media_type="text/html", headers={"cache-control": "no-cache"})


def _form() -> Response:
    return _json({**form(), "presets": list(PRESETS), "limits": limits.for_page()})


def _preset(request: PresetRequest) -> Response:
    return _json(make_preset(request.name, request.noise, request.seed)._asdict())


def _trace(request: TraceRequest) -> Response:
    run = _run(request)
    return _json({**record(run.trace), "note": run.note})


def _certify(request: CertifyRequest) -> Response:
    found = verdicts(request.matrix(), request.labels, fit_intercept=request.fit_intercept, work_limit=limits.WORK)
    return _json(found)


def _boundary(request: BoundaryRequest) -> Response:
    return _json(fields(_run(request).trace, request.window))


def _saved_page(request: PageRequest) -> Response:
    run = _run(request)
    return Response(to_html(run.trace, request.window, run.note), media_type="text/html")


class _Run(NamedTuple):
    """A trace, and a note on what was limited."""

    trace: Trace
    note: str | None


def _run(request: TraceRequest) -> _Run:
    return _cached_run(_RunKey(request.model_dump_json(exclude={"window"}), request))


@dataclass(frozen=True, slots=True)
class _RunKey:
    """A validated request that equals another if their JSON does, but for the window."""

    as_json: str
    request: TraceRequest = field(compare=False)


@lru_cache(maxsize=4)
def _cached_run(key: _RunKey) -> _Run:
    """Train and trace. The page sends several requests about one run, so the last few runs are kept."""
    request = key.request
    X = request.matrix()
    learner: Any = make_learner(request.learner, request.options)
    note = limit_epochs(learner, len(X))
    names = {"feature_names": request.columns, "row_names": request.names}
    return _Run(trace(learner, X, request.labels, **names, max_steps=limits.MAX_STEPS), note)


def _json(content: Any, status: int = 200) -> Response:
    """Return a JSON response; Python's own encoder is faster than FastAPI's, and floats keep their bits."""
    body = json.dumps(content, allow_nan=False, separators=(",", ":"))
    return Response(body, status_code=status, media_type="application/json")


def _invalid_request(request: Request, error: Exception) -> Response:
    """Return the first error of a request in one sentence."""
    assert isinstance(error, RequestValidationError), "the handler of this error"
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _json({"error": "a request must be JSON"}, 422)
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    sentence = first["msg"][:1].lower() + first["msg"][1:]
    return _json({"error": f"{where}: {sentence}" if where else sentence}, 422)


def _rejected_request(request: Request, error: Exception) -> Response:
    return _json({"error": str(error)}, 422)
