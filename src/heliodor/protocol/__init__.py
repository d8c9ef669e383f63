"""Every message between server and clients: the source of the schemas, docs/protocol.md and TypeScript types."""
