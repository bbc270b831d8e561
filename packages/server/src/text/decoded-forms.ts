// Deeper than a browser and a form around it write anything.
const deepest = 4

/**
 * A text, and what it is once each layer of percent-encoding and of JSON's escapes is taken off:
 * two forms for `a%40b`, three for `a%2540b`.
 */
export function decodedForms(text: string): string[] {
  const forms = [text.normalize('NFKC')]
  while (forms.length <= deepest) {
    const last = forms.at(-1) ?? ''
    const next = withoutLayer(last).normalize('NFKC')
    if (next === last) break
    forms.push(next)
  }
  return forms
}

function withoutLayer(text: string): string {
  return text
    .replace(/\\+u([0-9a-f]{4})/gi, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    .replace(/(?:%[0-9a-f]{2})+/gi, (bytes) =>
      Buffer.from(bytes.replaceAll('%', ''), 'hex').toString(),
    )
}
