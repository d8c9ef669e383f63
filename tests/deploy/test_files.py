"""The files of deploy/ are valid, agree with each other, and name only settings and metrics that exist."""

from __future__ import annotations

import configparser
import ctypes
import json
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import yaml

from heliodor.server.metrics import Metrics
from tests.deploy.kit import BIN, DEPLOY, ROOT, Nginx, clean_environment, command_of, compose, dockerfile, here, program

SCRIPTS = ("backup", "restore", "restore-drill")


def printed_settings(tmp_path: Path, **variables: str) -> dict[str, Any]:
    """Return the settings that Heliodor reads; it refuses an unknown or wrong one, and warns of an unknown variable."""
    environment = {**clean_environment(), "HELIODOR_DATA_DIR": str(tmp_path), **variables}
    command = here([*command_of("CMD"), "--print-settings"])
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    settings: dict[str, Any] = tomllib.loads(done.stdout)["serve"]
    return settings


def test_the_settings_file_is_read(tmp_path: Path) -> None:
    written = tomllib.loads((DEPLOY / "heliodor.toml").read_text(encoding="utf-8"))["serve"]
    settings = printed_settings(tmp_path, HELIODOR_CONFIG=str(DEPLOY / "heliodor.toml"))
    assert written and written.items() <= settings.items()


# --- Containers -------------------------------------------------------------------------------------------------------


def test_the_environment_of_the_container_is_read(tmp_path: Path) -> None:
    secret = tmp_path / "database_password"
    secret.write_text("secret\n")
    secret.chmod(0o600)
    variables = {**compose()["services"]["heliodor"]["environment"], "HELIODOR_DATABASE_PASSWORD_FILE": str(secret)}
    (set_in_image,) = (rest for word, rest in dockerfile() if word == "ENV")
    variables |= dict(pair.split("=", 1) for pair in set_in_image.split())
    settings = printed_settings(tmp_path, **variables)
    assert settings["workers"] == 2 and settings["secure"] is True and settings["host"] == "0.0.0.0"
    assert settings["bus"] == "nats://nats:4222"


def test_the_site_of_containers_is_closed() -> None:
    site = compose()
    services = site["services"]
    assert set(services) == {"caddy", "heliodor", "database", "nats"}
    for name, service in services.items():
        assert service["read_only"] is True, name
        assert service["security_opt"] == ["no-new-privileges:true"], name
        assert "healthcheck" in service or name == "heliodor", name  # Its image has one.
        assert set(service.get("secrets", ())) <= set(site["secrets"]), name
        used = {volume.partition(":")[0] for volume in service.get("volumes", ())}
        assert all(volume.startswith("./") or volume in site["volumes"] for volume in used), name
        assert set(service["networks"]) <= set(site["networks"]), name
    # Only the proxy can be reached from outside; the database is not even in its network.
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    assert set(services["database"]["networks"]) == {"back"} and site["networks"]["back"]["internal"] is True
    proxy_address = services["caddy"]["networks"]["front"]["ipv4_address"]
    assert services["heliodor"]["environment"]["FORWARDED_ALLOW_IPS"] == proxy_address
    for secret in site["secrets"].values():
        assert set(secret) == {"file"}
    assert "password" not in re.sub(r"\w*password(_file)?\b", "", str(services), flags=re.IGNORECASE)
    for name in ("heliodor", "database"):
        files = [value for key, value in services[name]["environment"].items() if key.endswith("PASSWORD_FILE")]
        assert files == ["/run/secrets/database_password"], name


def test_the_image_is_built_by_commands_of_this_project_and_runs_without_root() -> None:
    steps = dockerfile()
    runs = [rest for word, rest in steps if word == "RUN"]
    assert runs == [
        "apt-get update && apt-get install --yes --no-install-recommends make",
        "make wheel",  # tests/package tries the wheel.
        "useradd --system --uid 10001 --home-dir /var/lib/heliodor --create-home heliodor",
        "install --directory --owner=heliodor --mode=700 /var/cache/heliodor",
        'pip install --no-cache-dir --constraint /wheels/constraints.txt "$(echo /wheels/heliodor-*.whl)[hosts]"',
    ]
    assert [rest for word, rest in steps if word == "FROM"][-1] == "python:3.13-slim"
    assert steps.index(("USER", "heliodor")) > max(steps.index(("RUN", run)) for run in runs)
    assert "curl" not in command_of("HEALTHCHECK")
    copied = next(rest for word, rest in steps if word == "COPY" and "--from" in rest)
    assert copied.split()[0] == "--from=build" and copied.endswith("/wheels/")


def test_the_wheel_of_the_image_is_installed_with_its_extra(tmp_path: Path) -> None:
    """The last RUN step expands to one requirement: a file and the extra."""
    (tmp_path / "heliodor-0.1.0-py3-none-manylinux_2_17_x86_64.whl").touch()
    written = [rest for word, rest in dockerfile() if word == "RUN"][-1].replace("/wheels", str(tmp_path))
    shown = subprocess.run(["sh", "-c", written.replace("pip", "printf '%s\\n'", 1)], capture_output=True, text=True)
    assert shown.stdout.splitlines()[-1] == f"{tmp_path}/heliodor-0.1.0-py3-none-manylinux_2_17_x86_64.whl[hosts]"
    assert "hosts = [" in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


# --- systemd ----------------------------------------------------------------------------------------------------------


class Unit(configparser.RawConfigParser):
    """A unit file; of keys that occur several times the values are joined."""

    def __init__(self) -> None:
        super().__init__(strict=False, interpolation=None, delimiters=("=",), comment_prefixes=("#",))
        text = (DEPLOY / "heliodor.service").read_text(encoding="utf-8")
        self.read_string(text)
        self.environment = dict(line.split("=", 1) for line in re.findall(r"^Environment=(.*)$", text, re.MULTILINE))

    def optionxform(self, optionstr: str) -> str:
        return optionstr


def test_the_service_is_hardened_and_restarted() -> None:
    service = dict(Unit()["Service"])
    wanted = {
        "User": "heliodor",
        "ProtectSystem": "strict",
        "ProtectHome": "yes",
        "NoNewPrivileges": "yes",
        "PrivateTmp": "yes",
        "CapabilityBoundingSet": "",
        "Restart": "always",
        "StateDirectory": "heliodor",
        "CacheDirectory": "heliodor",
        "UMask": "0077",
    }
    assert wanted.items() <= service.items()
    environment = Unit().environment
    assert environment["HELIODOR_DATA_DIR"] == f"/var/lib/{service['StateDirectory']}"
    assert environment["HELIODOR_CACHE_DIR"] == f"/var/cache/{service['CacheDirectory']}"
    assert environment["HELIODOR_RUN_DIR"] == f"/run/{service['RuntimeDirectory']}"
    assert environment["FORWARDED_ALLOW_IPS"] == "127.0.0.1"


def test_systemd_finds_nothing_wrong_with_the_service(tmp_path: Path) -> None:
    """Where systemd's own checker is installed; it needs no running systemd."""
    if (analyse := shutil.which("systemd-analyze")) is None:
        return
    unit = tmp_path / "heliodor.service"
    text = (DEPLOY / "heliodor.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/heliodor/bin", str(BIN)))
    checked = subprocess.run([analyse, "verify", unit], capture_output=True, text=True)
    about_ours = [line for line in (checked.stdout + checked.stderr).splitlines() if "heliodor" in line]
    assert about_ours == []
    command = [analyse, "security", "--offline=yes", "--threshold=25", unit]  # Exposure from 0 to 100.
    rated = subprocess.run(command, capture_output=True, text=True)
    assert rated.returncode == 0, rated.stdout[-300:] + rated.stderr


def test_compiled_rules_need_memory_that_is_written_and_then_executed() -> None:
    """The reason why the service does not set MemoryDenyWriteExecute; Linux has had the same as prctl since 6.3."""
    assert "MemoryDenyWriteExecute" not in Unit()["Service"]
    if sys.platform != "linux" or ctypes.CDLL(None).prctl(66, 0, 0, 0, 0) < 0:  # PR_GET_MDWE
        return
    deny = "import ctypes; assert ctypes.CDLL(None).prctl(65, 1, 0, 0, 0) == 0; "  # PR_SET_MDWE, refuse the change
    play = "import heliodor; match = heliodor.new_match('luz', players=3, seed=1); match.act(match.legal()[0])"
    done = subprocess.run([sys.executable, "-c", deny + play], capture_output=True, text=True)
    assert done.returncode != 0 and "executable memory" in done.stderr


# --- Proxies ----------------------------------------------------------------------------------------------------------


def test_nginx_accepts_its_example(tmp_path: Path) -> None:
    done = subprocess.run(Nginx(tmp_path, "127.0.0.1:8000").command("-t"), capture_output=True, text=True)
    assert done.returncode == 0 and "[warn]" not in done.stderr, done.stderr


def test_scripts_are_valid_for_a_plain_shell() -> None:
    for script in (*SCRIPTS, "settings.sh"):
        subprocess.run(["sh", "-n", DEPLOY / script], check=True)
    for script in (*SCRIPTS, "check-matches"):
        assert (DEPLOY / script).stat().st_mode & 0o111 == 0o111, script


# --- Figures ----------------------------------------------------------------------------------------------------------


def exported() -> dict[str, set[str]]:
    """Return the names that Prometheus gets from Heliodor, with the labels of each."""
    metrics = Metrics()
    for counter in (metrics.actions, metrics.refusals, metrics.messages):
        counter.labels("any").inc()
    samples = [sample for metric in metrics.registry.collect() for sample in metric.samples]
    return {sample.name: set(sample.labels) for sample in samples}


def expressions() -> list[str]:
    board = json.loads((DEPLOY / "grafana.json").read_text(encoding="utf-8"))
    shown = [target["expr"] for panel in board["panels"] for target in panel["targets"]]
    alerts = yaml.safe_load((DEPLOY / "alerts.yml").read_text(encoding="utf-8"))
    return shown + [rule["expr"] for group in alerts["groups"] for rule in group["rules"]]


def test_dashboard_and_alerts_use_metrics_and_labels_that_exist() -> None:
    known = exported()
    used = set()
    for expression in expressions():
        assert expression.count("(") == expression.count(")"), expression
        names = set(re.findall(r"\bheliodor_\w+", expression))
        assert names <= set(known), expression
        labels = {label for group in re.findall(r"by \(([^)]*)\)", expression) for label in re.split(r",\s*", group)}
        labels |= set(re.findall(r'heliodor_\w+\{(\w+)="', expression))
        assert all(labels <= known[name] for name in names if labels), expression
        used |= names
    plain = {name for name in known if not name.endswith(("_created", "_sum", "_count"))}
    assert used == plain, "a metric is neither on the dashboard nor in an alert"


def test_prometheus_accepts_its_files_and_alerts_fire_when_they_should(tmp_path: Path) -> None:
    files = [DEPLOY / "prometheus.yml", DEPLOY / "alerts.yml", Path(__file__).with_name("alerts.test.yml")]
    config, _rules, cases = (Path(shutil.copy(file, tmp_path)) for file in files)
    for command in (["check", "config", config], ["test", "rules", cases]):
        done = subprocess.run([program("promtool"), *command], capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    named = set(re.findall(r"alertname: (\w+)", cases.read_text(encoding="utf-8")))
    assert named == set(re.findall(r"alert: (\w+)", files[1].read_text(encoding="utf-8")))


def test_refusals_by_limits_have_the_key_of_the_alert() -> None:
    (key,) = set(re.findall(r'key="(\w+)"', " ".join(expressions())))
    assert f'Refusal("{key}"' in (ROOT / "src/heliodor/server/http/endpoint.py").read_text(encoding="utf-8")


def test_prometheus_reads_the_port_of_the_settings_file() -> None:
    scraped = yaml.safe_load((DEPLOY / "prometheus.yml").read_text(encoding="utf-8"))
    (job,) = scraped["scrape_configs"]
    port = tomllib.loads((DEPLOY / "heliodor.toml").read_text(encoding="utf-8"))["serve"]["metrics_port"]
    assert job["static_configs"] == [{"targets": [f"127.0.0.1:{port}"]}]
    assert all((DEPLOY / file).exists() for file in scraped["rule_files"])
    assert f'job="{job["job_name"]}"' in " ".join(expressions())
