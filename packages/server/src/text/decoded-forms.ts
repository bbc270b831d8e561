// Browsers and forms produce fewer layers than this.
const deepest = 10

/**
 * A text in its decoded forms. The first is the text itself. Each further form has one layer less of
 * percent encoding, JSON escapes and HTML references. `a%40b` has two forms, `a%2540b` three. Full-width
 * characters are normalized, and invisible characters are removed.
 */
export function decodedForms(text: string): string[] {
  const forms = [toPlain(text)]
  while (forms.length <= deepest) {
    const last = forms.at(-1) ?? ''
    const next = toPlain(withoutLayer(last))
    if (next === last) break
    forms.push(next)
  }
  return forms
}

// The cost of normalizing grows with the square of the number of adjacent combining marks, so it is done
// in pieces. Each character becomes ASCII on its own, so the result is the same.
const beyondAscii = /\P{ASCII}{1,64}/gu

function toPlain(text: string): string {
  return text
    .replace(beyondAscii, (piece) => piece.normalize('NFKC'))
    .replaceAll('\u3002', '.')
    .replace(/\p{Cf}/gu, '')
}

// A match begins only at the first backslash: the cost of trying each one would grow with the square of
// their number.
const codeUnit = /(?<!\\)\\+u([0-9a-f]{4})/gi

function withoutLayer(text: string): string {
  return text
    .replace(codeUnit, (_, code: string) => character(code, 16))
    .replace(/&#x([0-9a-f]{1,6});?/gi, (_, code: string) => character(code, 16))
    .replace(/&#(\d{1,7});?/g, (_, code: string) => character(code, 10))
    .replace(/&commat;/g, '@')
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
    )
}

function character(code: string, radix: number): string {
  const point = Number.parseInt(code, radix)
  return point <= 0x10ffff ? String.fromCodePoint(point) : ''
}
