"""The local renderer: models that run in this process, through diffusers."""
