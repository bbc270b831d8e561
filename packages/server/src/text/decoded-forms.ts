// Browsers produce fewer layers than this.
const mostLayers = 10

/**
 * A text in its decoded forms. The first is the text itself, and each further form has one layer less of
 * percent encoding, JSON escapes and HTML references: `a%40b` has two forms, `a%2540b` three. In all
 * forms, full-width characters are normalized, and invisible characters are removed.
 */
export function decodedForms(text: string): string[] {
  const forms = [toPlain(text)]
  while (forms.length <= mostLayers) {
    const last = forms.at(-1) ?? ''
    const next = toPlain(withoutLayer(last))
    if (next === last) break
    forms.push(next)
  }
  return forms
}

// A text is normalized in pieces, because the cost grows with the square of the number of adjacent combining
// marks. The cuts do not change which characters become ASCII, because each is converted on its own.
const beyondAscii = /\P{ASCII}{1,64}/gu

function toPlain(text: string): string {
  return text
    .replace(beyondAscii, (piece) => piece.normalize('NFKC'))
    .replaceAll('\u3002', '.')
    .replace(/\p{Cf}/gu, '')
}

// A match begins only at the first of several backslashes. Trying each of them would cost the square of
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
