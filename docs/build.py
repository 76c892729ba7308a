"""Make the pages in docs/worked, docs/commands.md and the README's pictures anew: ``make docs``.

The pages are what the commands print and what their ``--help`` says; a test compares them. The pictures are drawn by
the package's own plots; those of ``rosenblatt play`` are taken in Chromium.
"""

import csv
import inspect
import subprocess
import sys
import tempfile
from pathlib import Path

import click
import numpy as np
from PIL import Image

import rosenblatt as rb
from rosenblatt.cli.app import app

HERE = Path(__file__).parent
WORKED = {
    "lecture.md": "examples/three_reviews.csv --label sentiment --text review --conventions lecture",
    "negation.md": "examples/negation.csv --label sentiment --text review --conventions lecture",
    "pairs-of-words.md": "examples/negation.csv --label sentiment --text review --ngrams 2 --conventions lecture",
    "mcculloch-pitts.md": "examples/neuron.csv --label fires --conventions mcculloch-pitts",
    "exclusive-or.md": "examples/xor.csv --label y --learner kernel-perceptron --kernel rbf --gamma 1",
}
COLUMNS = ["length_cm", "width_cm"]


def worked(options: str) -> str:
    """Run the command and give what it prints."""
    command = [str(Path(sys.executable).with_name("rosenblatt")), "trace", *options.split(), "--markdown"]
    return subprocess.run(command, cwd=HERE.parent, capture_output=True, check=True).stdout.decode("utf-8")


def commands() -> str:
    """Write down what ``--help`` says of each command."""
    parts = ["# The commands", "", "What `rosenblatt COMMAND --help` says; made by `make docs`."]
    context = click.Context(app, **app.context_settings)
    for name in app.names:
        command = app.get_command(context, name)
        text, _, example = inspect.cleandoc(command.help).partition("Example: ")
        parts += ["", f"## rosenblatt {name}", "", text.strip(), "", f"    {example}", ""]
        parts += ["| argument or option | what |", "|---|---|"]
        options = [param.get_help_record(context) for param in command.params if isinstance(param, click.Option)]
        parts += [_row(*said) for said in [*command.arguments(), *options]]
    return "\n".join(parts) + "\n"


def _row(name: str, meaning: str) -> str:
    names = name.replace("|", r"\|")  # else a column ends here
    return f"| `{names}` | {meaning.replace('  [', ' [')} |"


def draw() -> None:
    """Draw 60 fruits: the line turning, and where it ends."""
    with (HERE.parent / "examples" / "fruit.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))[:60]
    X = np.array([[float(row[name]) for name in COLUMNS] for row in rows])
    y = [row["fruit"] for row in rows]

    names = [f"fruit {place}" for place in range(1, 61)]
    trace = rb.trace(rb.Perceptron(order="cyclic"), X, y, feature_names=COLUMNS, row_names=names, max_steps=2000)
    rb.animate(trace, HERE / "turning.gif", max_frames=40, dpi=75)
    ax = rb.plot_boundary(rb.Perceptron(final="average", random_state=0).fit(X, y), X, y, feature_names=COLUMNS)
    ax.figure.savefig(HERE / "boundary.png")


def film_the_page() -> None:
    """Take a picture of ``rosenblatt play`` and film it, in Chromium."""
    command = str(Path(sys.executable).with_name("rosenblatt"))
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(["node", "pictures.mjs", command, folder], cwd=HERE.parent / "page", check=True)
        Image.open(Path(folder, "play.png")).convert("RGB").save(HERE / "play.png", optimize=True)
        frames = [Image.open(path).convert("RGB") for path in sorted(Path(folder).glob("frame-*.png"))]
    palette = frames[len(frames) // 2].quantize(160, Image.Quantize.MAXCOVERAGE)
    first, *others = [frame.quantize(palette=palette, dither=Image.Dither.NONE) for frame in frames]
    times = [1200] + [450] * (len(others) - 1) + [3000]
    first.save(HERE / "play.gif", save_all=True, append_images=others, duration=times, loop=0, optimize=True)


if __name__ == "__main__":
    for page, options in WORKED.items():
        (HERE / "worked" / page).write_text(worked(options), encoding="utf-8")
    (HERE / "commands.md").write_text(commands(), encoding="utf-8")
    draw()
    film_the_page()
