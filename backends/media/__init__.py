"""FFmpeg and PyAV behind a few functions: which ffmpeg runs, how it is run, what is in a file.

It lives with the renderers because they write and read clips as well; the film's assembly and its checks come here too.
"""
