/**
 * Decodes the bytes of a page as browsers do (WHATWG, "determining the character encoding"): by the byte
 * order mark, then the server's declaration, then the page's declaration. Without a known encoding,
 * valid UTF-8 is read as UTF-8, and everything else as Windows-1252.
 *
 * @param declared - the `charset` of the Content-Type, or null.
 */
export function decodeText(bytes: Uint8Array, declared: string | null): string {
  const label =
    byteOrderMark(bytes) ?? knownEncoding(declared) ?? knownEncoding(declaredInside(bytes))
  if (label) return new TextDecoder(label).decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function byteOrderMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return null
}

function knownEncoding(label: string | null): string | null {
  if (label === null) return null
  try {
    return new TextDecoder(label).encoding
  } catch {
    return null
  }
}

/** The encoding that a `meta` element in the first 1,024 bytes declares. */
function declaredInside(bytes: Uint8Array): string | null {
  const start = new TextDecoder('windows-1252').decode(bytes.subarray(0, 1_024))
  const [, label = null] = /<meta[^<>]+charset\s*=\s*(?:["']\s*)?([\w.:-]+)/i.exec(start) ?? []
  // The declaration was readable as ASCII, so the page cannot be UTF-16.
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label
}
