"""Record what is new."""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.learned_bits import CASES, RECORDED, computed, recorded


def record() -> int:
    """Add new entries; return 1 if a recorded one is computed otherwise now, which stays as it is."""
    known, new = recorded(), {}
    for name in CASES:
        with TemporaryDirectory() as folder:
            new |= computed(name, Path(folder))
    changed = sorted(name for name in new if known.get(name, new[name]) != new[name])
    entries = dict(sorted((new | known).items()))
    RECORDED.write_text(json.dumps(entries, indent=0) + "\n", encoding="utf-8")
    print(f"{len(entries) - len(known)} entries added, {len(known)} kept")
    for name in changed:
        print(f"not recorded, since it differs from what is there: {name}", file=sys.stderr)
    return 1 if changed else 0


if __name__ == "__main__":
    sys.exit(record())
