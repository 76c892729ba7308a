"""The page of ``rosenblatt play`` and its local server."""
