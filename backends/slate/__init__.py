"""The slate renderer: an animatic of every clip, drawn from the plan, so that a film's timing can be judged before a model runs.

It draws what it is told and imagines nothing. Every frame says that it is no finished shot.
"""
