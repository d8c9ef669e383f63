"""Reads the files of deploy/, and runs them: a site as compose.yaml describes it, without containers."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg
import yaml

from tests.server.harness import MOST_SECONDS
from tests.services import _postgres_programs, free_port, nats, postgres, wait_for

ROOT = Path(__file__).resolve().parents[2]
DEPLOY = ROOT / "deploy"
PROXIES = ROOT / ".cache/proxies"  # Where the Makefile unpacks them.
BIN = Path(sys.executable).parent
PASSWORD = "correct-horse:battery@staple/é"  # Has the letters that a URL has to escape.
PROXY_ADDRESS = "127.0.0.1"
BASE_PATH = "/heliodor"  # Of the examples for a site below a path.


def program(name: str) -> str:
    """Return the path of a proxy or of promtool; variables like HELIODOR_CADDY name one."""
    places = [PROXIES / "usr/bin" / name, PROXIES / "usr/sbin" / name, Path("/usr/sbin") / name]
    found = os.environ.get(f"HELIODOR_{name.upper()}") or shutil.which(name)
    found = found or next((str(place) for place in places if place.exists()), None)
    assert found, f"{name} is missing: `make proxies` fetches it on Debian; elsewhere, install it"
    return found


def compose() -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return loaded


def dockerfile() -> list[tuple[str, str]]:
    """Return the instructions of the Dockerfile and their arguments, without comments."""
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    lines = text.replace("\\\n", " ").splitlines()
    return [(word, rest.strip()) for word, _space, rest in (line.partition(" ") for line in lines) if word]


def command_of(instruction: str) -> list[str]:
    """Return the command of the Dockerfile's CMD or HEALTHCHECK."""
    (written,) = (rest for word, rest in dockerfile() if word == instruction)
    command: list[str] = json.loads(written[written.index("[") :])
    return command


def here(command: list[str]) -> list[str]:
    """Return a command of an installed Heliodor as it runs in this environment."""
    return [str(BIN / command[0]), *command[1:]]


class Heliodor:
    """`heliodor serve` as a service runs it, with the environment of compose.yaml at the addresses of this machine."""

    def __init__(self, folder: Path, database: str, bus: str, password_file: Path, **variables: str) -> None:
        self.port, self.metrics_port = free_port(), free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "heliodor.log"
        self.database = database
        described = compose()["services"]["heliodor"]["environment"]
        self.environment = {
            **clean_environment(),
            **described,
            "HELIODOR_DATABASE": database,
            "HELIODOR_DATABASE_PASSWORD_FILE": str(password_file),
            "HELIODOR_BUS": bus,
            "HELIODOR_PORT": str(self.port),
            "HELIODOR_METRICS_HOST": "127.0.0.1",
            "HELIODOR_METRICS_PORT": str(self.metrics_port),
            "FORWARDED_ALLOW_IPS": PROXY_ADDRESS,
            "HELIODOR_BOT_PACE": "0.05",
            **variables,
        }
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(here(command_of("CMD")), env=self.environment, stderr=log)
        end = time.monotonic() + MOST_SECONDS
        while not self.is_ready():
            assert self.process.poll() is None, self.log.read_text()
            assert time.monotonic() < end, "the server does not start"
            time.sleep(0.05)

    def is_ready(self) -> bool:
        with contextlib.suppress(OSError), urllib.request.urlopen(f"{self.url}/readyz", timeout=4):
            return True
        return False

    def workers(self) -> list[int]:
        """Return the process ids of the workers that serve."""
        assert self.process is not None
        return [pid for pid in children(self.process.pid) if b"spawn_main" in command_line(pid)]

    def stop(self) -> None:
        """Stop as systemd and container engines do."""
        assert self.process is not None
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait(MOST_SECONDS)


def clean_environment() -> dict[str, str]:
    """Return this environment without settings of Heliodor, except for the cache of compiled code."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("HELIODOR_", "PG"))}
    if cache := os.environ.get("HELIODOR_CACHE_DIR"):
        kept["HELIODOR_CACHE_DIR"] = cache
    kept["PATH"] = os.pathsep.join([str(BIN), str(_postgres_programs()), kept["PATH"]])
    return kept


def command_line(pid: int | str) -> bytes:
    """Return the command line that every user of the machine can read."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


def all_command_lines() -> bytes:
    return b"\n".join(command_line(entry.name) for entry in Path("/proc").iterdir() if entry.name.isdigit())


def children(pid: int) -> list[int]:
    found = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(each) for each in found]


# --- Caddy ----------------------------------------------------------------------------------------------------------


class Proxy:
    """Caddy with deploy/Caddyfile; its own authority signs the certificate, as for every local address."""

    def __init__(self, folder: Path, upstream: str, file: Path = DEPLOY / "Caddyfile", port: int | None = None) -> None:
        self.port = port or free_port()
        self._file = file
        self.url = f"https://127.0.0.1:{self.port}"
        self.authority = folder / "caddy/pki/authorities/local/root.crt"
        variables = {"SITE": self.url, "UPSTREAM": upstream, "XDG_DATA_HOME": str(folder), "HOME": str(folder)}
        self._environment = {**os.environ, **variables}
        self._log = folder / "caddy.log"
        self._config = folder / "caddy.json"
        self._config.write_text(json.dumps(self._adapted()))
        self._process: subprocess.Popen[bytes] | None = None

    def _adapted(self) -> dict[str, Any]:
        """Return the Caddyfile as Caddy reads it, at another port and without changes to this machine's trust."""
        command = [program("caddy"), "adapt", "--adapter", "caddyfile", "--config", str(self._file)]
        done = subprocess.run(command, env=self._environment, capture_output=True, check=True)
        config: dict[str, Any] = json.loads(done.stdout)
        config["admin"] = {"disabled": True}
        http = config["apps"]["http"]
        http["https_port"] = self.port
        (server,) = http["servers"].values()
        server["listen"] = [f"127.0.0.1:{self.port}"]
        server["automatic_https"] = {"disable_redirects": True}  # They would need port 80.
        config["apps"]["pki"] = {"certificate_authorities": {"local": {"install_trust": False}}}
        return config

    def start(self) -> None:
        with self._log.open("wb") as log:
            command = [program("caddy"), "run", "--config", str(self._config)]
            self._process = subprocess.Popen(command, env=self._environment, stdout=log, stderr=log)
        end = time.monotonic() + MOST_SECONDS
        while True:
            with contextlib.suppress(OSError, ssl.SSLError):
                trusting = ssl.create_default_context(cafile=str(self.authority))
                with urllib.request.urlopen(f"{self.url}/readyz", timeout=5, context=trusting):
                    return
            assert self._process.poll() is None, self._log.read_text()
            assert time.monotonic() < end, self._log.read_text()
            time.sleep(0.05)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait()


# --- nginx ------------------------------------------------------------------------------------------------------------


class Nginx:
    """nginx with deploy/nginx.conf at the addresses of this machine; the site is below BASE_PATH."""

    def __init__(self, folder: Path, upstream: str) -> None:
        self.port = free_port()
        self.url = f"https://127.0.0.1:{self.port}{BASE_PATH}"
        self.authority = folder / "fullchain.pem"
        self._folder = folder
        made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
        made += ["-keyout", str(folder / "privkey.pem"), "-out", str(self.authority), "-subj", "/CN=play.example.org"]
        made += ["-addext", "subjectAltName=IP:127.0.0.1"]
        subprocess.run(made, check=True, capture_output=True)
        example = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
        for written, here in (
            ("/etc/letsencrypt/live/play.example.org", str(folder)),
            ("server 127.0.0.1:8000;", f"server {upstream};"),
            ("listen 443 ssl;", f"listen 127.0.0.1:{self.port} ssl;"),
        ):
            assert written in example, written
            example = example.replace(written, here)
        (folder / "heliodor.conf").write_text(example)
        kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        temporary = " ".join(f"{kind}_temp_path {folder}/{kind};" for kind in kinds)
        user = "user root;" if os.getuid() == 0 else ""  # The folder of the test is closed to others.
        (folder / "nginx.conf").write_text(
            f"{user} daemon off; pid {folder}/pid; error_log stderr; events {{}}\n"
            f"http {{ access_log off; {temporary} include {folder}/heliodor.conf; }}\n"
        )

    def command(self, *flags: str) -> list[str]:
        return [program("nginx"), *flags, "-p", str(self._folder), "-c", str(self._folder / "nginx.conf")]

    @contextlib.contextmanager
    def running(self) -> Iterator[None]:
        process = subprocess.Popen(self.command(), stderr=subprocess.DEVNULL)
        try:
            wait_for(self.port)
            yield
        finally:
            process.terminate()
            process.wait()


# --- A whole site -----------------------------------------------------------------------------------------------------


class Hosted:
    """A site: PostgreSQL with a password, NATS, Heliodor with two workers, and Caddy in front."""

    def __init__(self, heliodor: Heliodor, proxy: Proxy, server: str, password_file: Path) -> None:
        self.heliodor = heliodor
        self.url = proxy.url
        self.authority = proxy.authority
        self.server = server  # The URL of PostgreSQL, with its usual database.
        self.password_file = password_file

    def connect(self, database: str) -> psycopg.Connection[Any]:
        return psycopg.connect(database, password=PASSWORD, autocommit=True)

    def new_database(self, name: str) -> str:
        with self.connect(self.server) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return f"{self.server.rpartition('/')[0]}/{name}"


@contextlib.contextmanager
def hosted(folder: Path, **variables: str) -> Iterator[Hosted]:
    password_file = folder / "database_password"
    password_file.write_text(PASSWORD + "\n", encoding="utf-8")
    password_file.chmod(0o600)
    with postgres(password=PASSWORD) as server, nats() as bus:
        heliodor = Heliodor(folder, "", bus, password_file, **variables)
        proxy = Proxy(folder, urlsplit(heliodor.url).netloc)
        site = Hosted(heliodor, proxy, server, password_file)
        heliodor.environment["HELIODOR_DATABASE"] = heliodor.database = site.new_database("site")
        try:
            heliodor.start()
            proxy.start()
            yield site
        finally:
            proxy.stop()
            if heliodor.process is not None:
                heliodor.stop()


def run_script(name: str, *arguments: object, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script of deploy/."""
    command = [str(DEPLOY / name), *map(str, arguments)]
    return subprocess.run(command, env=environment, capture_output=True, text=True)
