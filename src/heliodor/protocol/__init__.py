"""Every message between server and clients, once: schemas, docs/protocol.md and TypeScript types are made from here."""
