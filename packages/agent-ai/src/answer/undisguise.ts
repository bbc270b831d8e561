const invisible =
  /[\u00AD\u200B\u200E\u200F\u202A-\u202E\u2060-\u2064\u2066-\u2069\uFEFF]|[\u{E0000}-\u{E007F}]|(?<=[!-~])[\u200C\u200D](?=[!-~])/gu
const entity =
  /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(colon|sol|bsol|period|commat|lpar|rpar|amp|lt|gt));?/gi
const named: Readonly<Record<string, string>> = {
  colon: ':',
  sol: '/',
  bsol: '\\',
  period: '.',
  commat: '@',
  lpar: '(',
  rpar: ')',
  amp: '&',
  lt: '<',
  gt: '>',
}
const spelledDot =
  /(?<=[\p{L}\p{N}])\s?(?:[[({]\s?(?:\.|dot|punkt|point|punto|punt)\s?[\])}]|[。．｡])\s?(?=[\p{L}\p{N}])/giu
const spelledAt = /(?<=[\p{L}\p{N}])\s?[[({]\s?(?:@|at)\s?[\])}]\s?(?=[\p{L}\p{N}])/giu

// A text is normalized in pieces, because the cost grows with the square of the number of adjacent
// combining marks. A piece ends only after 64 of them: a letter and its accents must stay together to
// become one character.
const endOfPiece = /(?<=\p{M}{64})/u

/**
 * A text as a reader or a browser understands it: without invisible characters, HTML entities or
 * spellings that hide an address from programs, such as `hxxps://evil[.]example`.
 */
export function undisguise(text: string): string {
  return text
    .replace(invisible, '')
    .replace(entity, (whole, decimal, hexadecimal, name) => {
      if (name) return named[name.toLowerCase()] ?? whole
      const code = decimal ? Number(decimal) : Number.parseInt(hexadecimal, 16)
      return code > 31 && code < 0x110000 ? String.fromCodePoint(code) : whole
    })
    .replace(spelledDot, '.')
    .replace(spelledAt, '@')
    .replace(/\bhxxp/gi, 'http')
    .split(endOfPiece)
    .map((piece) => piece.normalize('NFKC'))
    .join('')
}
