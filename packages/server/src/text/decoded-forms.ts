// Deeper than a browser and a form around it write anything.
const deepest = 10

/**
 * A text, and what it is once each layer of percent-encoding, of JSON's escapes and of HTML's
 * references is taken off: two forms for `a%40b`, three for `a%2540b`. Wide characters become
 * plain, and invisible ones go.
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

// Marks are put in order at a cost that grows with the square of how many stand together. A character
// becomes ASCII by itself, without those beside it, so nothing is missed between two pieces.
const beyondAscii = /\P{ASCII}{1,64}/gu

function toPlain(text: string): string {
  return text
    .replace(beyondAscii, (piece) => piece.normalize('NFKC'))
    .replaceAll('\u3002', '.')
    .replace(/\p{Cf}/gu, '')
}

// A match begins at the first backslash alone: to try each would cost the square of their number.
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
