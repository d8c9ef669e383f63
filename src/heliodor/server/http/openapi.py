"""The OpenAPI document and the JSON Schema of socket messages, generated from the structures."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from heliodor import __version__
from heliodor.protocol.http import Problem
from heliodor.protocol.messages import Message
from heliodor.protocol.requests import Request
from heliodor.server.http import (
    archive,
    challenges,
    daily,
    lessons,
    notices,
    people,
    practice,
    puzzles,
    reviews,
    tables,
    vacations,
)
from heliodor.server.http.endpoint import JSON, Endpoint

ENDPOINTS: tuple[Endpoint, ...] = (
    *people.ENDPOINTS,
    *vacations.ENDPOINTS,
    *notices.ENDPOINTS,
    *tables.ENDPOINTS,
    *lessons.ENDPOINTS,
    *puzzles.ENDPOINTS,
    *practice.ENDPOINTS,
    *daily.ENDPOINTS,
    *challenges.ENDPOINTS,
    *archive.ENDPOINTS,
    *reviews.ENDPOINTS,
)
REFUSALS = {
    "400": "The body cannot be read.",
    "401": "No cookie.",
    "403": "Only somebody else may do this.",
    "404": "Missing, or not for you.",
    "409": "Not possible now.",
    "413": "The body is too large.",
    "415": "The body is not JSON.",
    "422": "Not an allowed value.",
    "429": "Too many requests.",
}


def openapi() -> dict[str, Any]:
    """Return the description of the HTTP API."""
    types = [endpoint.returns for endpoint in ENDPOINTS] + [e.takes for e in ENDPOINTS if e.takes] + [Problem]
    unique = list(dict.fromkeys(types))
    schemas, components = msgspec.json.schema_components(unique, ref_template="#/components/schemas/{name}")
    by_type = dict(zip(unique, schemas, strict=True))
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Heliodor", "version": __version__, "description": "Live tables of four games."},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"cookie": {"type": "apiKey", "in": "cookie", "name": "heliodor"}},
        },
    }


def _operation(endpoint: Endpoint, schemas: dict[Any, Any]) -> dict[str, Any]:
    refusals = {
        status: {"description": text, "content": {JSON: {"schema": schemas[Problem]}}}
        for status, text in REFUSALS.items()
    }
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.handler.__name__,
        "parameters": [
            {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
            for name in re.findall(r"{(\w+)}", endpoint.path)
        ]
        + [
            {"name": name, "in": "query", "required": False, "schema": {"type": "integer", "minimum": 0}}
            for name in endpoint.query
        ],
        "responses": {
            "200": {"description": "Done.", "content": {JSON: {"schema": schemas[endpoint.returns]}}},
            **refusals,
        },
    }
    if endpoint.takes is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": schemas[endpoint.takes]}}}
    if endpoint.for_people:
        operation["security"] = [{"cookie": []}]
    return operation


def socket_schema() -> dict[str, Any]:
    """Return the JSON Schema of every socket message, by direction."""
    (request, message), components = msgspec.json.schema_components([Request, Message], ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "request": request,
        "message": message,
        "$defs": components,
    }
