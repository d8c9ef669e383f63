"""Where the Unix socket of a running server is, and whose it is."""

from __future__ import annotations

import hashlib
import os
import socket
import struct
import tempfile
from pathlib import Path

from sqlalchemy import make_url

from heliodor.core.errors import HeliodorError

OTHERS = 0o077  # Permissions of other users.


def socket_path(database: str) -> Path:
    """Return the path of the socket for a database: the same for the server and for `heliodor admin`."""
    url = make_url(database)
    if url.get_backend_name() == "sqlite":
        place = f"sqlite {Path(url.database or '').resolve()}"
    else:
        place = f"{url.get_backend_name()} {url.host} {url.port} {url.database} {sorted(url.query.items())}"
    return _folder() / f"{hashlib.sha256(place.encode()).hexdigest()[:16]}.sock"


def _folder() -> Path:
    """Return a folder with a short path, because the path of a socket has about 100 bytes."""
    if chosen := os.environ.get("HELIODOR_RUN_DIR"):
        return Path(chosen)
    if runtime := os.environ.get("XDG_RUNTIME_DIR"):
        return Path(runtime) / "heliodor"
    return Path(tempfile.gettempdir()) / f"heliodor-{os.getuid()}"


def make_private_folder(folder: Path) -> None:
    """Make the folder of the socket, for this user alone; raise HeliodorError if it belongs to somebody else."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    found = folder.lstat()
    if found.st_uid != os.getuid() or not folder.is_dir() or folder.is_symlink():
        raise HeliodorError(f"{folder} belongs to another user; HELIODOR_RUN_DIR names another folder")
    if found.st_mode & OTHERS:
        folder.chmod(0o700)


def peer_of(connection: socket.socket) -> int | None:
    """Return the user at the other end, or None where the system does not tell."""
    if hasattr(socket, "SO_PEERCRED"):
        size = struct.calcsize("3i")
        _pid, uid, _gid = struct.unpack("3i", connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, size))
        return int(uid)
    if hasattr(socket, "LOCAL_PEERCRED"):  # macOS: a structure that begins with its version and the user.
        _version, uid = struct.unpack("2I", connection.getsockopt(0, socket.LOCAL_PEERCRED, 8))
        return int(uid)
    return None


def user_name(uid: int) -> str:
    """Return the name of a user of this machine, or the number of one without a name."""
    import pwd

    try:
        return pwd.getpwuid(uid).pw_name
    except KeyError:
        return str(uid)
