"""The commands of docs/hosting.md, read out of the page and run."""

from __future__ import annotations

import asyncio
import re
import subprocess
import tomllib
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
import pytest

from tests.cli.test_serve import play_a_little, ready, stop
from tests.deploy.kit import BIN, DEPLOY, PASSWORD, ROOT, Hosted, Proxy, clean_environment, here
from tests.services import free_port

PAGE = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
MOST_TYPED = 10
NAME = "YOUR.NAME"
ADMIN = "heliodor admin "  # tests/docs/test_hosting.py runs these, on a site with people.


def block(label: str) -> list[str]:
    """Return the commands of the block after a comment like `<!-- guide: … -->`."""
    found = re.search(rf"<!-- {label}: run by \S+ -->\n```sh\n(.*?)```", PAGE, re.DOTALL)
    assert found is not None, label
    return [re.sub(r"\s+# .*", "", line) for line in found[1].splitlines()]


# What cannot run here, because it changes the machine; and where the same is tried.
ELSEWHERE = {
    "apt-get install caddy postgresql python3-venv": "make proxies, tests/services.py",
    "python3 -m venv /opt/heliodor": "the Makefile",
    "/opt/heliodor/bin/pip install '.[hosts]'": "the Makefile",
    "useradd --system --home-dir /var/lib/heliodor heliodor": "this user",
}


def test_ten_typed_commands_lead_to_a_match_over_https(
    site: Hosted, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything that the page says runs, with the machine's folders below a folder of the test."""
    commands = block("guide")
    assert len(commands) <= MOST_TYPED
    assert set(ELSEWHERE) <= set(commands)
    with psycopg.connect(site.server, password=PASSWORD) as connection:
        (sockets,) = connection.execute("SHOW unix_socket_directories").fetchone() or ("",)
    web, inner = free_port(), free_port()
    as_postgres = {"PGHOST": "127.0.0.1", "PGPORT": str(urlsplit(site.server).port), "PGPASSWORD": PASSWORD}
    environment = {**clean_environment(), **as_postgres, "PGUSER": "postgres"}
    (tmp_path / "etc/caddy").mkdir(parents=True)  # Its package brings the folder.
    serving: subprocess.Popen[bytes] | None = None
    proxy: Proxy | None = None

    def moved(text: str) -> str:
        """Return a text with the folders of the test."""
        text = re.sub(r"(?<![\w.])/(etc|var)/", rf"{tmp_path}/\1/", text)
        return text.replace("/opt/heliodor/bin", str(BIN)).replace("/run/postgresql", sockets)

    try:
        for command in commands:
            if command in ELSEWHERE:
                continue
            if command == "systemctl enable --now heliodor":
                # The user that the page has created; the test's server knows it by a password.
                with psycopg.connect(site.server, password=PASSWORD, autocommit=True) as connection:
                    connection.execute("ALTER ROLE heliodor PASSWORD 'its own'")
                unit = moved((tmp_path / "etc/systemd/system/heliodor.service").read_text(encoding="utf-8"))
                settings = tmp_path / "etc/heliodor/heliodor.toml"
                settings.write_text(moved(settings.read_text(encoding="utf-8")), encoding="utf-8")
                told = dict(line.split("=", 1) for line in re.findall(r"^Environment=(.*)$", unit, re.MULTILINE))
                del told["HELIODOR_CACHE_DIR"]  # Compiled already.
                del told["HELIODOR_RUN_DIR"]  # The path of a socket has to be short.
                ports = {"HELIODOR_PORT": str(inner), "HELIODOR_METRICS_PORT": str(free_port())}
                served = {**clean_environment(), **told, **ports, "PGPORT": as_postgres["PGPORT"]}
                served |= {"PGUSER": "heliodor", "PGPASSWORD": "its own"}
                (start,) = re.findall(r"^ExecStart=(.*)$", unit, re.MULTILINE)
                serving = subprocess.Popen(start.split(), env=served, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                asyncio.run(ready(f"http://127.0.0.1:{inner}", serving))
            elif command == "systemctl reload caddy":
                proxy = Proxy(tmp_path, f"127.0.0.1:{inner}", tmp_path / "etc/caddy/Caddyfile", web)
                proxy.start()
            else:
                written = re.sub(r"^su postgres -c '(.*)'$", r"\1", moved(command))
                written = written.replace(NAME, f"127.0.0.1:{web}")
                done = subprocess.run(["sh", "-c", written], cwd=ROOT, env=environment, capture_output=True, text=True)
                assert done.returncode == 0, f"{command}: {done.stderr}"
        assert serving is not None and proxy is not None
        monkeypatch.setenv("SSL_CERT_FILE", str(proxy.authority))
        asyncio.run(play_a_little(proxy.url))
        restored = run_backups(moved, {**served, "HELIODOR_CONFIG": str(settings)}, sockets)
        with psycopg.connect(restored, port=as_postgres["PGPORT"], user="heliodor", password="its own") as connection:
            assert ("draw",) in connection.execute("SELECT text FROM actions").fetchall()
    finally:
        if proxy is not None:
            proxy.stop()
        if serving is not None:
            stop(serving)


def run_backups(moved: Callable[[str], str], environment: dict[str, str], sockets: str) -> str:
    """Run the commands about backups; the last one restores into an empty database, whose URL is returned."""
    url = f"postgresql:///emptied?host={sockets}"
    subprocess.run(["createdb", "--host", sockets, "emptied"], env=environment, check=True)
    commands = block("backups")
    assert [command.split()[0] for command in commands] == ["deploy/backup", "deploy/restore-drill", "deploy/restore"]
    for command in commands:
        if command.startswith("deploy/restore "):
            environment = {**environment, "HELIODOR_DATABASE": url}
        done = subprocess.run(["sh", "-c", moved(command)], cwd=ROOT, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return url


def test_the_commands_for_containers_are_those_of_the_compose_file() -> None:
    (docker,) = re.findall(r"```sh\n(mkdir .*?)```", PAGE, re.DOTALL)
    described = (DEPLOY / "compose.yaml").read_text(encoding="utf-8")
    first, second = docker.splitlines()
    assert f"#   {first}\n" in described and f"#   {second} " in described


def test_the_password_for_containers_is_made_privately(tmp_path: Path) -> None:
    (docker,) = re.findall(r"```sh\n(mkdir .*?)```", PAGE, re.DOTALL)
    subprocess.run(["sh", "-c", docker.splitlines()[0]], cwd=tmp_path, check=True)
    assert (tmp_path / "secrets").stat().st_mode & 0o077 == 0
    assert re.fullmatch(r"[0-9a-f]{48}\n", (tmp_path / "secrets/database_password").read_text())


def test_the_other_commands_of_the_page_are_accepted(tmp_path: Path) -> None:
    commands = [line.strip() for line in re.findall(r"^    ((?:heliodor|python) .*)$", PAGE, re.MULTILINE)]
    commands = [re.sub(r"\s+# .*", "", command) for command in commands if not command.startswith(ADMIN)]
    commands += [found.replace("/opt/heliodor/bin/", "") for found in re.findall(r"`(/opt/\S+ doctor .*?)`", PAGE)]
    assert len(commands) > 8
    environment = {**clean_environment(), "HELIODOR_DATA_DIR": str(tmp_path)}
    (tmp_path / "etc/heliodor").mkdir(parents=True)
    for place in ("etc/heliodor.toml", "etc/heliodor/heliodor.toml"):
        (tmp_path / place).write_text("[serve]\nworkers = 1\n")
    helps: dict[str, str] = {}  # Of commands that take long or serve until they are stopped: their flags have to exist.
    for command in dict.fromkeys(commands):
        name, *words = command.replace("/etc/", f"{tmp_path}/etc/").split()
        if words[0] not in ("doctor", "serve"):
            flags = {word for word in words if word.startswith("--")}
            if words[0] not in helps:
                helps[words[0]] = accepted([name, words[0], "--help"], environment)
            assert all(flag in helps[words[0]] for flag in flags), command
        else:
            only_shown = words[0] == "serve" and "--print-settings" not in words
            accepted([name, *words, *["--print-settings"] * only_shown], environment)


def accepted(command: list[str], environment: dict[str, str]) -> str:
    """Run a command and return what it prints; a doctor who finds a problem has exit code 1, a refusal has 2."""
    done = subprocess.run(here(command), cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode in ((0, 1) if "doctor" in command else (0,)), f"{command}: {done.stdout}{done.stderr}"
    return done.stdout


def test_the_settings_on_the_page_are_accepted(tmp_path: Path) -> None:
    written = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
    assert len(written) == 2
    for text in written:
        file = tmp_path / "heliodor.toml"
        file.write_text(text, encoding="utf-8")
        command = [BIN / "heliodor", "serve", "--config", file, "--print-settings"]
        done = subprocess.run(command, env=clean_environment(), capture_output=True, text=True)
        assert (done.returncode, done.stderr) == (0, "")
        for key in tomllib.loads(text)["serve"]:
            assert re.search(rf"^{key} = .*# .*{file.name}", done.stdout, re.MULTILINE), key
