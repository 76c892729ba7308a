"""The server returns results of the package, and rejects bad requests with a sentence."""

import json
from contextlib import nullcontext

import numpy as np
import pytest

import rosenblatt as rb

pytest.importorskip("fastapi", reason="the page is an extra: pip install 'rosenblatt[play]'")

from fastapi.testclient import TestClient

from rosenblatt.learn.catalogue import CATALOGUE
from rosenblatt.playground import limits, web_app
from rosenblatt.playground.turns import TurnLost
from rosenblatt.playground.web_app import make_app

ROWS, LABELS = [[0, 0], [0, 1], [1, 0], [1, 1]], ["no", "no", "no", "yes"]
RUN = {"learner": "perceptron", "rows": ROWS, "labels": LABELS}
client = TestClient(make_app(), base_url="http://127.0.0.1")


def post(path, body):
    return client.post(path, json=body)


def test_the_page_is_one_file_that_sends_requests_to_its_server_only():
    response = client.get("/")

    assert response.headers["content-type"].startswith("text/html")
    assert "connect-src 'self'" in response.text
    assert "default-src 'none'" in response.text


def test_the_form_names_every_learner_preset_and_limit():
    form = client.get("/api/form").json()

    assert [learner["name"] for learner in form["learners"]] == list(CATALOGUE)
    assert "xor" in form["presets"]
    assert form["limits"]["rows"] == limits.MAX_ROWS


@pytest.mark.parametrize("learner", CATALOGUE)
def test_the_weights_are_those_of_fit(learner):
    content = post("/api/trace", {**RUN, "learner": learner}).json()
    model = CATALOGUE[learner](order="cyclic", random_state=0, max_iter=100).fit(ROWS, LABELS)

    assert content["parts"][0]["stop_reason"] == model.stop_reason_
    if learner == "kernel-perceptron":
        assert content["kind"] == "kernel"
    else:
        assert content["kept"] == {"weights": model.coef_.T.tolist(), "bias": model.intercept_.tolist()}


def test_options_reach_the_learner():
    content = post("/api/trace", {**RUN, "options": {"learning_rate": 0.25, "fit_intercept": False}}).json()

    assert "learning_rate=0.25" in content["learner"]
    assert content["fit_intercept"] is False


def test_the_verdict_is_that_of_certify():
    (verdict,) = post("/api/certify", {"rows": ROWS, "labels": ["a", "b", "b", "a"]}).json()

    assert verdict["verdict"] == "inseparable"
    assert verdict["point"] == [0.5, 0.5]


def test_the_field_of_a_kernel_comes_from_the_fitted_model():
    xor = {**RUN, "labels": ["a", "b", "b", "a"], "learner": "kernel-perceptron", "window": [-1, 2, -1, 2]}
    found = post("/api/boundary", xor).json()

    assert len(found["fields"][-1]) == found["across"] * found["up"]
    assert set(np.sign(found["fields"][-1])) >= {-1, 1}


def test_the_lines_of_seeds_are_those_of_fits():
    lines = post("/api/seeds", RUN).json()
    model = CATALOGUE["perceptron"](order="shuffled", random_state=3, max_iter=100).fit(ROWS, LABELS)

    assert lines["weights"][3] == model.coef_[0].tolist()
    assert lines["bias"][3] == model.intercept_[0]


def test_test_rows_are_predicted_and_not_learned():
    tests = {"test_rows": [[5, 5], [5, 4], [-5, -5]], "test_labels": ["yes", "no", "no"]}
    with_tests, without = post("/api/trace", {**RUN, **tests}).json(), post("/api/trace", RUN).json()

    assert with_tests["held_out"]["wrong"] == [1]
    assert with_tests["held_out"]["wrong_learned"] == 0
    assert with_tests["parts"] == without["parts"]
    page = post("/api/page", {**RUN, **tests}).text
    assert json.loads(page.split('id="recording">')[1].split("</script>")[0])["held_out"] == with_tests["held_out"]


def test_a_saved_page_is_what_to_html_writes(tmp_path):
    learner = CATALOGUE["perceptron"](order="cyclic", random_state=0, max_iter=100)
    trace = rb.trace(learner, np.array(ROWS, dtype=float), LABELS, max_steps=limits.MAX_STEPS)
    trace.to_html(tmp_path / "page.html")

    assert post("/api/page", RUN).text == (tmp_path / "page.html").read_text(encoding="utf-8")


def test_a_long_run_is_recorded_in_part():
    random = np.random.default_rng(0)
    rows = random.normal(size=(limits.MAX_ROWS, 2)).tolist()
    options = {"max_iter": 50, "tol": None, "when_stalled": "stop"}
    body = {"learner": "perceptron", "rows": rows, "labels": ["a", "b"] * (limits.MAX_ROWS // 2), "options": options}
    (part,) = post("/api/trace", body).json()["parts"]

    assert len(part["steps"]["row"]) == limits.MAX_STEPS
    assert part["n_steps"] == 50 * limits.MAX_ROWS


def test_a_kernel_learner_that_is_stopped_early_comes_with_a_note():
    random = np.random.default_rng(0)
    body = {"learner": "kernel-perceptron", "rows": random.normal(size=(100, 2)).tolist(), "labels": ["a", "b"] * 50}
    content = post("/api/trace", {**body, "options": {"max_iter": 1000, "tol": None, "kernel": "linear"}}).json()

    assert content["note"].startswith("This page stops after 200 epochs of 100 rows")
    assert content["parts"][0]["n_steps"] == 20_000


LONG = {"max_iter": 1000, "tol": None, "when_stalled": "stop"}


@pytest.mark.parametrize(("path", "multiclass"), [("/api/trace", "joint"), ("/api/page", "ovo")])
def test_the_answer_to_the_largest_request_has_at_most_twenty_megabytes(path, multiclass):
    random = np.random.default_rng(0)
    rows = random.normal(size=(limits.MAX_ROWS, limits.MAX_COLUMNS)).tolist()
    labels = [f"class {k % limits.MAX_CLASSES}" for k in range(limits.MAX_ROWS)]
    body = {"learner": "perceptron", "rows": rows, "labels": labels, "options": {**LONG, "multiclass": multiclass}}
    response = post(path, body)

    assert response.status_code == 200
    assert 1_000_000 < len(response.content) <= limits.MAX_ANSWER == 20_000_000


def test_an_answer_that_is_too_long_is_refused_with_a_sentence(monkeypatch):
    monkeypatch.setattr(limits, "MAX_ANSWER", 1_000)
    response = post("/api/trace", RUN)

    assert response.status_code == 422
    assert response.json()["error"].startswith("the answer is 0 MB long, and this page allows 0 MB; use fewer rows")


def test_an_order_list_cannot_pass_the_limits():
    response = post("/api/trace", {**RUN, "options": {"order": [0, 1, 2, 3] * 10_000}})

    assert response.status_code == 422
    assert response.json()["error"].startswith("order must be one value on this page, not a list")


def test_the_epochs_within_the_limits_count_problems_and_budgets():
    random = np.random.default_rng(0)
    options = {"max_iter": 1000, "tol": None, "budget": 100, "multiclass": "ovr"}
    body = {"learner": "kernel-perceptron", "rows": random.normal(size=(100, 2)).tolist(), "options": options}
    content = post("/api/trace", {**body, "labels": [f"class {k % 8}" for k in range(100)]}).json()

    assert sum(part["n_steps"] for part in content["parts"]) <= limits.MAX_SEEN_BY_KERNEL
    assert "use fewer rows or fewer classes or a smaller budget for more" in content["note"]


def test_a_request_that_lost_its_turn_is_answered_with_a_sentence(monkeypatch):
    def lose(*_):
        raise TurnLost("a newer request of this page took the place of this one")

    monkeypatch.setattr(client.app.state.turns, "turn", lose)
    response = post("/api/trace", RUN)

    assert response.status_code == 409
    assert response.json() == {"error": "a newer request of this page took the place of this one"}


@pytest.mark.parametrize("path", ["/api/trace", "/api/certify", "/api/boundary", "/api/seeds", "/api/page"])
def test_every_heavy_request_takes_its_turn(monkeypatch, path):
    asked = []
    monkeypatch.setattr(client.app.state.turns, "turn", lambda *key: asked.append(key) or nullcontext())
    body = {**RUN, "learner": "kernel-perceptron"} if path != "/api/certify" else {"rows": ROWS, "labels": LABELS}
    if path == "/api/boundary":
        body["window"] = [-1, 2, -1, 2]
    client.post(path, json=body, headers={"x-client": "one page"})
    client.post(path, json=body)

    assert asked == [("one page", path), ("testclient", path)]


def test_a_saved_page_shows_the_window_and_the_note_of_the_live_one():
    run = {**RUN, "learner": "voted-perceptron", "options": {"max_iter": 1000, "tol": None}, "rows": ROWS * 100}
    page = post("/api/page", {**run, "labels": LABELS * 100, "window": [-1, 2, -1.5, 2.5]}).text
    recording = json.loads(page.split('id="recording">')[1].split("</script>")[0])

    assert recording["window"] == recording["fields"]["window"] == [-1, 2, -1.5, 2.5]
    assert recording["note"].startswith("This page stops after")


def test_several_requests_about_one_run_train_once(monkeypatch):
    trained = []
    monkeypatch.setattr(web_app, "trace", lambda *args, **options: trained.append(1) or rb.trace(*args, **options))
    run = {**RUN, "learner": "kernel-perceptron", "labels": ["once", "twice", "twice", "once"]}
    post("/api/trace", {**run, "test_rows": [[2, 2]], "test_labels": ["once"]})
    traced = post("/api/trace", run).json()
    fields = [post("/api/boundary", {**run, "window": [-1, 2, -1, top]}).json() for top in (2, 3)]
    post("/api/trace", {**run, "options": {"kernel": "poly"}})

    assert len(trained) == 2
    assert traced["kind"] == "kernel"
    assert fields[0]["steps"] == fields[1]["steps"]


def test_presets_are_made_by_the_server():
    made = post("/api/preset", {"name": "moons", "noise": 0.2}).json()

    assert made["columns"] == ["x₁", "x₂"]
    assert len(made["rows"]) == len(made["labels"]) == 80


BIG = [[float(k), 0.0] for k in range(limits.MAX_ROWS + 1)]


@pytest.mark.parametrize(
    ("path", "body", "words"),
    [
        ("/api/trace", {**RUN, "learner": "svm"}, "learner must be one of perceptron,"),
        ("/api/trace", {**RUN, "options": {"margin": -1}}, "margin must be a number of at least 0, got -1"),
        ("/api/trace", {**RUN, "options": {"order": "sorted"}}, "order must be 'shuffled', 'cyclic'"),
        ("/api/trace", {**RUN, "options": {"verbose": 1}}, "perceptron has no option 'verbose'"),
        ("/api/trace", {**RUN, "options": {"learning_rate": "fast"}}, "must be a number above 0, got 'fast'"),
        ("/api/trace", {**RUN, "rows": BIG, "labels": ["a"] * len(BIG)}, "rows: list should have at most 500 items"),
        ("/api/trace", {**RUN, "rows": [[0], [0, 1]], "labels": ["a", "b"]}, "the same number of columns, got 1 to 2"),
        ("/api/trace", {**RUN, "rows": [[], []], "labels": ["a", "b"]}, "rows must have 1 to 50 columns, got 0"),
        ("/api/trace", {**RUN, "labels": ["a"]}, "there must be one label per row, got 1 labels for 4 rows"),
        ("/api/trace", {**RUN, "labels": ["a"] * 4}, "labels must be of 2 to 8 classes, got 1"),
        ("/api/trace", {**RUN, "rows": [["x", 0], [0, 1]]}, "rows.0.0: input should be a valid number"),
        ("/api/trace", {**RUN, "rows": [[1e300, 0], [0, 1]]}, "rows.0.0: input should be less than or equal to 10"),
        ("/api/trace", {**RUN, "columns": ["one"]}, "feature_names must be 2 names"),
        ("/api/trace", {**RUN, "test_rows": [[1]], "test_labels": ["a"]}, "test rows must have 2 columns"),
        ("/api/trace", {**RUN, "test_rows": [[1, 2]]}, "one label per test row, got 0 labels for 1 rows"),
        ("/api/trace", {**RUN, "surprise": 1}, "surprise: extra inputs are not permitted"),
        ("/api/trace", [1, 2], "input should be a valid dictionary"),
        ("/api/boundary", {**RUN, "window": [0, 1, 0, 1]}, "a field needs a kernel learner or a vote"),
        ("/api/boundary", {**RUN, "window": [0, 1]}, "window.2: field required"),
        ("/api/certify", {"rows": ROWS, "labels": ["a"] * 4}, "labels must be of 2 to 8 classes, got 1"),
        ("/api/preset", {"name": "spiral"}, "name: string should match pattern"),
        ("/api/preset", {"name": "xor", "noise": 1e9}, "noise: input should be less than or equal to 3"),
    ],
)
def test_a_bad_request_is_answered_with_one_sentence(path, body, words):
    response = post(path, body)

    assert response.status_code == 422
    assert words in response.json()["error"]
    assert "\n" not in response.json()["error"]


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999"])
def test_a_number_that_is_not_finite_is_rejected(number):
    body = json.dumps({**RUN, "rows": [["?", 0], [0, 1]]}).replace('"?"', number)
    response = client.post("/api/trace", content=body, headers={"content-type": "application/json"})

    assert response.status_code == 422
    assert "rows.0.0: input should be a finite number" in response.json()["error"]


def test_what_is_not_json_is_rejected():
    response = client.post("/api/trace", content=b"{", headers={"content-type": "application/json"})

    assert response.status_code == 422
    assert response.json() == {"error": "a request must be JSON"}


def test_a_hundred_megabytes_are_rejected_before_they_are_read():
    chunks = iter([b"[" * 10**6] * 100)
    response = client.post("/api/trace", content=chunks)

    assert response.status_code == 413
    assert response.json()["error"].startswith("a request must be at most 2,000,000 bytes long")
    assert client.post("/api/trace", content=b"x", headers={"content-length": "100000000"}).status_code == 413


def test_a_request_for_another_host_is_rejected():
    assert client.get("/api/form", headers={"host": "evil.example"}).status_code == 400


@pytest.mark.parametrize("path", ["/docs", "/openapi.json", "/static/../app.py", "/api/nothing"])
def test_there_are_no_other_paths(path):
    assert client.get(path).status_code in (404, 405)
