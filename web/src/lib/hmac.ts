import { bytesOf, sha256 } from './sha256';

const BLOCK = 64;
const encoder = new TextEncoder();

/** HMAC-SHA256 by the browser's own WebCrypto; by ours where there is none, because a server at home has no https. */
export async function hmac(key: Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array<ArrayBuffer>> {
  const { subtle } = globalThis.crypto;
  if (!subtle) return ownHmac(key, text);
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const imported = await subtle.importKey('raw', key, algorithm, false, ['sign']);
  return new Uint8Array(await subtle.sign('HMAC', imported, encoder.encode(text)));
}

/** The same without WebCrypto (RFC 2104), for keys of at most one block. */
export function ownHmac(key: Uint8Array, text: string): Uint8Array<ArrayBuffer> {
  const padded = new Uint8Array(BLOCK);
  padded.set(key);
  const pad = (by: number) => padded.map((byte) => byte ^ by);
  const inner = bytesOf(sha256(joined(pad(0x36), encoder.encode(text))));
  return bytesOf(sha256(joined(pad(0x5c), inner)));
}

/** The SHA-256 of some bytes in hex, by WebCrypto where there is one. */
export async function fingerprint(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = globalThis.crypto;
  return subtle ? hexOf(new Uint8Array(await subtle.digest('SHA-256', bytes))) : sha256(bytes);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const both = new Uint8Array(first.length + second.length);
  both.set(first);
  both.set(second, first.length);
  return both;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
