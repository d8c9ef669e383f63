"""Live tables over HTTP and WebSocket.

One request goes: `socket` decodes it, `commands` finds out what it is, `table` plays it, `store` saves it, `viewing`
makes every receiver's own view of it. Everything a process shares is in `site`.
"""
