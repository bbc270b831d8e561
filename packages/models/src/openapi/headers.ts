import { limits } from '../limits.ts'
import { apiVersions } from '../version.ts'
import type { JsonSchema, OpenApiHeader, OpenApiParameter, Reference } from './document.ts'

const version = { type: 'string', enum: [...apiVersions] } satisfies JsonSchema

/** The headers of a request besides its API key, by component name. */
export const requestHeaders: Record<'ServiceVersion' | 'IdempotencyKey', OpenApiParameter> = {
  ServiceVersion: {
    name: 'Service-Version',
    in: 'header',
    description: 'Pins the version of the API that answers.',
    schema: version,
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'Makes it safe to send this write again: the write happens once, and its answer is replayed for 24 hours.',
    schema: { type: 'string', pattern: `^[!-~]{1,${limits.idempotencyKeyLength}}$` },
  },
}

/** The headers that an answer may have, by name. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'The id of the request; errors repeat it as `request_id`.',
    required: true,
    schema: { type: 'string', pattern: '^req_' },
  },
  'Service-Version': {
    description: 'The version of the API that answered.',
    required: true,
    schema: version,
  },
  'RateLimit-Limit': {
    description: 'Requests allowed in the window.',
    schema: { type: 'integer', minimum: 1 },
  },
  'RateLimit-Remaining': {
    description: 'Requests left in the window.',
    schema: { type: 'integer', minimum: 0 },
  },
  'RateLimit-Reset': {
    description: 'Seconds until the window ends.',
    schema: { type: 'integer', minimum: 0 },
  },
  'Retry-After': {
    description: 'Seconds to wait before the request is sent again.',
    schema: { type: 'integer', minimum: 0 },
  },
  'WWW-Authenticate': {
    description: 'The scheme; with `insufficient_scope` also the scope that is needed.',
    schema: { type: 'string', pattern: '^Bearer' },
  },
  'Idempotent-Replayed': {
    description: '`true` on the replay of a stored answer.',
    schema: { type: 'string', const: 'true' },
  },
  'x-vercel-ai-ui-message-stream': {
    description: 'The version of the UI message stream; only on an answer in this format.',
    schema: { type: 'string', const: 'v1' },
  },
} satisfies Record<string, OpenApiHeader>

export type ResponseHeader = keyof typeof responseHeaders

export function headerReferences(names: readonly ResponseHeader[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
