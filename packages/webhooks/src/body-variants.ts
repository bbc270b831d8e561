import { likelyFinding, type WebhookFinding } from './diagnosis-finding.ts'

/** A form that the body may have had when it was signed. */
export interface BodyVariant {
  content: string
  advice: string
}

const replacementCharacter = '\uFFFD'

/** Lists forms that the body may have had when it was signed, and a sign of damage if there is one. */
export function bodyVariants(
  body: string | Uint8Array,
  contentLength: number | undefined,
): { variants: BodyVariant[]; suspicion: WebhookFinding | undefined } {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  return {
    variants: [...whiteSpaceVariants(text), ...jsonVariants(text)],
    suspicion: suspicionOf(bytes, text, contentLength),
  }
}

function whiteSpaceVariants(text: string): BodyVariant[] {
  const advice =
    'White space at the start or end, line endings or a byte order mark were changed on the way. Pass the bytes as they arrived.'
  return [
    text.trim(),
    `${text}\n`,
    text.replaceAll('\r\n', '\n'),
    text.replaceAll('\n', '\r\n'),
    `\uFEFF${text}`,
  ].map((content) => ({ content, advice }))
}

function jsonVariants(text: string): BodyVariant[] {
  const advice =
    'The body was parsed and written again. Receive webhooks before the JSON body parser, and pass the bytes as they arrived.'
  try {
    const value: unknown = JSON.parse(text)
    return [undefined, 1, 2, 4, '\t'].map((indent) => ({
      content: JSON.stringify(value, null, indent),
      advice,
    }))
  } catch {
    return []
  }
}

function suspicionOf(
  bytes: Uint8Array,
  text: string,
  contentLength: number | undefined,
): WebhookFinding | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) {
    return likelyFinding(
      'body_compressed',
      'The body is compressed with gzip. Before you verify, undo the compression that a proxy added.',
    )
  }
  if (text.includes(replacementCharacter)) {
    return likelyFinding(
      'body_misread',
      'The body contains U+FFFD or is not UTF-8. This happens when bytes are decoded in the wrong encoding or in pieces. Pass the bytes as they arrived.',
    )
  }
  if (contentLength !== undefined && contentLength !== bytes.length) {
    return likelyFinding(
      'body_changed',
      `The body has ${bytes.length} bytes, but content-length says ${contentLength}. Pass the bytes as they arrived.`,
    )
  }
  return undefined
}
