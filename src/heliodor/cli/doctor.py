"""`heliodor doctor`."""

from __future__ import annotations

import sys
from typing import Annotated

from cyclopts import Parameter

from heliodor.cli.inputs import Json
from heliodor.cli.secrets import with_password
from heliodor.cli.settings import ConfigFile, Sources

PROBLEMS_FOUND = 1

SOURCES = Sources("serve", only=("database", "database_password_file"), is_part=True)


def doctor(
    *,
    json: Json = False,
    config: ConfigFile = None,
    database: Annotated[
        str | None, Parameter(help="The database to look at, as for `serve`. [a file in your data folder]")
    ] = None,
    database_password_file: Annotated[str | None, Parameter(help="A file with its password. [none]")] = None,
) -> int:
    """Check this installation and print for each problem the command that mends it; exit code 1 if there is one."""
    import msgspec

    from heliodor.cli.checkup import all_findings
    from heliodor.store import default_url

    url = database or default_url()
    findings = list(all_findings(with_password(url, database_password_file) if database_password_file else url))
    healthy = all(finding.state != "problem" for finding in findings)
    if json:
        sys.stdout.buffer.write(msgspec.json.encode({"healthy": healthy, "findings": findings}) + b"\n")
    else:
        area = ""
        for finding in findings:
            print(
                f"{'' if finding.area == area else finding.area:10} {finding.state:8} {finding.name:12} {finding.found}"
            )
            if finding.mend:
                print(f"{'':32} {'mend' if finding.state == 'problem' else 'if wanted'}: {finding.mend}")
            area = finding.area
    return 0 if healthy else PROBLEMS_FOUND
