/**
 * Computes the HMAC-SHA256 of `<id>.<timestamp>.<body>` under one signing key. The timestamp is in whole
 * seconds.
 */
export type Mac = (id: string, timestamp: string, body: string | Uint8Array) => Uint8Array

/**
 * The cryptography of a runtime. Two modules implement it, and the import `#hmac` picks one:
 * `hmac-node.ts` with `node:crypto`, `hmac-portable.ts` elsewhere. Both are synchronous.
 */
export interface Hmac {
  /** Prepares a signing key once, for any number of messages. */
  createMac(key: Uint8Array): Mac
  /** Compares in a time that depends only on the length. */
  equalBytes(left: Uint8Array, right: Uint8Array): boolean
  /** Decodes text that is known to be base64. */
  fromBase64(text: string): Uint8Array
  /** Encodes with the standard alphabet and padding. */
  toBase64(bytes: Uint8Array): string
}
