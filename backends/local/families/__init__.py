"""One module a family of models: how its stages are built, in the terms of its own library."""
