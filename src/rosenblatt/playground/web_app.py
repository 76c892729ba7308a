"""The small server behind the page: it learns, the page plays back."""

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
from rosenblatt.playground.options import form, make_learner, stop_early
from rosenblatt.playground.presets import PRESETS, make_preset
from rosenblatt.playground.requests import Question, Run, Sample, View
from rosenblatt.tracing.field import fields
from rosenblatt.tracing.page import empty_page, to_html
from rosenblatt.tracing.recording import record
from rosenblatt.tracing.trace import Trace, trace
from rosenblatt.tracing.verdict import verdicts

HOSTS = ["127.0.0.1", "localhost"]


def make_app() -> FastAPI:
    """Make the server's application."""
    app = FastAPI(title="rosenblatt play", docs_url=None, redoc_url=None, openapi_url=None)
    app.add_middleware(BodyLimit, most_bytes=limits.MAX_BYTES)
    app.add_middleware(TrustedHostMiddleware, allowed_hosts=HOSTS)  # no other site can speak to it by another name
    app.add_exception_handler(RequestValidationError, _not_as_asked)
    app.add_exception_handler(RosenblattError, _refused)
    app.get("/")(_page)
    app.get("/api/form")(_form)
    app.post("/api/preset")(_preset)
    app.post("/api/trace")(_trace)
    app.post("/api/certify")(_certify)
    app.post("/api/boundary")(_boundary)
    app.post("/api/page")(_saved)
    return app


def _page() -> Response:
    return Response(empty_page(), media_type="text/html", headers={"cache-control": "no-cache"})


def _form() -> Response:
    return _json({**form(), "presets": list(PRESETS), "limits": limits.as_words()})


def _preset(asked: Sample) -> Response:
    return _json(make_preset(asked.name, asked.noise, asked.seed)._asdict())


def _trace(asked: Run) -> Response:
    done = _run(asked)
    return _json({**record(done.trace), "note": done.note})


def _certify(asked: Question) -> Response:
    answer = verdicts(asked.matrix(), asked.labels, fit_intercept=asked.fit_intercept, work_limit=limits.WORK)
    return _json(answer)


def _boundary(asked: View) -> Response:
    return _json(fields(_run(asked).trace, asked.window))


def _saved(asked: Run) -> Response:
    return Response(to_html(_run(asked).trace), media_type="text/html")


class _Done(NamedTuple):
    """A run, and what there is to say about it."""

    trace: Trace
    note: str | None


def _run(asked: Run) -> _Done:
    return _traced(_RunKey(asked.model_dump_json(exclude={"window"}), asked))


@dataclass(frozen=True, slots=True)
class _RunKey:
    """A validated request that equals another if their JSON does, but for the window."""

    as_json: str
    asked: Run = field(compare=False)


@lru_cache(maxsize=4)
def _traced(key: _RunKey) -> _Done:
    """Train and trace. The page sends several requests about one run, so the last few runs are kept."""
    asked = key.asked
    X = asked.matrix()
    learner: Any = make_learner(asked.learner, asked.options)
    note = stop_early(learner, len(X))
    names = {"feature_names": asked.columns, "row_names": asked.names}
    return _Done(trace(learner, X, asked.labels, **names, max_steps=limits.MAX_STEPS), note)


def _json(content: Any, status: int = 200) -> Response:
    """Python's own writer is quicker than FastAPI's, and floats keep their bits."""
    body = json.dumps(content, allow_nan=False, separators=(",", ":"))
    return Response(body, status_code=status, media_type="application/json")


def _not_as_asked(request: Request, error: Exception) -> Response:
    """Make one sentence of the first thing that is wrong."""
    assert isinstance(error, RequestValidationError), "nothing else is handed here"
    first = error.errors()[0]
    if first["type"] == "json_invalid":
        return _json({"error": "a request must be JSON"}, 422)
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    sentence = first["msg"][:1].lower() + first["msg"][1:]
    return _json({"error": f"{where}: {sentence}" if where else sentence}, 422)


def _refused(request: Request, error: Exception) -> Response:
    return _json({"error": str(error)}, 422)
