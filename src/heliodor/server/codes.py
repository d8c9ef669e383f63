"""Close codes of sockets; clients that were not refused reconnect."""

BAD_MESSAGE = 4400  # It could not be parsed, or was not the expected one.
REMOVED = 4403  # The seat is gone and watching is not allowed, or the origin is foreign.
NOT_FOUND = 4404  # There is no such table for this person.
SIGNED_OUT = 4401  # The cookie is no longer valid; a device that has the new one reconnects.
TOO_SLOW = 4408  # Too many messages were queued for this client.
