"""The kernel perceptron: the same walk where the weights are never formed."""
