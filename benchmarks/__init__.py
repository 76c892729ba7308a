"""Each workload beside its rivals and the machine's limit, in one run; see README.md."""
