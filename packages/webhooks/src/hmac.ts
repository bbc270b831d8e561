/**
 * Computes HMAC-SHA256 over `<id>.<timestamp>.<body>`, under the key it was made for. The timestamp is a
 * whole number of seconds in digits.
 */
export type Mac = (id: string, timestamp: string, body: string | Uint8Array) => Uint8Array

/**
 * The cryptography that a runtime brings. Two modules fill it, and the import `#hmac` picks one:
 * `hmac-node.ts` where `node:crypto` exists, `hmac-portable.ts` elsewhere. Both are synchronous.
 */
export interface Hmac {
  /** Prepares a key once, for any number of messages. */
  createMac(key: Uint8Array): Mac
  /** Compares in a time that depends on the length alone. */
  equalBytes(left: Uint8Array, right: Uint8Array): boolean
  /** Decodes text already known to be base64. */
  fromBase64(text: string): Uint8Array
  /** Encodes with the standard alphabet and padding. */
  toBase64(bytes: Uint8Array): string
}
