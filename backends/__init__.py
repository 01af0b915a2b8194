"""Renderers behind one protocol: `contract` says what one is, `registry` which ones there are, `media` runs ffmpeg.

This version has one, the slate, which draws an animatic. `h3prompt.limits` knows what each of the others accepts.
"""
