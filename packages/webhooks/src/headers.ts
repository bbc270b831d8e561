import { WebhookError } from './error.ts'

/** The headers of a delivery, in any form in which a runtime or a framework hands them over. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Iterable<readonly [string, string | readonly string[]]>
  | { readonly [name: string]: string | readonly string[] | undefined }

/** Headers that can be looked up again and again: an iterator gives its pairs only once. */
export function repeatable(headers: WebhookHeaders): WebhookHeaders {
  if (typeof (headers as { next?: unknown } | null)?.next !== 'function') return headers
  try {
    return [...(headers as Iterable<readonly [string, string]>)]
  } catch {
    throw new WebhookError('unsupported_headers')
  }
}

/** The value of one header, given its name in lower case, whatever holds the headers. */
export function readHeader(headers: WebhookHeaders, name: string): string {
  const found = lookUp(headers, name)
  const value = Array.isArray(found) ? joinLines(found, name) : found
  if (value === undefined || value === null || value === '') {
    throw new WebhookError('missing_header', { detail: name })
  }
  if (typeof value !== 'string') throw new WebhookError('malformed_header', { detail: name })
  return value
}

/** One value of several lines, which only the signature may have: it is a list. */
function joinLines(lines: readonly unknown[], name: string): unknown {
  const one = lines.length < 2 || name === 'webhook-signature'
  return one && lines.every((line) => typeof line === 'string') ? lines.join(' ') : lines
}

function lookUp(headers: unknown, name: string): unknown {
  if (typeof headers !== 'object' || headers === null) throw new WebhookError('unsupported_headers')
  try {
    const { [name]: exact, get } = headers as Record<string, unknown>
    if (typeof exact === 'string') return exact
    const got: unknown = typeof get === 'function' ? get.call(headers, name) : undefined
    if (got !== undefined && got !== null) return got
    return Symbol.iterator in headers
      ? lookUpPair(headers as Iterable<unknown>, name)
      : lookUpProperty(headers as Record<string, unknown>, name)
  } catch {
    throw new WebhookError('unsupported_headers')
  }
}

function lookUpPair(pairs: Iterable<unknown>, name: string): unknown {
  for (const pair of pairs) {
    if (Array.isArray(pair) && typeof pair[0] === 'string' && pair[0].toLowerCase() === name) {
      return pair[1]
    }
  }
  return undefined
}

function lookUpProperty(headers: Record<string, unknown>, name: string): unknown {
  const spelling = Object.keys(headers).find((key) => key.toLowerCase() === name)
  return spelling === undefined ? undefined : headers[spelling]
}
