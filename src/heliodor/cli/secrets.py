"""Passwords in settings: never on the command line, never in a file that others can read, never printed."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path
from urllib.parse import quote

from heliodor.core.errors import BadOption, HeliodorError

# As SQLAlchemy reads a URL: everything between the first colon after the user and the next @.
_PASSWORD = re.compile(r"(://[^:/@]*:)([^@]+)(?=@)")
_PARAMETER = re.compile(r"([?&](?:password|sslpassword)=)([^&]+)")
_NATS_LOGIN = re.compile(r"(nats://)([^@/]+)(?=@)")  # A user and password, or a token alone.
_USER = re.compile(r"(postgres(?:ql)?(?:\+\w+)?://[^:/@]+)@")
_LINE_ENDS = "\r\n"
MASK = "***"
MOUNTED_SECRETS = Path("/run/secrets")  # Container engines mount secrets here, readable within the container only.


def masked(url: str) -> str:
    """Return a URL with its passwords replaced."""
    for pattern in (_NATS_LOGIN, _PASSWORD, _PARAMETER):
        url = pattern.sub(rf"\g<1>{MASK}", url)
    return url


def has_secret(url: str) -> bool:
    """Return whether a URL contains a password or a token."""
    return masked(url) != url


def check_private(file: Path) -> None:
    """Refuse a file with a secret that other users of this machine can read.

    As with PostgreSQL's keys, the group may read it if root owns it: root:heliodor 0640 is usual in /etc.
    """
    if file.resolve().is_relative_to(MOUNTED_SECRETS):
        return
    status = file.stat()
    group = 0 if status.st_uid == 0 else stat.S_IRGRP
    if status.st_mode & (stat.S_IROTH | group):
        raise HeliodorError(f"{file} has a password in it and others can read it: chmod 600 {file}")


def read_password(file: Path) -> str:
    """Return the first line of a file that holds a password and nothing else."""
    try:
        check_private(file)
        password = file.read_text(encoding="utf-8").rstrip(_LINE_ENDS)
    except OSError as error:
        raise HeliodorError(f"cannot read {file}, the database's password: {error.strerror}") from None
    except UnicodeDecodeError:
        raise HeliodorError(f"{file} is not text; it has to hold the database's password") from None
    if not password or any(end in password for end in _LINE_ENDS):
        raise HeliodorError(f"{file} has to hold the database's password on one line")
    return password


def with_password(url: str, file: str) -> str:
    """Return a PostgreSQL URL with the password from a file."""
    if has_secret(url):
        raise BadOption("the database has a password already; leave it out, or leave out database_password_file")
    if not _USER.match(url):
        raise BadOption("database_password_file needs a database like postgresql://user@host/name")
    password = quote(read_password(Path(os.path.expanduser(file))), safe="")
    return _USER.sub(lambda found: f"{found[1]}:{password}@", url, count=1)
