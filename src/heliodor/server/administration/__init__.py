"""What the host of a site can do: the orders, their effect, and the Unix socket by which a running server takes them.

`heliodor admin` carries an order out on the database itself if no server runs; otherwise it hands it to the server, so
that people at live tables notice at once. Both ways end in `perform`, and both write the same audit entry.
"""
