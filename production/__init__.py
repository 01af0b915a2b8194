"""The engine that makes films: the only package that knows what a film is, and the ``h3`` command."""
