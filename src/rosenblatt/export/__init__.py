"""Models for other programs: ONNX, scikit-learn, CSV."""
