"""Fitting of what bots and hints know: matches of bots are played, numbers fitted to them, and the result checked.

Everything here can be repeated: a file of fitted numbers says which command made it.
"""
