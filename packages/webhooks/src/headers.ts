import { verificationError } from './error.ts'

/** The headers of a delivery, in the form of any runtime or framework. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | Iterable<readonly [string, string | readonly string[]]>
  | { readonly [name: string]: string | readonly string[] | undefined }

/** Copies headers that are an iterator, because an iterator can be read only once. */
export function repeatableHeaders(headers: WebhookHeaders): WebhookHeaders {
  if (typeof (headers as { next?: unknown } | null)?.next !== 'function') return headers
  try {
    return [...(headers as Iterable<readonly [string, string]>)]
  } catch {
    throw verificationError('unsupported_headers')
  }
}

/** Reads one header by its lower-case name. */
export function readHeader(headers: WebhookHeaders, name: string): string {
  const values = lookUp(headers, name)
  const value = Array.isArray(values) ? joinLines(values, name) : values
  if (value === undefined || value === null || value === '') {
    throw verificationError('missing_header', name)
  }
  if (typeof value !== 'string') throw verificationError('malformed_header', name)
  return value
}

/** Joins repeated headers, which is allowed only for the signature. */
function joinLines(lines: readonly unknown[], name: string): unknown {
  const isAllowed = lines.length < 2 || name === 'webhook-signature'
  return isAllowed && lines.every((line) => typeof line === 'string') ? lines.join(' ') : lines
}

function lookUp(headers: WebhookHeaders, name: string): unknown {
  try {
    // Destructuring throws for undefined and null; `in` below throws for strings and numbers.
    const { [name]: exact, get } = headers as { readonly [name: string]: unknown }
    if (typeof exact === 'string') return exact
    const value: unknown = typeof get === 'function' ? get.call(headers, name) : undefined
    if (value !== undefined) return value
    return lookUpPairs(Symbol.iterator in headers ? headers : Object.entries(headers), name)
  } catch {
    throw verificationError('unsupported_headers')
  }
}

function lookUpPairs(pairs: Iterable<unknown>, name: string): unknown[] {
  const values: unknown[] = []
  for (const pair of pairs) {
    if (Array.isArray(pair) && typeof pair[0] === 'string' && pair[0].toLowerCase() === name) {
      values.push(pair[1] ?? [])
    }
  }
  return values.flat()
}
