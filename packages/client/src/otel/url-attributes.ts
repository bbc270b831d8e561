import type { Attributes } from '@opentelemetry/api'
import type { OperationInfo } from '../answer/operation-info.ts'

/** The attributes of a request's target, of low cardinality, fit for metrics. */
export function targetAttributes(url: URL, { id, method, path }: OperationInfo): Attributes {
  return {
    'http.request.method': method,
    'server.address': url.hostname,
    'server.port': Number(url.port || (url.protocol === 'http:' ? 80 : 443)),
    // The path of a raw request may contain ids, so it is not a template.
    ...(id !== 'request' && { 'url.template': templateOf(url, path) }),
  }
}

/** The URL without its query values, which may be personal data. */
export function redactedUrl(url: URL): string {
  const copy = new URL(url)
  for (const name of new Set(url.searchParams.keys())) copy.searchParams.set(name, 'REDACTED')
  return copy.href
}

/** The template of the whole path, base path included: `/v1/contacts/{id}`. */
function templateOf({ pathname }: URL, path: string): string {
  const segments = pathname.split('/')
  const base = segments.slice(0, segments.length - path.split('/').length + 1)
  return `${base.join('/')}${path}`
}
