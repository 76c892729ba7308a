"""From what a user passes to rows, labels, weights and a seed that a learner can use."""
