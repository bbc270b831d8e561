import { WebhookError } from './error.ts'

/** The headers of a delivery, in any form in which a runtime or a framework hands them over. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Iterable<readonly [string, string | readonly string[]]>
  | { readonly [name: string]: string | readonly string[] | undefined }

/** The value of one header, given its name in lower case, whatever holds the headers. */
export function readHeader(headers: WebhookHeaders, name: string): string {
  const found = lookUp(headers, name)
  // Only the signature is a list, so only there do two lines mean one value.
  const value =
    Array.isArray(found) && (found.length < 2 || name === 'webhook-signature')
      ? found.join(' ')
      : found
  if (value === undefined || value === null || value === '') {
    throw new WebhookError('missing_header', { detail: name })
  }
  if (typeof value !== 'string') throw new WebhookError('malformed_header', { detail: name })
  return value
}

function lookUp(headers: unknown, name: string): unknown {
  if (typeof headers !== 'object' || headers === null) throw new WebhookError('unsupported_headers')
  try {
    if ('get' in headers && typeof headers.get === 'function') {
      const value: unknown = headers.get(name)
      if (value !== undefined && value !== null) return value
    }
    if (Symbol.iterator in headers) return lookUpPair(headers as Iterable<unknown>, name)
    return lookUpProperty(headers as Record<string, unknown>, name)
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
  if (Object.hasOwn(headers, name)) return headers[name]
  const spelling = Object.keys(headers).find((key) => key.toLowerCase() === name)
  return spelling === undefined ? undefined : headers[spelling]
}
