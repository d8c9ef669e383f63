"""Notices: which this site offers, and which a browser wants."""

from __future__ import annotations

import msgspec

from heliodor.protocol.http import Done, PushInfo, PushKinds, PushLook, PushWanted
from heliodor.server.http.endpoint import Call, Endpoint
from heliodor.server.identity import new_id
from heliodor.server.push import check_keys
from heliodor.server.refusal import Refusal
from heliodor.store import notices as notice_store
from heliodor.store.rows import SubscriptionRow

MOST_BROWSERS = 20  # Of a person.


async def push_info(call: Call) -> PushInfo:
    """Return the site's key, if it offers notices."""
    push = call.site.notices.push
    return PushInfo(key=None if push is None else push.public_key)


async def want(call: Call) -> Done:
    """Set the kinds of notices that a browser wants; with none it is forgotten."""
    wanted: PushWanted = call.body
    push, me = call.site.notices.push, call.me.id
    if push is None:
        raise Refusal("no_push", "this site does not offer notices", status=404)
    if not wanted.kinds:
        await call.site.store.write(notice_store.unsubscribe, me, wanted.endpoint)
        return Done()
    if not push.serves(wanted.endpoint) or not check_keys(wanted.p256dh, wanted.auth):
        raise Refusal("bad_subscription", "this is not a subscription of a known push service", status=422)
    mine = await call.site.store.read(notice_store.subscriptions_of, me)
    if len(mine) >= MOST_BROWSERS and all(row.endpoint != wanted.endpoint for row in mine):
        await call.site.store.write(notice_store.forget, [mine[0].id])
    kinds = msgspec.json.encode(sorted(set(wanted.kinds))).decode()
    row = SubscriptionRow(new_id(), me, wanted.endpoint, wanted.p256dh, wanted.auth, kinds, call.site.now())
    await call.site.store.write(notice_store.subscribe, row)
    return Done()


async def chosen_notices(call: Call) -> PushKinds:
    """Return the kinds of notices that a browser gets now."""
    wanted: PushLook = call.body
    mine = await call.site.store.read(notice_store.subscriptions_of, call.me.id)
    found = next((row for row in mine if row.endpoint == wanted.endpoint), None)
    return PushKinds(kinds=[] if found is None else msgspec.json.decode(found.kinds, type=list))


ENDPOINTS = (
    Endpoint(
        "GET", "/api/push", "The key for notices; null if this site offers none.", push_info, PushInfo, for_people=False
    ),
    Endpoint(
        "POST", "/api/me/push", "Set the notices that a browser wants.", want, Done, takes=PushWanted, effect="own"
    ),
    Endpoint(
        "POST", "/api/me/push/look", "The notices that a browser gets.", chosen_notices, PushKinds, takes=PushLook
    ),
)
