"""Settings by flag, environment and file: what counts, what is refused, and that no password is shown."""

from __future__ import annotations

import asyncio
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from heliodor.cli.app import make_app
from heliodor.cli.secrets import has_secret, masked
from heliodor.cli.serve import SOURCES
from heliodor.cli.settings import OTHER_VARIABLES
from heliodor.client import Client, RequestRefused
from heliodor.server.limits import ALLOWANCES, UNLIMITED, Allowance, Limits
from tests.services import free_port, postgres

from .conftest import Run
from .test_serve import play_a_little, ready, start, stop

SOURCE = Path(__file__).parents[2] / "src"


@pytest.fixture(autouse=True)
def no_variables(monkeypatch: pytest.MonkeyPatch) -> None:
    for setting in SOURCES.described(make_app()["serve"].assemble_argument_collection()):
        monkeypatch.delenv(setting.variable, raising=False)
    monkeypatch.delenv("HELIODOR_CONFIG", raising=False)


@pytest.fixture
def file(tmp_path: Path) -> Callable[[str], Path]:
    """Write a settings file that only its owner can read."""

    def write(text: str) -> Path:
        path = tmp_path / "heliodor.toml"
        path.write_text(text, encoding="utf-8")
        path.chmod(0o600)
        return path

    return write


@pytest.fixture
def printed(run: Run) -> Callable[..., dict[str, tuple[Any, str]]]:
    """Return the settings that `serve --print-settings` prints: key -> value and source."""

    def print_settings(*tokens: object) -> dict[str, tuple[Any, str]]:
        code, out, err = run("serve", "--print-settings", *tokens)
        assert (code, err) == (0, "")
        values = tomllib.loads(out)["serve"]
        sources = re.findall(r"^(?:# )?(\w+) =.*  # (.*)$", out, flags=re.MULTILINE)
        return {key: (values.get(key), source) for key, source in sources}

    return print_settings


def test_a_flag_overrides_the_environment_that_the_file_and_that_the_default(
    printed: Callable[..., dict[str, tuple[Any, str]]],
    file: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = file('[serve]\nbot-pace = 2\nworkers = 3\nport = 81\norigin = ["https://a.example", "https://b.example"]\n')
    monkeypatch.setenv("HELIODOR_WORKERS", "4")
    monkeypatch.setenv("HELIODOR_PORT", "82")
    found = printed("--config", path, "--port", 83)
    assert found["port"] == (83, "--port")
    assert found["workers"] == (4, "HELIODOR_WORKERS")
    assert found["bot_pace"] == (2, str(path))
    assert found["origin"] == (["https://a.example", "https://b.example"], str(path))
    assert found["host"] == ("127.0.0.1", "default")
    assert found["bus"] == (None, "default")


def test_the_environment_names_the_file_and_an_empty_variable_counts_as_none(
    printed: Callable[..., dict[str, tuple[Any, str]]],
    file: Callable[[str], Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    path = file('[play]\nport = 5\n[serve]\nsecure = true\nlog_level = "error"\nlimit_http = "9+3/min"\n')
    monkeypatch.setenv("HELIODOR_CONFIG", str(path))
    monkeypatch.setenv("HELIODOR_LOG_LEVEL", "")
    monkeypatch.setenv("HELIODOR_ORIGIN", "https://a.example https://b.example")
    monkeypatch.setenv("HELIODOR_SECURE", "no")
    found = printed()
    assert found["secure"] == (False, "HELIODOR_SECURE")
    assert found["log_level"] == ("error", str(path))
    assert found["limit_http"] == ("9+3/min", str(path))
    assert found["origin"] == (["https://a.example", "https://b.example"], "HELIODOR_ORIGIN")
    assert printed("--secure")["secure"] == (True, "--secure")


def test_printed_settings_are_a_file_that_means_the_same(
    printed: Callable[..., dict[str, tuple[Any, str]]], run: Run, file: Callable[[str], Path]
) -> None:
    tokens = ("--limit-talk", "off", "--cover-grace", "7.5", "--base-path", "/x/", "--origin", "https://a.example")
    path = file(run("serve", "--print-settings", *tokens).out)
    again = {key: value for key, (value, _source) in printed("--config", path).items()}
    assert again == {key: value for key, (value, _source) in printed(*tokens).items()}
    assert (again["limit_talk"], again["cover_grace"], again["base_path"]) == ("off", 7.5, "/x")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("[serve]\nbot_pcae = 1\n", "bot_pcae in FILE is not a setting of [serve]; did you mean bot_pace?"),
        ("[serve]\nxyzzy = 1\n", "xyzzy in FILE is not a setting of [serve]"),
        ("[serve]\nconfig = 'x'\n", "config in FILE is not a setting of [serve]"),
        ("[sevre]\n", "FILE has a table [sevre]; the tables are [serve] and [play]"),
        ("port = 1\n", "port in FILE is not in a table; put it below a line [serve]"),
        ("[serve]\nbot_pace = 1\nbot-pace = 2\n", "bot_pace is twice in FILE"),
        ("[serve]\nport = '80'\n", 'port in FILE takes a whole number, not "80"'),
        ("[serve]\nport = true\n", "port in FILE takes a whole number, not true"),
        ("[serve]\nport = 70000\n", "port in FILE takes a whole number from 0 to 65535, not '70000'"),
        ("[serve]\nbot_pace = 'fast'\n", 'bot_pace in FILE takes a number, not "fast"'),
        ("[serve]\nbot_pace = 99\n", "bot_pace in FILE takes seconds above 0, up to 60, not '99'"),
        ("[serve]\nsecure = 1\n", "secure in FILE takes true or false, not 1"),
        ("[serve]\nhost = 1\n", "host in FILE takes a text in quotation marks, not 1"),
        ("[serve]\norigin = 'https://a'\n", 'origin in FILE takes a list of texts in quotation marks, not "https://a"'),
        (
            "[serve]\norigin = ['a']\n",
            "origin in FILE takes an origin like https://play.example, without a path, not 'a'",
        ),
        ("[serve]\n\nport 80\n", "FILE is not a TOML file: expected '=' after a key in a key/value pair (at line 3"),
        ("[serve]\nlimit_http = '5 a day'\n", "limit_http in FILE is like 200+20/s, 200 at once and then 20 a second"),
    ],
)
def test_a_wrong_file_is_refused_in_a_sentence(
    refused: Callable[..., str], file: Callable[[str], Path], text: str, sentence: str
) -> None:
    path = file(text)
    assert refused("serve", "--print-settings", "--config", path).replace(str(path), "FILE").startswith(sentence)


def test_a_wrong_value_is_refused_with_the_name_that_its_author_wrote(
    refused: Callable[..., str], file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HELIODOR_PORT", "tcp://10.0.0.1:8000")
    assert refused("serve", "--print-settings").startswith(
        "HELIODOR_PORT takes a whole number from 0 to 65535, not 'tcp:"
    )
    monkeypatch.setenv("HELIODOR_PORT", "8000")
    monkeypatch.setenv("HELIODOR_LOG_LEVEL", "loud")
    assert refused("serve", "--print-settings").startswith(
        'invalid value "loud" for HELIODOR_LOG_LEVEL. Choose from: "debug"'
    )
    monkeypatch.setenv("HELIODOR_LOG_LEVEL", "info")
    monkeypatch.setenv("HELIODOR_COVER_GRACE", "-1")
    assert refused("serve", "--print-settings") == "HELIODOR_COVER_GRACE takes seconds from 0 up to 86400, not '-1'"
    path = file("[serve]\ncover_grace = 'long'\n")
    assert refused("serve", "--print-settings", "--cover-grace", 1, "--config", path).startswith(
        f"cover_grace in {path} takes a number"
    )


def test_a_file_that_cannot_be_read_is_named(refused: Callable[..., str], tmp_path: Path) -> None:
    missing = tmp_path / "missing.toml"
    assert (
        refused("serve", "--print-settings", "--config", missing)
        == f"cannot read the settings in {missing}: No such file or directory"
    )
    assert (
        refused("serve", "--print-settings", "--config", tmp_path)
        == f"cannot read the settings in {tmp_path}: Is a directory"
    )
    binary = tmp_path / "binary.toml"
    binary.write_bytes(b"\xff\xfe")
    assert refused("serve", "--print-settings", "--config", binary) == f"{binary} is not a TOML file: it is not UTF-8"


def test_an_unknown_variable_is_warned_about(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HELIODOR_BOT_PCAE", "1")
    code, out, err = run("serve", "--print-settings")
    assert code == 0 and "bot_pace = 0.3" in out
    assert err == "heliodor: warning: HELIODOR_BOT_PCAE is not a setting; did you mean HELIODOR_BOT_PACE?\n"


def test_every_variable_that_the_code_reads_is_known() -> None:
    settings = SOURCES.described(make_app()["serve"].assemble_argument_collection())
    known = {setting.variable for setting in settings} | OTHER_VARIABLES
    read = {
        name
        for path in SOURCE.rglob("*.py")
        for name in re.findall(r'"(HELIODOR_[A-Z_]+)"', path.read_text(encoding="utf-8"))
    }
    assert read and read - {"HELIODOR_"} <= known


def test_play_takes_its_port_from_environment_and_file(tmp_path: Path, file: Callable[[str], Path]) -> None:
    port = free_port()
    path = file(f"[play]\nport = {port}\nno_browser = true\n[serve]\nport = 1\n")
    process = start("play", data=tmp_path, HELIODOR_CONFIG=str(path), HELIODOR_DATABASE="sqlite:///unused")
    try:
        asyncio.run(ready(f"http://127.0.0.1:{port}", process))
    finally:
        _code, out, err = stop(process)
    assert f"Heliodor is at http://127.0.0.1:{port}/".encode() in out
    assert b"warning" not in err


# --- Secrets ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("postgresql://olha:geheim@db/heliodor", "postgresql://olha:***@db/heliodor"),
        ("postgresql+psycopg://olha:ge#h/e?im@db/heliodor", "postgresql+psycopg://olha:***@db/heliodor"),
        ("postgresql://olha@db/heliodor?password=geheim&sslmode=require", None),
        ("nats://geheim@bus:4222", "nats://***@bus:4222"),
        ("nats://olha:geheim@bus:4222,nats://olha:geheim@bus2", "nats://***@bus:4222,nats://***@bus2"),
        ("postgresql://olha@db:5432/heliodor", "postgresql://olha@db:5432/heliodor"),
        ("sqlite:////home/olha/x.sqlite3", "sqlite:////home/olha/x.sqlite3"),
        ("nats://bus:4222", "nats://bus:4222"),
    ],
)
def test_passwords_in_urls_are_found_and_masked(url: str, shown: str | None) -> None:
    shown = shown or "postgresql://olha@db/heliodor?password=***&sslmode=require"
    assert masked(url) == shown
    assert has_secret(url) == ("***" in shown)


def test_a_password_in_a_flag_is_refused_with_the_other_ways(refused: Callable[..., str]) -> None:
    assert refused("serve", "--print-settings", "--database", "postgresql://olha:geheim@db/heliodor") == (
        "every user of this machine can read a password in --database: give the URL as HELIODOR_DATABASE or in a "
        "--config file, or leave it out for PGPASSWORD, ~/.pgpass or --database-password-file"
    )
    assert refused("serve", "--print-settings", "--bus", "nats://olha:geheim@bus").endswith(
        "in --bus: give the URL as HELIODOR_BUS or in a --config file"
    )


def test_printed_settings_have_no_password(
    run: Run, file: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HELIODOR_DATABASE", "postgresql://olha:geheim@db/heliodor")
    out = run("serve", "--print-settings", "--config", file('[serve]\nbus = "nats://geheim@bus"\n')).out
    assert 'database = "postgresql://olha:***@db/heliodor"' in out
    assert 'bus = "nats://***@bus"' in out
    assert "geheim" not in out


def test_a_file_with_a_password_has_to_be_private(
    run: Run, refused: Callable[..., str], file: Callable[[str], Path]
) -> None:
    path = file('[serve]\ndatabase = "postgresql://olha:geheim@db/heliodor"\n')
    path.chmod(0o604)
    complaint = f"{path} has a password in it and others can read it: chmod 600 {path}"
    assert refused("serve", "--print-settings", "--config", path) == complaint
    path.chmod(0o600)
    assert run("serve", "--print-settings", "--config", path).code == 0
    path.chmod(0o640)  # The group may read what root owns.
    assert run("serve", "--print-settings", "--config", path).code == (0 if path.stat().st_uid == 0 else 2)
    path.write_text('[serve]\ndatabase = "postgresql://olha@db/heliodor"\n')
    path.chmod(0o644)
    assert run("serve", "--print-settings", "--config", path).code == 0


def test_a_password_file_that_does_not_fit_is_refused(refused: Callable[..., str], tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    tokens = (
        "serve",
        "--print-settings",
        "--database",
        "postgresql://olha@db/heliodor",
        "--database-password-file",
        secret,
    )
    assert refused(*tokens) == f"cannot read {secret}, the database's password: No such file or directory"
    secret.write_text("geheim\n")
    secret.chmod(0o644)
    assert refused(*tokens) == f"{secret} has a password in it and others can read it: chmod 600 {secret}"
    secret.chmod(0o600)
    secret.write_text("two\nlines\n")
    assert refused(*tokens) == f"{secret} has to hold the database's password on one line"
    secret.write_bytes(b"\xff")
    assert refused(*tokens) == f"{secret} is not text; it has to hold the database's password"
    assert refused("serve", "--print-settings", "--database-password-file", secret) == (
        "database_password_file needs a database like postgresql://user@host/name"
    )


def test_postgresql_takes_the_password_by_environment_file_and_password_file(
    tmp_path: Path, file: Callable[[str], Path]
) -> None:
    password = "a b#c/d+e%f@g:h"
    secret = tmp_path / "secret"
    secret.write_text(f"{password}\n")
    secret.chmod(0o600)
    with postgres(password=password) as url:
        named = url.replace("postgres@", "postgres:a%20b%23c%2Fd%2Be%25f%40g%3Ah@")
        ways: list[tuple[list[object], dict[str, str]]] = [
            (["--database", url, "--database-password-file", secret], {}),
            (["--database", url], {"PGPASSWORD": password}),
            ([], {"HELIODOR_DATABASE": named}),
            (["--config", file(f'[serve]\ndatabase = "{named}"\nworkers = 2\n')], {}),
        ]
        for tokens, variables in ways:
            port = free_port()
            process = start("serve", "--port", port, *tokens, data=tmp_path, log=tmp_path / "log", **variables)
            try:
                asyncio.run(ready(f"http://127.0.0.1:{port}", process))
                asyncio.run(play_a_little(f"http://127.0.0.1:{port}"))
                shown = Path(f"/proc/{process.pid}/cmdline")
                assert not shown.exists() or b"a b#c" not in shown.read_bytes()
            finally:
                stop(process)
            log = (tmp_path / "log").read_text()
            assert "the bus does not answer" not in log  # NOTIFY needs the password, too.
            assert "a b#c" not in log and "a%20b" not in log
        process = start("serve", "--port", free_port(), "--database", url, data=tmp_path)
        _out, err = process.communicate(timeout=60)
        assert process.returncode == 2
        assert err.startswith(b"heliodor: the database does not answer: ") and err.count(b"\n") == 1


# --- Limits -----------------------------------------------------------------------------------------------------


def test_every_limit_is_a_setting_with_its_default() -> None:
    settings = SOURCES.described(make_app()["serve"].assemble_argument_collection())
    limits = {each.key: each.default.strip('"') for each in settings if each.key.startswith("limit_")}
    assert limits == {f"limit_{kind}": str(allowance) for kind, allowance in ALLOWANCES.items()}


@pytest.mark.parametrize("allowance", [*ALLOWANCES.values(), Allowance(1, 1 / 3600), UNLIMITED])
def test_an_allowance_is_read_as_it_is_written(allowance: Allowance) -> None:
    assert Allowance.parse(str(allowance)) == pytest.approx(allowance)


@pytest.mark.parametrize("text", ["", "20", "20/s", "0+1/s", "5+1/day", "-5+1/s", "5+nan/s", "inf+1/s", "5+1/s "])
def test_a_text_that_is_not_an_allowance_is_refused(refused: Callable[..., str], text: str) -> None:
    assert Allowance.parse(text) is None
    assert "is like 200+20/s" in refused("serve", "--print-settings", f"--limit-http={text}")


def test_a_limit_can_be_lifted() -> None:
    limits = Limits(True, lambda: 0.0, {"talk": UNLIMITED})
    assert all(limits.allows("talk", "olha") for _ in range(1000))
    assert not all(limits.allows("recover", "olha") for _ in range(1000))


def test_a_host_can_change_a_limit(tmp_path: Path) -> None:
    port = free_port()
    process = start("serve", "--port", port, data=tmp_path, HELIODOR_LIMIT_PERSON="2+1/h")

    async def main() -> None:
        url = f"http://127.0.0.1:{port}"
        await ready(url, process)
        for _ in range(2):
            await Client.arrive(url, "Olha")
        with pytest.raises(RequestRefused, match="too many"):
            await Client.arrive(url, "Olha")

    try:
        asyncio.run(main())
    finally:
        stop(process)
