"""Takes: what was rendered, in which state it is, and which one the film shows."""
