"""Renderers behind one protocol. None are in this version; `h3prompt.limits` knows what each of them accepts."""
