/**
 * Turns the bytes of a page into text as browsers do (WHATWG, "determining the character
 * encoding"): by its byte order mark, by what the server declares, by what the page declares. A
 * page that says nothing, or names no encoding there is, is UTF-8 when it is valid UTF-8, and
 * Windows-1252 otherwise.
 *
 * @param declared - the `charset` of the Content-Type, or null.
 */
export function decodeText(bytes: Uint8Array, declared: string | null): string {
  const label = byteOrderMark(bytes) ?? known(declared) ?? known(declaredInside(bytes))
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

function known(label: string | null): string | null {
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
  const [, label = null] = /<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start) ?? []
  // A page whose first bytes could be read as ASCII is not UTF-16, whatever it says.
  return label !== null && /^utf-?16/i.test(label) ? 'utf-8' : label
}
