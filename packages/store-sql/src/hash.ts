/** The 64-bit hash of a text, in hexadecimal (FNV-1a over UTF-16 code units). */
export function hash64(text: string): string {
  let value = 0xcbf29ce484222325n
  for (let at = 0; at < text.length; at += 1) {
    value = BigInt.asUintN(64, (value ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n)
  }
  return value.toString(16).padStart(16, '0')
}
