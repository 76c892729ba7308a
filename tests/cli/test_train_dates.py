"""``rosenblatt train`` with a column of dates."""

from datetime import date, timedelta

import rosenblatt as rb


def test_the_weekday_of_a_date_is_learned(run, written, tmp_path):
    days = [date(2024, 1, 1) + timedelta(days=7 * row // 3) for row in range(300)]
    lines = [f"{day.isoformat()},{'yes' if day.weekday() == 4 else 'no'}" for day in days]
    file, model = written("\n".join(["day,full", *lines]) + "\n", "days.csv"), tmp_path / "m"
    result = run("train", file, "--label", "full", "-o", model)

    assert ["day", "date", "0", "300"] in [line.split()[:4] for line in result.stdout.splitlines()]
    new = written("day\n2030-01-04\n2030-01-05\nsoon\n", "new.csv")
    assert run("predict", model, new).stdout.split()[:3] == ["prediction", "yes", "no"]
    assert "day.weekday=Friday" in run("inspect", model).stdout
    kinds = rb.open_batches(file, label="full", categorical="day").kinds
    assert kinds == {"day": "category"}
    refused = run("export", model, "--to", "sklearn", "-o", tmp_path / "m.joblib")
    assert refused.exit_code == 1
    assert "scikit-learn has no steps for dates" in refused.stderr
