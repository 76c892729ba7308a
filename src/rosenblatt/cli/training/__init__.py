"""The command ``rosenblatt train``: its options, its plan, the run and the report."""
