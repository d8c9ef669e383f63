"""Live tables over HTTP and WebSocket.

The path of a request: `socket` decodes it, `commands` finds its handler, `table` plays it, `store` saves it, and
`viewers` builds the view of every receiver. Everything a process shares is in `site`.
"""
