import { isIdempotent, type Operation } from '../operation.ts'
import type { Components } from './components.ts'
import type { OpenApiMedia, OpenApiResponse } from './document.ts'
import { headerReferences, type ResponseHeader } from './headers.ts'

const commonHeaders: ResponseHeader[] = [
  'X-Request-Id',
  'Service-Version',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]

const chatStream: OpenApiMedia = {
  schema: {
    type: 'string',
    description:
      'If the request asks for a stream: UI message stream v1. Each `data:` line is a chunk in JSON, except the last, `[DONE]`.',
  },
}

export function successResponse(
  operation: Operation,
  { schema }: Components,
): Record<string, OpenApiResponse> {
  const { reply } = operation
  const streams = reply.kind === 'stream'
  const headers = [...commonHeaders]
  if (isIdempotent(operation)) headers.push('Idempotent-Replayed')
  if (streams) headers.push('x-vercel-ai-ui-message-stream')
  const body = { schema: schema(reply.schema) }
  if (reply.kind === 'events') {
    return {
      200: {
        description: 'Server-sent events. The schema describes the data of one event.',
        headers: headerReferences(headers),
        content: { 'text/event-stream': body },
      },
      ...(reply.mayBeEmpty
        ? { 204: { description: 'There are no events.', headers: headerReferences(commonHeaders) } }
        : {}),
    }
  }
  return {
    [reply.status]: {
      description: reply.status === 201 ? 'Created.' : 'Done.',
      headers: headerReferences(headers),
      content: {
        'application/json': body,
        ...(streams ? { 'text/event-stream': chatStream } : {}),
      },
    },
  }
}
