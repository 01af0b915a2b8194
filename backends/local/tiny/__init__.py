"""Makes small checkpoints with random weights in the layout of the released models: test weights, never a model."""
