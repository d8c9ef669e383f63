"""The hosting kit: what is in deploy/ runs here as it would at a host."""
