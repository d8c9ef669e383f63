"""Keeps banned people from coming back as somebody new: for a while, the address they use takes no new people.

There are no accounts, so deleting the cookie would end a ban. Known people at the same address go on as before.
Addresses are held in memory only, as keyed hashes, and sent to the other processes of the site; a restart forgets them.
"""

from __future__ import annotations

import ipaddress
from typing import TYPE_CHECKING

from heliodor.server.refusal import Refusal

if TYPE_CHECKING:
    from heliodor.server.site import Site

HOUR = 3_600_000
RENEWED_AFTER = 60_000  # While an address is seen again and again, its time is extended once a minute.
IPV6_PREFIX = 64  # What a provider gives to one household.
# A proxy on this machine that does not name its visitors: these addresses are everybody's.
OWN = frozenset(("127.0.0.1", "::1"))


class Newcomers:
    """The addresses that take no new people now."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._held: dict[str, int] = {}  # Hash of an address -> until when.

    def hold(self, address: str) -> None:
        """Hold an address from which a banned person has come, here and in the other processes."""
        now, hours = self._site.now(), self._site.config.ban_hours
        network = network_of(address)
        if network is None or not hours:
            return
        held = self._site.signer.hash_address(network)
        until = now + hours * HOUR
        if self._held.get(held, 0) + RENEWED_AFTER < until:
            self.heard(held, until)
            self._site.nudge_held(held, until)

    def heard(self, held: str, until: int) -> None:
        """Hold an address of which another process has told."""
        now = self._site.now()
        self._held = {each: end for each, end in self._held.items() if end > now}
        self._held[held] = until

    def check(self, address: str) -> None:
        """Refuse a new person at an address that is held."""
        network = network_of(address)
        if self._held and network and self._held.get(self._site.signer.hash_address(network), 0) > self._site.now():
            text = "somebody at your address is banned, so no new people can come from it for now"
            raise Refusal("no_newcomers", text, status=403)


def network_of(address: str) -> str | None:
    """Return the part of an address that one visitor has: a network for IPv6; None if it says nothing of a visitor."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return None
    if isinstance(found, ipaddress.IPv6Address) and found.ipv4_mapped is not None:
        found = found.ipv4_mapped
    if str(found) in OWN:
        return None
    return str(ipaddress.ip_network((found, IPV6_PREFIX), strict=False) if found.version == 6 else found)
