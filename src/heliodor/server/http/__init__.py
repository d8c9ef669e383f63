"""The HTTP API: a table of endpoints, from which the routes and the OpenAPI document are made."""
