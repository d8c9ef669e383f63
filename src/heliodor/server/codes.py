"""With which code a socket is closed; clients that were not refused connect again."""

BAD_MESSAGE = 4400  # It could not be read, or was not the one that had to come.
REMOVED = 4403  # The seat is gone and watching is not allowed, or the page is not ours.
NOT_FOUND = 4404  # There is no such table for this person.
TOO_SLOW = 4408  # Too many messages were waiting to be read.
